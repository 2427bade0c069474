import { z } from 'zod';
import { SlackError } from '../protocol/slack-error.js';
import { isTs } from '../state/clock.js';
import { postEphemeral as showEphemeral } from '../state/ephemerals.js';
import {
  addMessage,
  messageObject,
  parentOf,
  removeMessage,
  replaceMessage,
} from '../state/messages.js';
import type { ChannelRecord, StoredMessage } from '../state/records.js';
import { joinedChannel, postableChannel, visibleChannel } from './channels.js';
import { botProfile } from './identity.js';
import { withLinkPreviews } from './link-previews.js';
import {
  contentArgs,
  messageContent,
  updatedMessageContent,
  validateMetadata,
} from './message-content.js';
import { arg, type Caller, type Method, method } from './method.js';

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
    unfurl_media: arg.flag.optional(),
  }),
  run(args, caller) {
    const channel = postableChannel(args.channel, caller);
    const given = messageContent(args);
    const content = args.unfurl_media === false ? given : withLinkPreviews(given);
    const metadata = validateMetadata(args.metadata);
    const parent = args.thread_ts ? findParent(channel, args.thread_ts) : undefined;
    const { message } = addMessage(caller.state, channel, {
      ...author(caller),
      ...content,
      ...(metadata ? { metadata } : {}),
      ...(parent ? { thread_ts: parent.ts } : {}),
      ...(parent && args.reply_broadcast
        ? { broadcast: true as const, subtype: 'thread_broadcast' }
        : {}),
    });
    return {
      channel: channel.id,
      ts: message.ts,
      message: messageResult(channel, message, caller),
    };
  },
});

/**
 * The parent to reply to. Slack does not document replies to a deleted message; here they are
 * posted to the channel, the worse of the possible outcomes.
 */
function findParent(channel: ChannelRecord, threadTs: string): StoredMessage | undefined {
  if (!isTs(threadTs)) throw new SlackError('invalid_thread_ts');
  return parentOf(channel, threadTs);
}

function author({ state, install }: Caller) {
  return {
    user: install.botUserId,
    bot_id: install.botId,
    app_id: state.app.appId,
    team: install.teamId,
  };
}

function messageResult(channel: ChannelRecord, message: StoredMessage, caller: Caller): object {
  const { channel: _in, ...rest } = messageObject(channel, message, { metadata: true });
  return { ...rest, bot_profile: botProfile(caller) };
}

/**
 * It has no `unfurl_media`. Slack does not say whether an update shows previews; here it does, the
 * worse of the possible outcomes.
 */
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
    if (channel.archived) throw new SlackError('is_archived');
    const before = ownMessage(channel, args.ts, {
      ...caller,
      otherwise: 'cant_update_message',
    });
    const content = withLinkPreviews(updatedMessageContent(args, before));
    const metadata = args.metadata === undefined ? before.metadata : metadataUpdate(args.metadata);
    const { blocks: _b, attachments: _a, metadata: _m, edited: _e, ...rest } = before;
    const message: StoredMessage = {
      ...rest,
      ...content,
      ...(metadata ? { metadata } : {}),
      // Slack marks an app's message as edited only if it has no blocks.
      ...(content.blocks ? {} : { edited: { user: before.user, ts: caller.state.clock.nextTs() } }),
    };
    void replaceMessage(caller.state, channel, message);
    return {
      channel: channel.id,
      ts: args.ts,
      text: message.text,
      message: messageResult(channel, message, caller),
    };
  },
});

/** An empty object removes the metadata. */
function metadataUpdate(value: unknown) {
  const empty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return empty ? undefined : validateMetadata(value);
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
    void removeMessage(caller.state, channel, message);
    return { channel: channel.id, ts: args.ts };
  },
});

function ownMessage(
  channel: ChannelRecord,
  ts: string,
  { install, otherwise }: Caller & { readonly otherwise: string },
): StoredMessage {
  const message = channel.messages.get(ts);
  if (!message || message.subtype === 'tombstone') throw new SlackError('message_not_found');
  if (message.bot_id !== install.botId) throw new SlackError(otherwise);
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
    const { state, install } = caller;
    const channel = postableChannel(args.channel, caller);
    if (!channel.members.has(args.user)) throw new SlackError('user_not_in_channel');
    const ts = showEphemeral(state, {
      channel: channel.id,
      user: args.user,
      from: install.botUserId,
      ...messageContent(args),
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
    if (!message) throw new SlackError('message_not_found');
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
