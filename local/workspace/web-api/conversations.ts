import { z } from 'zod';
import { SlackError } from '../protocol/slack-error.js';
import { microsOf } from '../state/clock.js';
import { openDirectMessage, otherMember } from '../state/directory.js';
import { channelHistory, messageObject, parentOf, repliesTo } from '../state/messages.js';
import type { ChannelRecord, StoredMessage } from '../state/records.js';
import { joinedChannel, requireScopeOf, visibleChannel } from './channels.js';
import { arg, type Caller, type Method, method } from './method.js';
import { paginate, responseMetadata } from './paging.js';

const READ = ['channels:history', 'groups:history', 'im:history', 'mpim:history'];
const INFO = ['channels:read', 'groups:read', 'im:read', 'mpim:read'];

const range = z.object({
  channel: arg.string,
  oldest: arg.string.optional(),
  latest: arg.string.optional(),
  inclusive: arg.flag.optional(),
  limit: arg.count.optional(),
  cursor: z.string().optional(),
  include_all_metadata: arg.flag.optional(),
});

const info = method({
  name: 'conversations.info',
  scopes: INFO,
  args: z.object({ channel: arg.string, include_num_members: arg.flag.optional() }),
  run(args, caller) {
    const channel = visibleChannel(args.channel, caller);
    requireScopeOf(channel, 'read', caller);
    const members = args.include_num_members ? { num_members: channel.members.size } : {};
    return { channel: { ...channelObject(channel, caller), ...members } };
  },
});

const open = method({
  name: 'conversations.open',
  scopes: ['im:write', 'mpim:write'],
  args: z.object({
    channel: arg.string.optional(),
    users: arg.string.optional(),
    return_im: arg.flag.optional(),
  }),
  run(args, caller) {
    const channel = args.channel
      ? joinedChannel(args.channel, caller)
      : openDirectMessage(caller.state, requireOneUser(args.users, caller), caller.install.teamId);
    return {
      channel: args.return_im ? channelObject(channel, caller) : { id: channel.id },
    };
  },
});

function requireOneUser(users: string | undefined, { state }: Caller): string {
  const ids = (users ?? '').split(',').filter(Boolean);
  const [id] = ids;
  if (id === undefined) throw new SlackError('users_list_not_supplied');
  if (ids.length > 1) throw new SlackError('too_many_users');
  const person = state.people.get(id);
  if (!person || person.is_bot) throw new SlackError('user_not_found');
  if (person.deleted) throw new SlackError('user_disabled');
  return id;
}

const history = method({
  name: 'conversations.history',
  scopes: READ,
  limit: 'repliesPerMinute',
  args: range,
  run(args, caller) {
    const channel = joinedChannel(args.channel, caller);
    requireScopeOf(channel, 'history', caller);
    const newestFirst = channelHistory(channel).filter(inRange(args)).reverse();
    const page = paginate(
      newestFirst,
      pageArgs(args, caller),
      Math.min(100, caller.state.app.messagesPerPage),
    );
    return {
      messages: page.items.map((m) => messageResult(channel, m, args)),
      has_more: page.more,
      pin_count: 0,
      ...responseMetadata(page),
    };
  },
});

const replies = method({
  name: 'conversations.replies',
  scopes: READ,
  limit: 'repliesPerMinute',
  args: range.extend({ ts: arg.string }),
  run(args, caller) {
    const channel = joinedChannel(args.channel, caller);
    requireScopeOf(channel, 'history', caller);
    const parent = parentOf(channel, args.ts);
    if (!parent) throw new SlackError('thread_not_found');
    const found = repliesTo(channel, parent.ts).filter(inRange(args));
    const page = paginate(
      [parent, ...found],
      pageArgs(args, caller),
      caller.state.app.messagesPerPage,
    );
    return {
      messages: page.items.map((m) => messageResult(channel, m, args)),
      has_more: page.more,
      ...responseMetadata(page),
    };
  },
});

/** A higher limit is not refused, but lowered. */
function pageArgs(
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  { state }: Caller,
) {
  const most = state.app.messagesPerPage;
  return { cursor, limit: limit ? Math.min(limit, most) : undefined };
}

