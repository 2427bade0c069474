import type { PageChannel, PageEvent, PageMessage, PagePerson, PageState } from '../api/page.js';
import type { Ephemeral, Shortcut, SlashCommand } from '../api/workspace.js';
import { canSee, otherMember } from '../state/directory.js';
import { repliesTo } from '../state/messages.js';
import type { ChannelRecord, PersonRecord, StateChange, StoredMessage } from '../state/records.js';
import { stepRun } from '../state/step-runs.js';
import { modalObject, viewObject } from '../state/view-object.js';
import { modalStack } from '../state/views.js';
import type { WorkspaceState } from '../state/workspace-state.js';

export function pageState(
  state: WorkspaceState,
  me: PersonRecord,
  options: {
    readonly teamId: string;
    readonly commands: readonly SlashCommand[];
    readonly shortcuts: readonly Shortcut[];
  },
): PageState {
  const team = state.teams.get(options.teamId);
  const channels = [...state.channels.values()].filter((channel) => canSee(state, me.id, channel));
  return {
    workspace: { id: options.teamId, name: team?.name ?? '' },
    me: me.id,
    people: [
      ...peopleInSight(state, options.teamId).map((it) => pagePerson(state, it, options.teamId)),
      { id: 'USLACKBOT', name: 'Slackbot', isBot: true },
    ],
    elsewhere: peopleElsewhere(state, options.teamId).map((it) =>
      pagePerson(state, it, options.teamId),
    ),
    channels: channels.map((channel) => pageChannel(state, me, channel)),
    agents: state.agents.all().filter((agent) => canSeeChannel(state, me.id, agent.channel)),
    prompts: channels.flatMap((channel) => state.agents.promptsIn(channel) ?? []),
    commands: options.commands.map(({ command, hint }) => ({ command, hint })),
    shortcuts: options.shortcuts.map(({ callbackId, ...rest }) => ({
      callback_id: callbackId,
      ...rest,
    })),
    home: state.app.homeTab,
    steps: state.botOf(options.teamId)?.organizationId === undefined ? [] : state.app.steps,
    runs: [...state.runs.values()].filter(({ startedBy }) => startedBy === me.id).map(stepRun),
  };
}

function canSeeChannel(state: WorkspaceState, viewer: string, id: string): boolean {
  const channel = state.channels.get(id);
  return channel !== undefined && canSee(state, viewer, channel);
}

/** The people of a workspace, and those who share a channel with it. */
function peopleInSight(state: WorkspaceState, teamId: string): PersonRecord[] {
  const channels = [...state.channels.values()].filter((channel) => channel.teamId === teamId);
  const inside = new Set(channels.flatMap((channel) => [...channel.members]));
  return [...state.people.values()].filter(
    (person) => !person.deleted && (person.team_id === teamId || inside.has(person.id)),
  );
}

function peopleElsewhere(state: WorkspaceState, teamId: string): PersonRecord[] {
  const inSight = new Set(peopleInSight(state, teamId));
  return [...state.people.values()].filter(
    (it) => !it.is_bot && !it.is_stranger && !it.deleted && !inSight.has(it),
  );
}

function pagePerson(state: WorkspaceState, person: PersonRecord, teamId: string): PagePerson {
  const note = personNote(state, person, teamId);
  return {
    id: person.id,
    name: person.real_name,
    isBot: person.is_bot,
    ...(note ? { note } : {}),
  };
}

function personNote(
  state: WorkspaceState,
  person: PersonRecord,
  teamId: string,
): string | undefined {
  if (person.team_id !== teamId) return state.teams.get(person.team_id)?.name ?? 'another company';
  if (person.is_restricted) return 'guest';
  return person.is_admin ? 'admin' : undefined;
}

function pageChannel(state: WorkspaceState, me: PersonRecord, channel: ChannelRecord): PageChannel {
  const { id, name, kind, topic, isExtShared } = channel;
  const other = kind === 'direct' ? otherMember(state, channel, me.id) : undefined;
  return {
    id,
    name: kind === 'group' ? membersBesides(state, channel, me) : (other?.real_name ?? name),
    kind,
    ...(other ? { with: other.id } : {}),
    ...(topic ? { topic } : {}),
    ...(isExtShared ? { shared: true } : {}),
  };
}

/** Slack names a group direct message after its other members. */
function membersBesides(
  state: WorkspaceState,
  { members }: ChannelRecord,
  me: PersonRecord,
): string {
  const others = [...members].filter((id) => id !== me.id);
  return others.map((id) => state.people.get(id)?.real_name ?? id).join(', ');
}

