import { addChannel, addPerson, addTeam, installApp, openDirectMessage } from './directory.js';
import type { ChannelRecord, Install, PersonRecord, Team } from './records.js';
import type { WorkspaceState } from './workspace-state.js';

export interface Seed {
  readonly team: Team;
  /** Undefined if it was not installed from the start. */
  readonly install: Install | undefined;
  readonly people: Record<'kim' | 'ravi' | 'ada' | 'guest' | 'outsider', PersonRecord>;
  readonly channels: Record<'general' | 'backend' | 'security' | 'partners', ChannelRecord>;
}

/** The seed data: a small company, a guest, and a person from another company. */
export function seedState(
  state: WorkspaceState,
  options: {
    readonly botToken?: string | undefined;
    readonly scopes: readonly string[];
    readonly installed: boolean;
    readonly enterpriseId?: string | undefined;
    readonly onOrganization?: boolean | undefined;
  },
): Seed {
  const enterprise = options.enterpriseId ? { enterprise_id: options.enterpriseId } : {};
  const team = addTeam(state, { name: 'Acme', ...enterprise });
  const globex = addTeam(state, { name: 'Globex' });
  const install = options.installed ? installApp(state, team, options) : undefined;
  const people = seedPeople(state, team, globex);
  const channels = seedChannels(state, team, people);
  if (install !== undefined) {
    for (const person of Object.values(people)) openDirectMessage(state, person.id, team.id);
  }
  return { team, install, people, channels };
}

function seedPeople(state: WorkspaceState, team: Team, globex: Team): Seed['people'] {
  const inTeam = { team_id: team.id };
  return {
    kim: addPerson(state, { name: 'kim', real_name: 'Kim Park', ...inTeam }),
    ravi: addPerson(state, { name: 'ravi', real_name: 'Ravi Shah', ...inTeam }),
    ada: addPerson(state, { name: 'ada', real_name: 'Ada Moreau', is_admin: true, ...inTeam }),
    guest: addPerson(state, {
      name: 'gil',
      real_name: 'Gil Novak',
      is_restricted: true,
      ...inTeam,
    }),
    outsider: addPerson(state, {
      name: 'olga',
      real_name: 'Olga Berg',
      is_stranger: true,
      team_id: globex.id,
    }),
  };
}

function seedChannels(state: WorkspaceState, team: Team, people: Seed['people']): Seed['channels'] {
  const { kim, ravi, ada, guest, outsider } = people;
  const inTeam = { team_id: team.id };
  return {
    general: addChannel(state, {
      name: 'general',
      topic: 'Company-wide talk',
      members: [kim, ravi, ada, guest],
      ...inTeam,
    }),
    backend: addChannel(state, { name: 'backend', topic: 'Services and data', ...inTeam }),
    security: addChannel(state, {
      name: 'security',
      kind: 'private',
      members: [kim, ada],
      botIsMember: false,
      ...inTeam,
    }),
    partners: addChannel(state, {
      name: 'partners',
      topic: 'Shared with Globex',
      members: [kim, ada, outsider],
      isExtShared: true,
      ...inTeam,
    }),
  };
}
