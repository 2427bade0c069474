import type { ChannelRecord, Install, PersonRecord } from '../state/records.js';
import type { World } from '../state/world.js';

/** Who did something, and in which workspace. */
export interface Doer {
  readonly install: Install;
  readonly person: PersonRecord;
}

/** What every interaction's payload begins with. */
export function common(world: World, { install, person }: Doer): Record<string, unknown> {
  const team = world.teams.get(install.teamId);
  return {
    user: {
      id: person.id,
      username: person.name,
      name: person.name,
      team_id: person.team_id,
    },
    api_app_id: world.app.appId,
    token: world.app.token,
    team: { id: install.teamId, domain: team?.domain ?? '' },
    enterprise: team?.enterpriseId ? { id: team.enterpriseId, name: team.name } : null,
    is_enterprise_install: false,
  };
}

/** A channel as payloads name it: what is private has no name of its own. */
export function shownName({ kind, name }: ChannelRecord): string {
  if (kind === 'direct') return 'directmessage';
  return kind === 'private' ? 'privategroup' : name;
}