/** `oldest` and `latest` exclude their own ts unless `inclusive`. */
function inRange(args: {
  oldest?: string | undefined;
  latest?: string | undefined;
  inclusive?: boolean | undefined;
}): (message: StoredMessage) => boolean {
  const slack = args.inclusive ? 0n : 1n;
  const from = args.oldest ? microsOf(args.oldest) + slack : undefined;
  const to = args.latest && args.latest !== 'now' ? microsOf(args.latest) - slack : undefined;
  return (message) => {
    const at = microsOf(message.ts);
    return (from === undefined || at >= from) && (to === undefined || at <= to);
  };
}

function messageResult(
  channel: ChannelRecord,
  message: StoredMessage,
  args: { include_all_metadata?: boolean | undefined },
): object {
  const { channel: _in, ...rest } = messageObject(channel, message, {
    metadata: args.include_all_metadata === true,
  });
  return rest;
}

const members = method({
  name: 'conversations.members',
  scopes: INFO,
  limit: 'tier4PerMinute',
  args: z.object({
    channel: arg.string,
    limit: arg.count.optional(),
    cursor: z.string().optional(),
  }),
  run(args, caller) {
    const channel = visibleChannel(args.channel, caller);
    requireScopeOf(channel, 'read', caller);
    const page = paginate([...channel.members], args, 100);
    return { members: page.items, ...responseMetadata(page) };
  },
});

const KINDS = { public_channel: 'public', private_channel: 'private', mpim: 'group', im: 'direct' };

/** The bot's own: https://docs.slack.dev/reference/methods/users.conversations */
const ofBot = method({
  name: 'users.conversations',
  scopes: INFO,
  limit: 'tier3PerMinute',
  args: z.object({
    types: z.string().default('public_channel'),
    exclude_archived: arg.flag.optional(),
    limit: arg.count.optional(),
    cursor: z.string().optional(),
  }),
  run(args, caller) {
    const { state, install } = caller;
    const kinds = args.types.split(',').map((type) => {
      if (!Object.hasOwn(KINDS, type)) throw new SlackError('invalid_types');
      return KINDS[type as keyof typeof KINDS];
    });
    const joined = [...state.channels.values()].filter(
      ({ kind, members, archived, teamId }) =>
        teamId === install.teamId &&
        kinds.includes(kind) &&
        members.has(install.botUserId) &&
        !(args.exclude_archived && archived),
    );
    for (const channel of joined) requireScopeOf(channel, 'read', caller);
    const page = paginate(joined, args, 100);
    return {
      channels: page.items.map((channel) => channelObject(channel, caller)),
      ...responseMetadata(page),
    };
  },
});

function channelObject(channel: ChannelRecord, caller: Caller): Record<string, unknown> {
  const { install, state } = caller;
  const common = {
    id: channel.id,
    created: channel.createdAt,
    is_archived: channel.archived,
    is_org_shared: false,
    context_team_id: channel.teamId,
    updated: channel.createdAt * 1000,
  };
  if (channel.kind === 'direct') {
    const user = otherMember(state, channel, install.botUserId)?.id;
    return { ...common, is_im: true, user, is_user_deleted: false, priority: 0 };
  }
  return { ...common, ...channelFields(channel, caller) };
}

function channelFields(
  channel: ChannelRecord,
  { install, state }: Caller,
): Record<string, unknown> {
  const teams = new Set([channel.teamId]);
  for (const id of channel.members) {
    const team = state.people.get(id)?.team_id;
    if (channel.isExtShared && team) teams.add(team);
  }
  return {
    name: channel.name,
    name_normalized: channel.name,
    is_channel: channel.kind !== 'group',
    is_group: channel.kind === 'group',
    is_im: false,
    is_mpim: channel.kind === 'group',
    is_private: channel.kind !== 'public',
    is_general: channel.name === 'general',
    ...(channel.hidesSharing ? {} : sharingOf(channel)),
    ...(channel.creator === undefined ? {} : { creator: channel.creator }),
    is_member: channel.members.has(install.botUserId),
    shared_team_ids: [...teams],
    conversation_host_id: channel.teamId,
    topic: { value: channel.topic, creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
    previous_names: [],
  };
}

function sharingOf({ isExtShared }: ChannelRecord) {
  return { is_shared: isExtShared, is_ext_shared: isExtShared, is_pending_ext_shared: false };
}

export const conversationsMethods: readonly Method[] = [
  info,
  open,
  history,
  replies,
  members,
  ofBot,
];
