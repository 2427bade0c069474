import { z } from 'zod';
import { isTs } from '../state/clock.js';
import type { ChannelRecord, StoredMessage } from '../state/records.js';
import { erase, post, replace, rootOf, view } from '../state/timeline.js';
import { joinedChannel, postableChannel, visibleChannel } from './channels.js';
import { checkedMetadata, content, contentArgs, updatedContent } from './content.js';
import { botProfile } from './identity.js';
import { arg, type Caller, type Method, method } from './method.js';
import { Refusal } from './refusal.js';

const WRITE = ['chat:write'];

const postMessage = method({
  name: 'chat.postMessage',
  scopes: WRITE,
  limit: 'postsPerMinute',
  posts: true,
  args: z.object({
    channel: arg.string,
    ...contentArgs,
    thread_ts: arg.string.optional(),
    reply_broadcast: arg.flag.optional(),
    metadata: arg.json(z.unknown()).optional(),
  }),
  run(args, caller) {
    const channel = postableChannel(args.channel, caller);
    const said = content(args);
    const metadata = checkedMetadata(args.metadata);
    const root = args.thread_ts ? threadFor(channel, args.thread_ts) : undefined;
    const { message } = post(caller.world, channel, {
      ...author(caller),
      ...said,
      ...(metadata ? { metadata } : {}),
      ...(root ? { thread_ts: root.ts } : {}),
      ...(root && args.reply_broadcast
        ? { broadcast: true as const, subtype: 'thread_broadcast' }
        : {}),
    });
    return { channel: channel.id, ts: message.ts, message: shown(channel, message, caller) };
  },
});

/**
 * The root to reply under. Slack does not say what becomes of a reply to what is gone; here it is said at the channel's
 * root, where everybody sees it: the worse of what may happen.
 */
function threadFor(channel: ChannelRecord, threadTs: string): StoredMessage | undefined {
  if (!isTs(threadTs)) throw new Refusal('invalid_thread_ts');
  return rootOf(channel, threadTs);
}

function author({ world, install }: Caller) {
  return {
    user: install.botUserId,
    bot_id: install.botId,
    app_id: world.app.appId,
    team: install.teamId,
  };
}

function shown(channel: ChannelRecord, message: StoredMessage, caller: Caller): object {
  const { channel: _in, ...rest } = view(channel, message, { metadata: true });
  return { ...rest, bot_profile: botProfile(caller) };
}

const update = method({
  name: 'chat.update',
  scopes: WRITE,
  limit: 'updatesPerMinute',
  args: z.object({
    channel: arg.string,
    ts: arg.string,
    ...contentArgs,
    metadata: arg.json(z.unknown()).optional(),
  }),
  run(args, caller) {
    const channel = joinedChannel(args.channel, caller);
    if (channel.archived) throw new Refusal('is_archived');
    const before = ownMessage(channel, args.ts, {
      ...caller,
      otherwise: 'cant_update_message',
    });
    const said = updatedContent(args, before);
    const metadata = args.metadata === undefined ? before.metadata : metadataUpdate(args.metadata);
    const { blocks: _b, attachments: _a, metadata: _m, edited: _e, ...rest } = before;
    const message: StoredMessage = {
      ...rest,
      ...said,
      ...(metadata ? { metadata } : {}),
      // Slack marks an app's message as edited only where it has no blocks.
      ...(said.blocks ? {} : { edited: { user: before.user, ts: caller.world.clock.nextTs() } }),
    };
    void replace(caller.world, channel, message);
    return {
      channel: channel.id,
      ts: args.ts,
      text: message.text,
      message: shown(channel, message, caller),
    };
  },
});

/** An empty object takes the metadata away. */
function metadataUpdate(value: unknown) {
  const empty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return empty ? undefined : checkedMetadata(value);
}

const remove = method({
  name: 'chat.delete',
  scopes: WRITE,
  args: z.object({ channel: arg.string, ts: arg.string }),
  run(args, caller) {
    const channel = joinedChannel(args.channel, caller);
    const message = ownMessage(channel, args.ts, {
      ...caller,
      otherwise: 'cant_delete_message',
    });
    void erase(caller.world, channel, message);
    return { channel: channel.id, ts: args.ts };
  },
});

function ownMessage(
  channel: ChannelRecord,
  ts: string,
  { install, otherwise }: Caller & { readonly otherwise: string },
): StoredMessage {
  const message = channel.messages.get(ts);
  if (!message || message.subtype === 'tombstone') throw new Refusal('message_not_found');
  if (message.bot_id !== install.botId) throw new Refusal(otherwise);
  return message;
}

const postEphemeral = method({
  name: 'chat.postEphemeral',
  scopes: WRITE,
  limit: 'tier4PerMinute',
  args: z.object({
    channel: arg.string,
    user: arg.string,
    ...contentArgs,
    thread_ts: arg.string.optional(),
  }),
  run(args, caller) {
    const { world, install } = caller;
    const channel = postableChannel(args.channel, caller);
    if (!channel.members.has(args.user)) throw new Refusal('user_not_in_channel');
    const ts = world.clock.nextTs();
    void world.keepEphemeral({
      ts,
      channel: channel.id,
      user: args.user,
      from: install.botUserId,
      ...content(args),
      ...(args.thread_ts ? { thread_ts: args.thread_ts } : {}),
      source: 'app',
    });
    return { message_ts: ts };
  },
});

const getPermalink = method({
  name: 'chat.getPermalink',
  limit: 'unlimited',
  args: z.object({ channel: arg.string, message_ts: arg.string }),
  run(args, caller) {
    const channel = visibleChannel(args.channel, caller);
    const message = channel.messages.get(args.message_ts);
    if (!message) throw new Refusal('message_not_found');
    const place = `${caller.origin}/archives/${channel.id}/p${message.ts.replace('.', '')}`;
    const thread = message.thread_ts ? `?thread_ts=${message.thread_ts}&cid=${channel.id}` : '';
    return { channel: channel.id, permalink: `${place}${thread}` };
  },
});

export const chatMethods: readonly Method[] = [
  postMessage,
  update,
  remove,
  postEphemeral,
  getPermalink,
];
