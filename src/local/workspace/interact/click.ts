import type { Parcel } from '../events/parcel.js';
import type { ChannelRecord, Install, PersonRecord, StoredMessage } from '../state/records.js';
import { view } from '../state/timeline.js';
import type { World } from '../state/world.js';
import type { Block, Ephemeral } from '../workspace-api.js';
import { attachmentContainer, findAttached } from './attached.js';
import { newTriggerId } from './command.js';
import { actionOf, findElement } from './element.js';

export interface Click {
  readonly install: Install;
  readonly person: PersonRecord;
  readonly channel: ChannelRecord;
  readonly on: { readonly message: StoredMessage } | { readonly ephemeral: Ephemeral };
  readonly actionId: string;
  readonly blockId?: string | undefined;
  readonly value?: string | undefined;
  readonly responseUrl: string;
}

/**
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload. Throws where the message has no such
 * element.
 */
export function clickParcel(world: World, click: Click): Parcel {
  const { install, person, channel } = click;
  const team = world.teams.get(install.teamId);
  const id = newTriggerId(install);
  return {
    kind: 'interaction',
    id,
    what: 'block_actions',
    payload: {
      type: 'block_actions',
      user: {
        id: person.id,
        username: person.name,
        name: person.name,
        team_id: person.team_id,
      },
      api_app_id: world.app.appId,
      token: world.app.token,
      container: containerOf(click),
      trigger_id: id,
      team: { id: install.teamId, domain: team?.domain ?? '' },
      enterprise: team?.enterpriseId ? { id: team.enterpriseId, name: team.name } : null,
      is_enterprise_install: false,
      channel: {
        id: channel.id,
        name: channel.kind === 'private' ? 'privategroup' : channel.name,
      },
      ...messageOf(click),
      state: { values: {} },
      response_url: click.responseUrl,
      actions: [actionTaken(world, click)],
    },
  };
}

function containerOf(click: Click): Record<string, unknown> {
  const { on, channel } = click;
  const said = 'message' in on ? on.message : on.ephemeral;
  const attached = attachedIn(click);
  return {
    type: 'message',
    message_ts: said.ts,
    channel_id: channel.id,
    is_ephemeral: 'ephemeral' in on,
    ...(said.thread_ts ? { thread_ts: said.thread_ts } : {}),
    ...(attached ? attachmentContainer(attached.attachment) : {}),
  };
}

/** An ephemeral message is not sent along, and of somebody else's message no more than our preview. */
function messageOf(click: Click): Record<string, unknown> {
  const { on, channel } = click;
  if ('ephemeral' in on) return {};
  const attached = attachedIn(click);
  if (attached) return { app_unfurl: attached.attachment };
  const { channel: _channel, ...message } = view(channel, on.message, { metadata: true });
  return { message };
}

/** Where the element is in a preview below the message, and not in the message itself. */
function attachedIn({ on, actionId, blockId }: Click) {
  const message = 'message' in on ? on.message : undefined;
  const wanted = { actionId, blockId };
  if (!message || findElement(message.blocks ?? [], wanted)) return undefined;
  return findAttached(message, wanted);
}

function actionTaken(world: World, click: Click): Record<string, unknown> {
  const { on, actionId, blockId, value } = click;
  const blocks: readonly Block[] =
    ('message' in on ? on.message.blocks : on.ephemeral.blocks) ?? [];
  const found = findElement(blocks, { actionId, blockId }) ?? attachedIn(click);
  if (!found) throw new Error(`no element with action_id ${actionId} in that message`);
  return {
    ...actionOf(found.element, value),
    block_id: found.blockId,
    action_ts: world.clock.nextTs(),
  };
}
