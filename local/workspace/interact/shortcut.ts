import type { Parcel } from '../events/parcel.js';
import type { ChannelRecord, StoredMessage } from '../state/records.js';
import { view } from '../state/timeline.js';
import type { World } from '../state/world.js';
import { common, type Doer, shownName } from './parts.js';

export interface Run extends Doer {
  readonly callbackId: string;
  /** Of a message shortcut. */
  readonly on?: {
    readonly channel: ChannelRecord;
    readonly message: StoredMessage;
    readonly responseUrl: string;
  };
}

/** https://docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload */
export function shortcutParcel(world: World, run: Run): Parcel {
  const { install, person, callbackId, on } = run;
  const channel = on ? { channel: on.channel.id } : {};
  const id = world.triggers.issue({ install, user: person.id, ...channel });
  const type = on ? 'message_action' : 'shortcut';
  return {
    kind: 'interaction',
    id,
    what: type,
    payload: {
      type,
      ...common(world, run),
      action_ts: world.clock.nextTs(),
      callback_id: callbackId,
      trigger_id: id,
      ...(on ? onMessage(on) : {}),
    },
  };
}

function onMessage({ channel, message, responseUrl }: NonNullable<Run['on']>) {
  const { channel: _channel, ...shown } = view(channel, message);
  return {
    response_url: responseUrl,
    message_ts: message.ts,
    channel: { id: channel.id, name: shownName(channel) },
    message: shown,
  };
}
