import type { Delivery } from '../delivery/delivery.js';
import { newId } from '../protocol/ids.js';
import type { ChannelRecord, Install } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';

/** An event for one installation, without its envelope. */
export interface AppEvent {
  readonly event: Readonly<Record<string, unknown>>;
  readonly channel: ChannelRecord | undefined;
  /** Who caused it: in a shared channel the envelope names that person's workspace. */
  readonly actor: string | undefined;
}

/** Wraps an event in the envelope of the Events API: https://docs.slack.dev/apis/events-api */
export function eventDelivery(
  state: WorkspaceState,
  install: Install,
  { event, channel, actor }: AppEvent,
): Delivery {
  const id = newId('Ev');
  const author = actor === undefined ? undefined : state.people.get(actor);
  const team = state.teams.get(install.teamId);
  const home = channel?.teamId ?? install.teamId;
  const origin = channel?.isExtShared && author ? author.team_id : home;
  const payload = {
    token: state.app.token,
    team_id: origin,
    context_team_id: install.organizationId === undefined ? install.teamId : null,
    context_enterprise_id: team?.enterpriseId ?? null,
    api_app_id: state.app.appId,
    event,
    type: 'event_callback',
    event_id: id,
    event_time: state.clock.seconds(),
    authorizations: [
      {
        enterprise_id: team?.enterpriseId ?? null,
        team_id: install.organizationId === undefined ? install.teamId : null,
        user_id: install.botUserId,
        is_bot: true,
        is_enterprise_install: install.organizationId !== undefined,
      },
    ],
    is_ext_shared_channel: channel?.isExtShared ?? false,
    event_context: `4-${Buffer.from(id).toString('base64url')}`,
  };
  return { kind: 'event', id, name: String(event['type']), payload };
}
