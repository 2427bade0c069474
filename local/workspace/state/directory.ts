import type { ChannelInput, PersonInput, Ref, TeamInput } from '../workspace-api.js';
import { newId, newToken } from './ids.js';
import type { ChannelRecord, Install, PersonRecord, Team } from './records.js';
import type { World } from './world.js';

export function idOf(ref: Ref): string {
  return typeof ref === 'string' ? ref : ref.id;
}

export function addTeam(world: World, input: TeamInput & { readonly id?: string }): Team {
  const team: Team = {
    id: input.id ?? newId('T'),
    name: input.name,
    domain: input.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    enterpriseId: input.enterprise_id,
    install: undefined,
  };
  world.teams.set(team.id, team);
  return team;
}

/** Puts the app into a workspace: its bot user, and a token. A living install is returned as it is. */
export function installApp(
  world: World,
  team: Team,
  with_: { readonly scopes: readonly string[]; readonly botToken?: string | undefined },
): Install {
  const old = team.install;
  if (old && old.dead === undefined) return old;
  const botId = old?.botId ?? newId('B');
  const bot =
    world.people.get(old?.botUserId ?? '') ??
    addPerson(world, { name: world.app.name, is_bot: true, team_id: team.id, bot_id: botId });
  team.install = {
    teamId: team.id,
    botToken: with_.botToken ?? newToken('xoxb'),
    botUserId: bot.id,
    botId,
    scopes: new Set(with_.scopes),
    dead: undefined,
  };
  return team.install;
}

export function addPerson(
  world: World,
  input: PersonInput & { readonly team_id: string; readonly bot_id?: string },
): PersonRecord {
  const person: PersonRecord = {
    id: newId('U'),
    name: input.name,
    real_name: input.real_name ?? input.name,
    team_id: input.team_id,
    enterprise_id: input.enterprise_id ?? world.teams.get(input.team_id)?.enterpriseId,
    bot_id: input.bot_id ?? (input.is_bot ? newId('B') : undefined),
    is_bot: input.is_bot ?? false,
    is_admin: input.is_admin ?? false,
    is_restricted: input.is_restricted ?? input.is_ultra_restricted ?? false,
    is_ultra_restricted: input.is_ultra_restricted ?? false,
    is_stranger: input.is_stranger ?? false,
    deleted: input.deleted ?? false,
  };
  world.people.set(person.id, person);
  return person;
}

/** Members are those given, or else everybody of that workspace who is no guest. */
export function addChannel(
  world: World,
  input: ChannelInput & { readonly team_id: string },
): ChannelRecord {
  const everybody = () =>
    [...world.people.values()]
      .filter((p) => p.team_id === input.team_id && !p.is_bot && !p.is_restricted)
      .map((p) => p.id);
  const members = new Set(input.members?.map(idOf) ?? everybody());
  const bot = world.botOf(input.team_id);
  if (bot && input.botIsMember !== false) members.add(bot.botUserId);
  const kind = input.kind ?? 'public';
  const channel: ChannelRecord = {
    id: newId(kind === 'direct' ? 'D' : 'C'),
    name: input.name,
    kind,
    topic: input.topic ?? '',
    teamId: input.team_id,
    createdAt: world.clock.seconds(),
    isExtShared: input.isExtShared ?? false,
    members,
    archived: input.archived ?? false,
    messages: new Map(),
    threads: new Map(),
  };
  world.channels.set(channel.id, channel);
  void world.announce({ kind: 'channels' });
  return channel;
}

/** The direct message between a person and the bot of a workspace, opened where there is none yet. */
export function openDirect(world: World, person: string, teamId: string): ChannelRecord {
  const bot = world.botOf(teamId)?.botUserId;
  for (const channel of world.channels.values()) {
    const { kind, members } = channel;
    if (kind === 'direct' && bot && members.has(bot) && members.has(person)) return channel;
  }
  return addChannel(world, {
    name: 'directmessage',
    kind: 'direct',
    members: [person],
    team_id: teamId,
  });
}

/** By id, or by name with or without `#`. */
export function findChannel(world: World, ref: string, teamId?: string): ChannelRecord | undefined {
  const byId = world.channels.get(ref);
  if (byId) return byId;
  const name = ref.replace(/^#/, '');
  return [...world.channels.values()].find(
    (channel) => channel.kind !== 'direct' && channel.name === name && channel.teamId === teamId,
  );
}

/** The person at the other end of a direct message. */
export function otherEnd(
  world: World,
  channel: ChannelRecord,
  than: string,
): PersonRecord | undefined {
  const id = [...channel.members].find((member) => member !== than);
  return id === undefined ? undefined : world.people.get(id);
}

/** Public channels of one's own workspace (guests: none), and wherever one is a member. */
export function maySee(world: World, viewer: string, channel: ChannelRecord): boolean {
  if (channel.members.has(viewer)) return true;
  const person = world.people.get(viewer);
  if (!person || person.is_restricted || person.is_stranger) return false;
  return channel.kind === 'public' && channel.teamId === person.team_id;
}
