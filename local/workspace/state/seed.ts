import { addChannel, addPerson, addTeam, installApp, openDirect } from './directory.js';
import type { ChannelRecord, Install, PersonRecord, Team } from './records.js';
import type { World } from './world.js';

export interface Seed {
  readonly team: Team;
  readonly install: Install;
  readonly people: Record<'kim' | 'ravi' | 'ada' | 'guest' | 'outsider', PersonRecord>;
  readonly channels: Record<'general' | 'backend' | 'security' | 'partners', ChannelRecord>;
}

/** A small company, a guest in it, and somebody from the company next door. */
export function seed(
  world: World,
  with_: {
    readonly botToken?: string | undefined;
    readonly scopes: readonly string[];
    readonly enterpriseId?: string | undefined;
  },
): Seed {
  const enterprise = with_.enterpriseId ? { enterprise_id: with_.enterpriseId } : {};
  const team = addTeam(world, { name: 'Acme', ...enterprise });
  const globex = addTeam(world, { name: 'Globex' });
  const install = installApp(world, team, with_);
  const people = seedPeople(world, team, globex);
  const channels = seedChannels(world, team, people);
  for (const person of Object.values(people)) openDirect(world, person.id, team.id);
  return { team, install, people, channels };
}

function seedPeople(world: World, team: Team, globex: Team): Seed['people'] {
  const home = { team_id: team.id };
  return {
    kim: addPerson(world, { name: 'kim', real_name: 'Kim Park', ...home }),
    ravi: addPerson(world, { name: 'ravi', real_name: 'Ravi Shah', ...home }),
    ada: addPerson(world, { name: 'ada', real_name: 'Ada Moreau', is_admin: true, ...home }),
    guest: addPerson(world, { name: 'gil', real_name: 'Gil Novak', is_restricted: true, ...home }),
    outsider: addPerson(world, {
      name: 'olga',
      real_name: 'Olga Berg',
      is_stranger: true,
      team_id: globex.id,
    }),
  };
}

function seedChannels(world: World, team: Team, people: Seed['people']): Seed['channels'] {
  const { kim, ravi, ada, guest, outsider } = people;
  const home = { team_id: team.id };
  return {
    general: addChannel(world, {
      name: 'general',
      topic: 'Company-wide talk',
      members: [kim, ravi, ada, guest],
      ...home,
    }),
    backend: addChannel(world, { name: 'backend', topic: 'Services and data', ...home }),
    security: addChannel(world, {
      name: 'security',
      kind: 'private',
      members: [kim, ada],
      botIsMember: false,
      ...home,
    }),
    partners: addChannel(world, {
      name: 'partners',
      topic: 'Shared with Globex',
      members: [kim, ada, outsider],
      isExtShared: true,
      ...home,
    }),
  };
}
