import type { Parcel } from '../events/parcel.js';
import type { ChannelRecord, Install, PersonRecord, StoredMessage } from '../state/records.js';
import { view } from '../state/timeline.js';
import type { World } from '../state/world.js';
import type { Block, Entry, Ephemeral } from '../workspace-api.js';
import { actionOf } from './action.js';
import { attachmentContainer, findAttached } from './attached.js';
import { stateOf } from './chosen.js';
import { findElement } from './element.js';
import { common } from './parts.js';

export interface Click {
  readonly install: Install;
  readonly person: PersonRecord;
  readonly channel: ChannelRecord;
  readonly on: { readonly message: StoredMessage } | { readonly ephemeral: Ephemeral };
  readonly actionId: string;
  readonly blockId?: string | undefined;
  readonly value?: Entry | undefined;
  readonly responseUrl: string;
}

/**
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload. Throws where the message has no such
 * element.
 */
export function clickParcel(world: World, click: Click): Parcel {
  const { install, person, channel } = click;
  const id = world.triggers.issue({ install, user: person.id, channel: channel.id });
  return {
    kind: 'interaction',
    id,
    what: 'block_actions',
    payload: {
      type: 'block_actions',
      ...common(world, click),
      container: containerOf(click),
      trigger_id: id,
      channel: {
        id: channel.id,
        name: channel.kind === 'private' ? 'privategroup' : channel.name,
      },
      ...messageOf(click),
      state: stateOf(blocksOf(click)),
      response_url: click.responseUrl,
      actions: [actionTaken(world, click)],
    },
  };
}

function containerOf(click: Click): Record<string, unknown> {
  const { on, channel } = click;
  const attached = attachedIn(click);
  const said = 'message' in on ? on.message : on.ephemeral;
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

function blocksOf({ on }: Click): readonly Block[] {
  return ('message' in on ? on.message.blocks : on.ephemeral.blocks) ?? [];
}

/** Where the element is in a preview below the message, and not in the message itself. */
function attachedIn({ on, actionId, blockId }: Click) {
  const message = 'message' in on ? on.message : undefined;
  const wanted = { actionId, blockId };
  if (!message || findElement(message.blocks ?? [], wanted)) return undefined;
  return findAttached(message, wanted);
}

function actionTaken(world: World, click: Click): Record<string, unknown> {
  const { actionId, blockId, value } = click;
  const found = findElement(blocksOf(click), { actionId, blockId }) ?? attachedIn(click);
  if (!found) throw new Error(`no element with action_id ${actionId} in that message`);
  return {
    ...actionOf(found.element, value),
    block_id: found.blockId,
    action_ts: world.clock.nextTs(),
  };
}
