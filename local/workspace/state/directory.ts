import type { ChannelInput, PersonInput, Ref, TeamInput } from '../api/workspace.js';
import { newId, newToken } from '../protocol/ids.js';
import type { ChannelRecord, Install, PersonRecord, Team } from './records.js';
import type { WorkspaceState } from './workspace-state.js';

export function idOf(ref: Ref): string {
  return typeof ref === 'string' ? ref : ref.id;
}

export function addTeam(state: WorkspaceState, input: TeamInput & { readonly id?: string }): Team {
  const team: Team = {
    id: input.id ?? newId('T'),
    name: input.name,
    domain: input.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    enterpriseId: input.enterprise_id,
    install: undefined,
  };
  state.teams.set(team.id, team);
  return team;
}

/**
 * Installs the app in a workspace, or on its organization for all of that's workspaces: a bot user
 * and a token. An active installation is returned as it is.
 */
export function installApp(
  state: WorkspaceState,
  team: Team,
  options: {
    readonly scopes: readonly string[];
    readonly botToken?: string | undefined;
    readonly onOrganization?: boolean | undefined;
  },
): Install {
  const existing = team.install;
  const organizationId = options.onOrganization ? team.enterpriseId : undefined;
  const isSame = existing?.organizationId === organizationId;
  if (existing && isSame && existing.tokenError === undefined) return existing;
  const botId = existing?.botId ?? newId('B');
  const bot =
    state.people.get(existing?.botUserId ?? '') ??
    addPerson(state, { name: state.app.name, is_bot: true, team_id: team.id, bot_id: botId });
  const install: Install = {
    teamId: team.id,
    organizationId,
    botToken: options.botToken ?? newToken('xoxb'),
    botUserId: bot.id,
    botId,
    scopes: new Set(options.scopes),
    tokenError: undefined,
  };
  for (const it of organizationId === undefined ? [team] : state.teamsOf(organizationId)) {
    it.install = install;
  }
  return install;
}

export function addPerson(
  state: WorkspaceState,
  input: PersonInput & { readonly team_id: string; readonly bot_id?: string },
): PersonRecord {
  const person: PersonRecord = {
    id: newId('U'),
    name: input.name,
    real_name: input.real_name ?? input.name,
    team_id: input.team_id,
    enterprise_id: input.enterprise_id ?? state.teams.get(input.team_id)?.enterpriseId,
    bot_id: input.bot_id ?? (input.is_bot ? newId('B') : undefined),
    is_bot: input.is_bot ?? false,
    is_admin: input.is_admin ?? false,
    is_organization_admin: input.is_organization_admin ?? false,
    is_restricted: input.is_restricted ?? input.is_ultra_restricted ?? false,
    is_ultra_restricted: input.is_ultra_restricted ?? false,
    is_stranger: input.is_stranger ?? false,
    deleted: input.deleted ?? false,
  };
  state.people.set(person.id, person);
  return person;
}

/** Default members: everyone in the workspace except guests and bots. */
export function addChannel(
  state: WorkspaceState,
  input: ChannelInput & { readonly team_id: string },
): ChannelRecord {
  const defaultMembers = () =>
    [...state.people.values()]
      .filter((p) => p.team_id === input.team_id && !p.is_bot && !p.is_restricted)
      .map((p) => p.id);
  const members = new Set(input.members?.map(idOf) ?? defaultMembers());
  const bot = state.botOf(input.team_id);
  if (bot && input.botIsMember !== false) members.add(bot.botUserId);
  const kind = input.kind ?? 'public';
  const channel: ChannelRecord = {
    id: newId(kind === 'direct' ? 'D' : 'C'),
    name: input.name,
    kind,
    topic: input.topic ?? '',
    teamId: input.team_id,
    createdAt: state.clock.seconds(),
    isExtShared: input.isExtShared ?? false,
    hidesSharing: input.hidesSharing ?? false,
    ...(input.creator === undefined ? {} : { creator: idOf(input.creator) }),
    members,
    archived: input.archived ?? false,
    messages: new Map(),
    threads: new Map(),
  };
  state.channels.set(channel.id, channel);
  void state.emit({ kind: 'channels-changed' });
  return channel;
}

/** The direct message between a person and a workspace's bot; created on first use. */
export function openDirectMessage(
  state: WorkspaceState,
  person: string,
  teamId: string,
): ChannelRecord {
  const bot = state.botOf(teamId)?.botUserId;
  for (const channel of state.channels.values()) {
    const { kind, members } = channel;
    if (kind === 'direct' && bot && members.has(bot) && members.has(person)) return channel;
  }
  return addChannel(state, {
    name: 'directmessage',
    kind: 'direct',
    members: [person],
    team_id: teamId,
  });
}

/** By id, or by name with or without `#`. */
export function findChannel(
  state: WorkspaceState,
  ref: string,
  teamId?: string,
): ChannelRecord | undefined {
  const byId = state.channels.get(ref);
  if (byId) return byId;
  const name = ref.replace(/^#/, '');
  return [...state.channels.values()].find(
    (channel) => channel.kind !== 'direct' && channel.name === name && channel.teamId === teamId,
  );
}

/** The other member of a direct message. */
export function otherMember(
  state: WorkspaceState,
  channel: ChannelRecord,
  than: string,
): PersonRecord | undefined {
  const id = [...channel.members].find((member) => member !== than);
  return id === undefined ? undefined : state.people.get(id);
}

/** Members see a channel; public ones are also visible to the workspace, except to guests. */
export function canSee(state: WorkspaceState, viewer: string, channel: ChannelRecord): boolean {
  if (channel.members.has(viewer)) return true;
  const person = state.people.get(viewer);
  if (!person || person.is_restricted || person.is_stranger) return false;
  return channel.kind === 'public' && channel.teamId === person.team_id;
}
