import type { Delivery } from '../delivery/delivery.js';
import type { ChannelRecord, Install, PersonRecord } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';

/** The person who acts, and the installation that is notified. */
export interface Actor {
  readonly install: Install;
  readonly person: PersonRecord;
}

/** Fields that every interaction payload starts with. */
export function commonFields(
  state: WorkspaceState,
  { install, person }: Actor,
): Record<string, unknown> {
  const team = state.teams.get(install.teamId);
  const isOrgInstall = install.organizationId !== undefined;
  return {
    user: {
      id: person.id,
      username: person.name,
      name: person.name,
      team_id: person.team_id,
    },
    api_app_id: state.app.appId,
    token: state.app.token,
    // https://api.slack.com/enterprise/apps/changes-apis: an organization's installation has no team.
    team: isOrgInstall ? null : { id: install.teamId, domain: team?.domain ?? '' },
    enterprise: team?.enterpriseId ? { id: team.enterpriseId, name: team.name } : null,
    is_enterprise_install: isOrgInstall,
  };
}

/** `id`: of its trigger, or of the view that was closed. */
export function interaction(
  id: string,
  payload: Delivery['payload'] & { readonly type: string },
): Delivery {
  return { kind: 'interaction', id, name: payload.type, payload };
}

/** The channel name in payloads: Slack does not send the names of private channels. */
export function payloadChannelName({ kind, name }: ChannelRecord): string {
  if (kind === 'direct') return 'directmessage';
  return kind === 'private' ? 'privategroup' : name;
}
