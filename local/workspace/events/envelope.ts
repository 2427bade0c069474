import { newId } from '../state/ids.js';
import type { Install } from '../state/records.js';
import type { World } from '../state/world.js';
import type { AppEvent } from './app-event.js';
import type { Parcel } from './parcel.js';

/** https://docs.slack.dev/apis/events-api: what is around every event. */
export function enveloped(
  world: World,
  install: Install,
  { event, channel, actor }: AppEvent,
): Parcel {
  const id = newId('Ev');
  const author = actor === undefined ? undefined : world.people.get(actor);
  const team = world.teams.get(install.teamId);
  const origin = channel?.isExtShared && author ? author.team_id : install.teamId;
  const payload = {
    token: world.app.token,
    team_id: origin,
    context_team_id: install.teamId,
    context_enterprise_id: team?.enterpriseId ?? null,
    api_app_id: world.app.appId,
    event,
    type: 'event_callback',
    event_id: id,
    event_time: world.clock.seconds(),
    authorizations: [
      {
        enterprise_id: team?.enterpriseId ?? null,
        team_id: install.teamId,
        user_id: install.botUserId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: channel?.isExtShared ?? false,
    event_context: `4-${Buffer.from(id).toString('base64url')}`,
  };
  return { kind: 'event', id, what: String(event['type']), payload };
}