export function pageMessage(
  channel: ChannelRecord,
  message: StoredMessage,
  viewer: string,
): PageMessage {
  const { ts, user, text, blocks, thread_ts, attachments, files, reactions } = message;
  const replies = repliesTo(channel, ts).length;
  // People's messages carry rich_text as well, but the page renders their text itself.
  const shown = message.client_msg_id === undefined ? blocks : undefined;
  return {
    ts,
    channel: channel.id,
    user,
    text,
    ...(shown ? { blocks: shown } : {}),
    ...(attachments ? { attachments } : {}),
    ...(files ? { files } : {}),
    ...(reactions ? { reactions } : {}),
    ...(thread_ts ? { thread_ts } : {}),
    ...(replies > 0 ? { reply_count: replies } : {}),
    ...(message.edited && message.bot_id === undefined ? { edited: true } : {}),
    ...(message.subtype === 'tombstone' ? { tombstone: true } : {}),
    // Join messages name the person without mentioning them.
    ...(text.includes(`<@${viewer}>`) && message.subtype !== 'channel_join'
      ? { mentions_me: true }
      : {}),
  };
}

function pageEphemeral(ephemeral: Ephemeral): PageMessage {
  const { ts, channel, from, text, blocks, thread_ts } = ephemeral;
  return {
    ts,
    channel,
    user: from,
    text,
    ephemeral: true,
    ...(blocks ? { blocks } : {}),
    ...(thread_ts ? { thread_ts } : {}),
  };
}

/** The page events of a change for one viewer. None for what they cannot see. */
export function pageEvents(
  state: WorkspaceState,
  change: StateChange,
  viewer: string,
): readonly PageEvent[] {
  if (change.kind === 'channels-changed') return [{ type: 'channels' }];
  if ('ephemeral' in change) return ephemeralEvents(change, viewer);
  if (change.kind === 'modals-changed' || change.kind === 'home-published') {
    return change.user === viewer ? [viewEvent(state, change)] : [];
  }
  if ('run' in change) {
    return change.run.startedBy === viewer ? [{ type: 'run', run: stepRun(change.run) }] : [];
  }
  if (!('channel' in change) || !canSee(state, viewer, change.channel)) return [];
  const { channel } = change;
  const shown = (message: StoredMessage) => pageMessage(channel, message, viewer);
  switch (change.kind) {
    case 'message-posted':
      return [
        { type: 'message', message: shown(change.message) },
        ...parentChanged(channel, change.message, viewer),
      ];
    case 'message-changed':
    case 'reaction-changed':
      return [{ type: 'changed', message: shown(change.message) }];
    case 'agent-changed':
      return agentEvents(state, change);
    case 'message-deleted':
      return [
        { type: 'deleted', channel: channel.id, ts: change.previous.ts },
        ...parentChanged(channel, change.previous, viewer),
      ];
    default:
      return [];
  }
}

/** The events that a new stream starts with. */
export function currentViews(state: WorkspaceState, viewer: string): readonly PageEvent[] {
  const stack = modalStack(state, viewer);
  const homes = [...state.homes.values()].filter(({ user }) => user === viewer);
  return [
    viewEvent(state, { kind: 'modals-changed', user: viewer, stack }),
    ...homes.map((view) => viewEvent(state, { kind: 'home-published', user: viewer, view })),
  ];
}

function viewEvent(
  state: WorkspaceState,
  change: Extract<StateChange, { kind: 'modals-changed' | 'home-published' }>,
): PageEvent {
  return change.kind === 'modals-changed'
    ? { type: 'modals', modals: change.stack.map((view) => modalObject(state, view)) }
    : { type: 'home', home: viewObject(state, change.view) };
}

function agentEvents(
  state: WorkspaceState,
  { channel, thread }: Extract<StateChange, { kind: 'agent-changed' }>,
): PageEvent[] {
  if (thread) return [{ type: 'agent', agent: thread }];
  const prompts = state.agents.promptsIn(channel);
  return prompts ? [{ type: 'prompts', prompts }] : [];
}

/** A new or deleted reply changes the reply count of its parent. */
function parentChanged(channel: ChannelRecord, reply: StoredMessage, viewer: string): PageEvent[] {
  const parent = channel.messages.get(reply.thread_ts ?? '');
  return parent ? [{ type: 'changed', message: pageMessage(channel, parent, viewer) }] : [];
}

function ephemeralEvents(
  change: Extract<StateChange, { readonly ephemeral: Ephemeral }>,
  viewer: string,
): PageEvent[] {
  const { ephemeral, kind } = change;
  if (ephemeral.user !== viewer) return [];
  if (kind === 'ephemeral-deleted') {
    return [{ type: 'deleted', channel: ephemeral.channel, ts: ephemeral.ts }];
  }
  const type = kind === 'ephemeral-posted' ? 'message' : 'changed';
  return [{ type, message: pageEphemeral(ephemeral) }];
}
