import { messageObject } from '../state/messages.js';
import type { ChannelRecord, Install, StateChange, StoredMessage } from '../state/records.js';
import { viewObject } from '../state/view-object.js';
import { homeView } from '../state/views.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import type { AppEvent } from './envelope.js';
import { functionExecuted } from './function-executed.js';
import { linkDrafted, linkShared } from './link-shared.js';

/** The events that a change causes for an installation. None for channels without the bot. */
export function eventsFor(
  state: WorkspaceState,
  install: Install,
  change: StateChange,
): readonly AppEvent[] {
  switch (change.kind) {
    case 'message-posted':
      return [...messagePosted(state, install, change), ...linkShared(state, install, change)];
    case 'link-drafted':
      return linkDrafted(state, install, change);
    case 'message-changed':
      return messageChanged(state, install, change);
    case 'message-deleted':
      return messageDeleted(state, install, change);
    case 'reaction-changed':
      return reactionChanged(state, install, change);
    case 'member-joined':
    case 'member-left':
      return membershipChanged(state, install, change);
    case 'channel-shared':
    case 'channel-unshared':
      return sharingChanged(state, install, change);
    case 'channel-archived':
      return channelArchived(state, install, change);
    case 'step-started':
      return functionExecuted(state, install, change);
    case 'session-stopped':
      return sessionStopped(state, install, change);
    case 'tab-opened':
      return appHomeOpened(state, install, change);
    case 'app-uninstalled':
      return appUninstalled(install, change);
    default:
      return [];
  }
}

type ChangeOf<K extends StateChange['kind']> = Extract<StateChange, { kind: K }>;

function messagePosted(
  state: WorkspaceState,
  install: Install,
  { channel, message }: ChangeOf<'message-posted'>,
): AppEvent[] {
  if (!receivesEventsOf(state, install, channel)) return [];
  const event = {
    ...messageEvent(state, channel, message),
    event_ts: message.ts,
    channel_type: channelType(channel),
  };
  const messageAppEvent = { event, channel, actor: message.user };
  return isMention(state, install, { channel, message })
    ? [messageAppEvent, appMention(messageAppEvent.event, messageAppEvent)]
    : [messageAppEvent];
}

function appMention(event: Record<string, unknown>, messageAppEvent: AppEvent): AppEvent {
  const { channel_type: _type, subtype: _subtype, ...rest } = event;
  return { ...messageAppEvent, event: { ...rest, type: 'app_mention' } };
}

function messageChanged(
  state: WorkspaceState,
  install: Install,
  change: ChangeOf<'message-changed'>,
): AppEvent[] {
  const { channel, message, previous } = change;
  if (!receivesEventsOf(state, install, channel)) return [];
  const ts = state.clock.nextTs();
  const current = messageEvent(state, channel, message);
  const event = {
    type: 'message',
    subtype: 'message_changed',
    message: withoutChannel(current),
    previous_message: withoutChannel(messageEvent(state, channel, previous)),
    channel: channel.id,
    hidden: true,
    ts,
    event_ts: ts,
    channel_type: channelType(channel),
  };
  const messageAppEvent = { event, channel, actor: message.user };
  const edited = message.edited && message.edited.ts !== previous.edited?.ts;
  if (!edited || !isMention(state, install, { channel, message })) return [messageAppEvent];
  return [messageAppEvent, appMention({ ...current, event_ts: ts }, messageAppEvent)];
}

function messageDeleted(
  state: WorkspaceState,
  install: Install,
  { channel, previous }: ChangeOf<'message-deleted'>,
): AppEvent[] {
  if (!receivesEventsOf(state, install, channel)) return [];
  const ts = state.clock.nextTs();
  const event = {
    type: 'message',
    subtype: 'message_deleted',
    previous_message: withoutChannel(messageEvent(state, channel, previous)),
    channel: channel.id,
    hidden: true,
    deleted_ts: previous.ts,
    ts,
    event_ts: ts,
    channel_type: channelType(channel),
  };
  return [{ event, channel, actor: previous.user }];
}

function reactionChanged(
  state: WorkspaceState,
  install: Install,
  change: ChangeOf<'reaction-changed'>,
): AppEvent[] {
  const { channel, message, user, name, added } = change;
  if (!receivesEventsOf(state, install, channel)) return [];
  const event = {
    type: added ? 'reaction_added' : 'reaction_removed',
    user,
    reaction: name,
    item: { type: 'message', channel: channel.id, ts: message.ts },
    item_user: message.user,
    event_ts: state.clock.nextTs(),
  };
  return [{ event, channel, actor: user }];
}

function membershipChanged(
  state: WorkspaceState,
  install: Install,
  change: ChangeOf<'member-joined' | 'member-left'>,
): AppEvent[] {
  const { channel, user, kind, inviter } = change;
  if (!receivesEventsOf(state, install, channel) && user !== install.botUserId) return [];
  const event = {
    type: kind === 'member-joined' ? 'member_joined_channel' : 'member_left_channel',
    user,
    channel: channel.id,
    channel_type: channel.kind === 'public' ? 'C' : 'G',
    team: channel.teamId,
    ...(inviter === undefined ? {} : { inviter }),
    event_ts: state.clock.nextTs(),
  };
  return [{ event, channel, actor: user }];
}

