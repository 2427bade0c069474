import type { Delivery } from '../delivery/delivery.js';
import { messageObject } from '../state/messages.js';
import type { ChannelRecord, StoredMessage } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import { type Actor, commonFields, interaction, payloadChannelName } from './payload-parts.js';

export interface ShortcutTarget extends Actor {
  readonly callbackId: string;
  /** For a message shortcut. */
  readonly on?: {
    readonly channel: ChannelRecord;
    readonly message: StoredMessage;
    readonly responseUrl: string;
  };
}

/** https://docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload */
export function shortcutDelivery(state: WorkspaceState, target: ShortcutTarget): Delivery {
  const { install, person, callbackId, on } = target;
  const channel = on ? { channel: on.channel.id } : {};
  const id = state.triggerIds.issue({ install, user: person.id, ...channel });
  const type = on ? 'message_action' : 'shortcut';
  return interaction(id, {
    type,
    ...commonFields(state, target),
    action_ts: state.clock.nextTs(),
    callback_id: callbackId,
    trigger_id: id,
    ...(on ? messageFields(on) : {}),
  });
}

function messageFields({ channel, message, responseUrl }: NonNullable<ShortcutTarget['on']>) {
  const { channel: _channel, ...shown } = messageObject(channel, message);
  return {
    response_url: responseUrl,
    message_ts: message.ts,
    channel: { id: channel.id, name: payloadChannelName(channel) },
    message: shown,
  };
}
