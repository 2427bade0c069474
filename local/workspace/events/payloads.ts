import { shownView } from '../interact/view.js';
import type { Change, ChannelRecord, Install, StoredMessage } from '../state/records.js';
import { view } from '../state/timeline.js';
import { homeOf } from '../state/views.js';
import type { World } from '../state/world.js';
import type { AppEvent } from './app-event.js';
import { linkShared } from './links.js';
import { functionExecuted } from './workflows.js';

/** What an install of the app is told of a change: nothing about channels that its bot is not in. */
export function eventsOf(world: World, install: Install, change: Change): readonly AppEvent[] {
  switch (change.kind) {
    case 'posted':
      return [...posted(world, install, change), ...linkShared(world, install, change)];
    case 'changed':
      return changed(world, install, change);
    case 'deleted':
      return deleted(world, install, change);
    case 'reacted':
      return reacted(world, install, change);
    case 'joined':
    case 'left':
      return membership(world, install, change);
    case 'step-started':
      return functionExecuted(world, install, change);
    case 'session-stopped':
      return stopped(world, install, change);
    case 'looked':
      return looked(world, install, change);
    case 'uninstalled':
      return uninstalled(install, change);
    default:
      return [];
  }
}

type Of<K extends Change['kind']> = Extract<Change, { kind: K }>;

function posted(world: World, install: Install, { channel, message }: Of<'posted'>): AppEvent[] {
  if (!hears(install, channel)) return [];
  const event = {
    ...asEvent(world, channel, message),
    event_ts: message.ts,
    channel_type: channelType(channel),
  };
  const said = { event, channel, actor: message.user };
  return mentions(install, channel, message) ? [said, mention(said.event, said)] : [said];
}

function mention(event: Record<string, unknown>, said: AppEvent): AppEvent {
  const { channel_type: _type, subtype: _subtype, ...rest } = event;
  return { ...said, event: { ...rest, type: 'app_mention' } };
}

function changed(world: World, install: Install, change: Of<'changed'>): AppEvent[] {
  const { channel, message, previous } = change;
  if (!hears(install, channel)) return [];
  const ts = world.clock.nextTs();
  const now = asEvent(world, channel, message);
  const event = {
    type: 'message',
    subtype: 'message_changed',
    message: inner(now),
    previous_message: inner(asEvent(world, channel, previous)),
    channel: channel.id,
    hidden: true,
    ts,
    event_ts: ts,
    channel_type: channelType(channel),
  };
  const said = { event, channel, actor: message.user };
  const edited = message.edited && message.edited.ts !== previous.edited?.ts;
  if (!edited || !mentions(install, channel, message)) return [said];
  return [said, mention({ ...now, event_ts: ts }, said)];
}

function deleted(world: World, install: Install, { channel, previous }: Of<'deleted'>): AppEvent[] {
  if (!hears(install, channel)) return [];
  const ts = world.clock.nextTs();
  const event = {
    type: 'message',
    subtype: 'message_deleted',
    previous_message: inner(asEvent(world, channel, previous)),
    channel: channel.id,
    hidden: true,
    deleted_ts: previous.ts,
    ts,
    event_ts: ts,
    channel_type: channelType(channel),
  };
  return [{ event, channel, actor: previous.user }];
}

function reacted(world: World, install: Install, change: Of<'reacted'>): AppEvent[] {
  const { channel, message, user, name, added } = change;
  if (!hears(install, channel)) return [];
  const event = {
    type: added ? 'reaction_added' : 'reaction_removed',
    user,
    reaction: name,
    item: { type: 'message', channel: channel.id, ts: message.ts },
    item_user: message.user,
    event_ts: world.clock.nextTs(),
  };
  return [{ event, channel, actor: user }];
}

function membership(world: World, install: Install, change: Of<'joined' | 'left'>): AppEvent[] {
  const { channel, user, by, kind } = change;
  if (!hears(install, channel) && user !== install.botUserId) return [];
  const event = {
    type: kind === 'joined' ? 'member_joined_channel' : 'member_left_channel',
    user,
    channel: channel.id,
    channel_type: channel.kind === 'private' ? 'G' : 'C',
    team: channel.teamId,
    ...(kind === 'joined' ? { inviter: by } : {}),
    event_ts: world.clock.nextTs(),
  };
  return [{ event, channel, actor: user }];
}

/** https://docs.slack.dev/reference/events/agent_session_stopped */
function stopped(world: World, install: Install, change: Of<'session-stopped'>): AppEvent[] {
  const { channel, user, threadTs: thread_ts } = change;
  if (!hears(install, channel)) return [];
  const about = { type: 'agent_session_stopped', user, channel: channel.id, thread_ts };
  const event = { ...about, streaming_message_ts: [], event_ts: world.clock.nextTs() };
  return [{ event, channel, actor: user }];
}

/** https://docs.slack.dev/reference/events/app_home_opened */
function looked(world: World, install: Install, change: Of<'looked'>): AppEvent[] {
  const { channel, user, tab } = change;
  if (change.install !== install) return [];
  const view = tab === 'home' ? homeOf(world, install, user) : undefined;
  const event = {
    type: 'app_home_opened',
    user,
    channel: channel.id,
    tab,
    ...(view ? { view: shownView(world, view) } : {}),
    event_ts: world.clock.nextTs(),
  };
  return [{ event, channel, actor: user }];
}

function uninstalled(install: Install, change: Of<'uninstalled'>): AppEvent[] {
  if (change.install !== install) return [];
  const tokens = { oauth: [], bot: [install.botUserId] };
  return [{ type: 'tokens_revoked', tokens }, { type: 'app_uninstalled' }].map((event) => ({
    event: { ...event, event_ts: String(Date.now() / 1000) },
    channel: undefined,
    actor: undefined,
  }));
}

function hears(install: Install, channel: ChannelRecord): boolean {
  return channel.teamId === install.teamId && channel.members.has(install.botUserId);
}

/** In a direct message nothing is an `app_mention`, nor is what the app itself says. */
function mentions(install: Install, channel: ChannelRecord, message: StoredMessage): boolean {
  if (channel.kind === 'direct' || message.bot_id === install.botId) return false;
  return new RegExp(`<@${install.botUserId}(\\|[^>]*)?>`).test(message.text);
}

/** A message as events carry it: like the Web API's, without the figures of its thread. */
function asEvent(
  world: World,
  channel: ChannelRecord,
  message: StoredMessage,
): Record<string, unknown> {
  const { reply_count, ...shown } = view(channel, message);
  const { reply_users_count, latest_reply, reply_users, is_locked, subscribed, ...rest } =
    shown as Record<string, unknown>;
  const isRoot = reply_count !== undefined;
  const figures = isRoot
    ? { reply_count, reply_users_count, latest_reply, reply_users, is_locked, subscribed }
    : {};
  const author = world.people.get(message.user);
  const foreign = author && author.team_id !== channel.teamId;
  return {
    ...rest,
    ...figures,
    ...(foreign ? { user_team: author.team_id, source_team: author.team_id } : {}),
  };
}

/** Inside `message_changed` the channel stands outside. */
function inner(message: Record<string, unknown>): Record<string, unknown> {
  const { channel: _channel, ...rest } = message;
  return rest;
}

function channelType(channel: ChannelRecord): string {
  return { public: 'channel', private: 'group', direct: 'im' }[channel.kind];
}