/** https://docs.slack.dev/reference/events/channel_shared and …/channel_unshared */
function sharingChanged(
  state: WorkspaceState,
  install: Install,
  { kind, channel, teamId }: ChangeOf<'channel-shared' | 'channel-unshared'>,
): AppEvent[] {
  if (!receivesEventsOf(state, install, channel)) return [];
  const teams =
    kind === 'channel-shared'
      ? { connected_team_id: teamId }
      : { previously_connected_team_id: teamId, is_ext_shared: channel.isExtShared };
  const type = kind.replace('-', '_');
  const event = { type, ...teams, channel: channel.id, event_ts: state.clock.nextTs() };
  return [{ event, channel, actor: undefined }];
}

/** https://docs.slack.dev/reference/events/channel_archive and …/group_archive */
function channelArchived(
  state: WorkspaceState,
  install: Install,
  { channel }: ChangeOf<'channel-archived'>,
): AppEvent[] {
  if (!receivesEventsOf(state, install, channel)) return [];
  const type = channel.kind === 'public' ? 'channel_archive' : 'group_archive';
  const [user] = channel.members;
  const event = { type, channel: channel.id, user, event_ts: state.clock.nextTs() };
  return [{ event, channel, actor: user }];
}

/** https://docs.slack.dev/reference/events/agent_session_stopped */
function sessionStopped(
  state: WorkspaceState,
  install: Install,
  change: ChangeOf<'session-stopped'>,
): AppEvent[] {
  const { channel, user, threadTs } = change;
  if (!receivesEventsOf(state, install, channel)) return [];
  const event = {
    type: 'agent_session_stopped',
    user,
    channel: channel.id,
    thread_ts: threadTs,
    streaming_message_ts: [],
    event_ts: state.clock.nextTs(),
  };
  return [{ event, channel, actor: user }];
}

/**
 * https://docs.slack.dev/reference/events/app_home_opened. As in its example, `event_ts` has no dot:
 * it is in microseconds.
 */
function appHomeOpened(
  state: WorkspaceState,
  install: Install,
  change: ChangeOf<'tab-opened'>,
): AppEvent[] {
  const { channel, user, tab } = change;
  if (change.install !== install) return [];
  const messageObject = tab === 'home' ? homeView(state, install, user) : undefined;
  const event = {
    type: 'app_home_opened',
    user,
    channel: channel.id,
    tab,
    ...(messageObject ? { view: viewObject(state, messageObject) } : {}),
    event_ts: state.clock.nextTs().replace('.', ''),
  };
  return [{ event, channel, actor: user }];
}

function appUninstalled(install: Install, change: ChangeOf<'app-uninstalled'>): AppEvent[] {
  if (change.install !== install) return [];
  const tokens = { oauth: [], bot: [install.botUserId] };
  return [{ type: 'tokens_revoked', tokens }, { type: 'app_uninstalled' }].map((event) => ({
    event: { ...event, event_ts: String(Date.now() / 1000) },
    channel: undefined,
    actor: undefined,
  }));
}

function receivesEventsOf(
  state: WorkspaceState,
  install: Install,
  channel: ChannelRecord,
): boolean {
  return state.botOf(channel.teamId) === install && channel.members.has(install.botUserId);
}

/** Direct messages and the app's own messages cause no `app_mention`. */
function isMention(
  { app }: WorkspaceState,
  install: Install,
  { channel, message }: { readonly channel: ChannelRecord; readonly message: StoredMessage },
): boolean {
  if (channel.kind === 'direct' || message.bot_id === install.botId) return false;
  if (channel.kind === 'group' && !app.groupMentions) return false;
  return new RegExp(`<@${install.botUserId}(\\|[^>]*)?>`).test(message.text);
}

/** A message as in events: like the Web API's, but replies carry no thread fields. */
function messageEvent(
  state: WorkspaceState,
  channel: ChannelRecord,
  message: StoredMessage,
): Record<string, unknown> {
  const { reply_count, ...shown } = messageObject(channel, message);
  const { reply_users_count, latest_reply, reply_users, is_locked, subscribedEvents, ...rest } =
    shown as Record<string, unknown>;
  const isRoot = reply_count !== undefined;
  const threadFields = isRoot
    ? { reply_count, reply_users_count, latest_reply, reply_users, is_locked, subscribedEvents }
    : {};
  const author = state.people.get(message.user);
  const isExternal = author && author.team_id !== channel.teamId;
  return {
    ...rest,
    ...threadFields,
    ...(isExternal ? { user_team: author.team_id, source_team: author.team_id } : {}),
  };
}

/** In `message_changed`, `channel` is on the event and not on the inner messages. */
function withoutChannel(message: Record<string, unknown>): Record<string, unknown> {
  const { channel: _channel, ...rest } = message;
  return rest;
}

function channelType(channel: ChannelRecord): string {
  return { public: 'channel', private: 'group', group: 'mpim', direct: 'im' }[channel.kind];
}
