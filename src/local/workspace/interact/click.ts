import type { Parcel } from '../events/parcel.js';
import type { ChannelRecord, Install, PersonRecord, StoredMessage } from '../state/records.js';
import { view } from '../state/timeline.js';
import type { World } from '../state/world.js';
import type { Block, Entry, Ephemeral } from '../workspace-api.js';
import { actionOf } from './action.js';
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

function containerOf({ on, channel }: Click): Record<string, unknown> {
  const said = 'message' in on ? on.message : on.ephemeral;
  return {
    type: 'message',
    message_ts: said.ts,
    channel_id: channel.id,
    is_ephemeral: 'ephemeral' in on,
    ...(said.thread_ts ? { thread_ts: said.thread_ts } : {}),
  };
}

/** An ephemeral message is not sent along: it is nowhere to be read. */
function messageOf({ on, channel }: Click): Record<string, unknown> {
  if ('ephemeral' in on) return {};
  const { channel: _channel, ...message } = view(channel, on.message, { metadata: true });
  return { message };
}

function blocksOf({ on }: Click): readonly Block[] {
  return ('message' in on ? on.message.blocks : on.ephemeral.blocks) ?? [];
}

function actionTaken(world: World, click: Click): Record<string, unknown> {
  const { actionId, blockId, value } = click;
  const found = findElement(blocksOf(click), { actionId, blockId });
  if (!found) throw new Error(`no element with action_id ${actionId} in that message`);
  return {
    ...actionOf(found.element, value),
    block_id: found.blockId,
    action_ts: world.clock.nextTs(),
  };
}
