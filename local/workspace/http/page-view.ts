import { shownModal, shownView } from '../interact/view.js';
import type { PageChannel, PageEvent, PageMessage, PagePerson, PageState } from '../page-api.js';
import { maySee, otherEnd } from '../state/directory.js';
import type { Change, ChannelRecord, PersonRecord, StoredMessage } from '../state/records.js';
import { repliesOf } from '../state/timeline.js';
import { stackOf } from '../state/views.js';
import type { World } from '../state/world.js';
import { shownRun } from '../workflow-deeds.js';
import type { Ephemeral, Shortcut, SlashCommand } from '../workspace-api.js';

export function pageState(
  world: World,
  me: PersonRecord,
  with_: {
    readonly teamId: string;
    readonly commands: readonly SlashCommand[];
    readonly shortcuts: readonly Shortcut[];
  },
): PageState {
  const team = world.teams.get(with_.teamId);
  return {
    workspace: { id: with_.teamId, name: team?.name ?? '' },
    me: me.id,
    people: [
      ...peopleAround(world, with_.teamId).map((it) => pagePerson(world, it, with_.teamId)),
      { id: 'USLACKBOT', name: 'Slackbot', isBot: true },
    ],
    channels: [...world.channels.values()]
      .filter((channel) => maySee(world, me.id, channel))
      .map((channel) => pageChannel(world, me, channel)),
    agents: world.agents.all().filter((agent) => seesIn(world, me.id, agent.channel)),
    prompts: [...world.agents.prompts.values()].filter(({ channel }) =>
      seesIn(world, me.id, channel),
    ),
    commands: with_.commands.map(({ command, hint }) => ({ command, hint })),
    shortcuts: with_.shortcuts.map(({ callbackId, ...rest }) => ({
      callback_id: callbackId,
      ...rest,
    })),
    home: world.app.homeTab,
    steps: world.app.steps,
    runs: [...world.runs.values()].filter(({ by }) => by === me.id).map(shownRun),
  };
}

function seesIn(world: World, viewer: string, id: string): boolean {
  const channel = world.channels.get(id);
  return channel !== undefined && maySee(world, viewer, channel);
}

/** Those of a workspace, and those who share a channel with it. */
function peopleAround(world: World, teamId: string): PersonRecord[] {
  const channels = [...world.channels.values()].filter((channel) => channel.teamId === teamId);
  const inside = new Set(channels.flatMap((channel) => [...channel.members]));
  return [...world.people.values()].filter(
    (person) => !person.deleted && (person.team_id === teamId || inside.has(person.id)),
  );
}

function pagePerson(world: World, person: PersonRecord, home: string): PagePerson {
  const note = noteOn(world, person, home);
  return {
    id: person.id,
    name: person.real_name,
    isBot: person.is_bot,
    ...(note ? { note } : {}),
  };
}

function noteOn(world: World, person: PersonRecord, home: string): string | undefined {
  if (person.team_id !== home) return world.teams.get(person.team_id)?.name ?? 'another company';
  if (person.is_restricted) return 'guest';
  return person.is_admin ? 'admin' : undefined;
}

function pageChannel(world: World, me: PersonRecord, channel: ChannelRecord): PageChannel {
  const { id, name, kind, topic, isExtShared } = channel;
  const other = kind === 'direct' ? otherEnd(world, channel, me.id) : undefined;
  return {
    id,
    name: other?.real_name ?? name,
    kind,
    ...(other ? { with: other.id } : {}),
    ...(topic ? { topic } : {}),
    ...(isExtShared ? { shared: true } : {}),
  };
}

export function pageMessage(
  channel: ChannelRecord,
  message: StoredMessage,
  viewer: string,
): PageMessage {
  const { ts, user, text, blocks, thread_ts, attachments, files, reactions } = message;
  const replies = repliesOf(channel, ts).length;
  // What people type travels as text and as rich text, and the page renders text itself.
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
    // Who comes in is named there, not spoken to.
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

/** What one viewer's page is told of a change; nothing about what they may not see. */
export function pageEvents(world: World, change: Change, viewer: string): readonly PageEvent[] {
  if (change.kind === 'channels') return [{ type: 'channels' }];
  if ('ephemeral' in change) return ephemeralEvents(change, viewer);
  if (change.kind === 'modals' || change.kind === 'home') {
    return change.user === viewer ? [viewEvent(world, change)] : [];
  }
  if ('run' in change) {
    return change.run.by === viewer ? [{ type: 'run', run: shownRun(change.run) }] : [];
  }
  if (!('channel' in change) || !maySee(world, viewer, change.channel)) return [];
  const { channel } = change;
  const shown = (message: StoredMessage) => pageMessage(channel, message, viewer);
  switch (change.kind) {
    case 'posted':
      return [
        { type: 'message', message: shown(change.message) },
        ...rootChanged(channel, change.message, viewer),
      ];
    case 'changed':
    case 'reacted':
      return [{ type: 'changed', message: shown(change.message) }];
    case 'agent':
      return agentEvents(world, change);
    case 'deleted':
      return [
        { type: 'deleted', channel: channel.id, ts: change.previous.ts },
        ...rootChanged(channel, change.previous, viewer),
      ];
    default:
      return [];
  }
}

/** What a page that has just come must know of views. */
export function viewsNow(world: World, viewer: string): readonly PageEvent[] {
  const stack = stackOf(world, viewer);
  const homes = [...world.homes.values()].filter(({ user }) => user === viewer);
  return [
    viewEvent(world, { kind: 'modals', user: viewer, stack }),
    ...homes.map((view) => viewEvent(world, { kind: 'home', user: viewer, view })),
  ];
}

function viewEvent(world: World, change: Extract<Change, { kind: 'modals' | 'home' }>): PageEvent {
  return change.kind === 'modals'
    ? { type: 'modals', modals: change.stack.map((view) => shownModal(world, view)) }
    : { type: 'home', home: shownView(world, change.view) };
}

function agentEvents(
  world: World,
  { channel, thread }: Extract<Change, { kind: 'agent' }>,
): PageEvent[] {
  if (thread) return [{ type: 'agent', agent: thread }];
  const prompts = world.agents.prompts.get(channel.id);
  return prompts ? [{ type: 'prompts', prompts }] : [];
}

/** A reply more or less changes the count that stands under its root. */
function rootChanged(channel: ChannelRecord, reply: StoredMessage, viewer: string): PageEvent[] {
  const root = channel.messages.get(reply.thread_ts ?? '');
  return root ? [{ type: 'changed', message: pageMessage(channel, root, viewer) }] : [];
}

function ephemeralEvents(
  change: Extract<Change, { readonly ephemeral: Ephemeral }>,
  viewer: string,
): PageEvent[] {
  const { ephemeral, kind } = change;
  if (ephemeral.user !== viewer) return [];
  if (kind === 'whisper-deleted') {
    return [{ type: 'deleted', channel: ephemeral.channel, ts: ephemeral.ts }];
  }
  const type = kind === 'whispered' ? 'message' : 'changed';
  return [{ type, message: pageEphemeral(ephemeral) }];
}
