import { type DeliveryOutcome, succeeded } from '../delivery/delivery.js';
import type { Outbox } from '../delivery/outbox.js';
import { postSlackbotEphemeral } from '../state/ephemerals.js';
import type { Install, StateChange } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import { eventsFor } from './app-events.js';
import type { AppEvent } from './envelope.js';
import { eventDelivery } from './envelope.js';

export interface EventSink {
  readonly outbox: Outbox;
  /** Event subscriptions, named as in a manifest. */
  readonly subscribedEvents: ReadonlySet<string>;
}

/** Sends the events of a change to every installation. Resolves when all first attempts are done. */
export async function sendEvents(
  state: WorkspaceState,
  { outbox, subscribedEvents }: EventSink,
  change: StateChange,
): Promise<void> {
  const installs = change.kind === 'app-uninstalled' ? [change.install] : state.installs();
  const outcomes = await Promise.all(
    installs.flatMap((install) =>
      eventsFor(state, install, change)
        .filter(
          (event) => subscribedEvents.has(subscriptionName(event)) && mayReceive(install, event),
        )
        .map((event) => outbox.send(eventDelivery(state, install, event))),
    ),
  );
  if (change.kind === 'message-posted') warnIfUndelivered(state, change, outcomes);
}

/** Slack shows nothing when an event reaches no app. Here the sender sees why. */
function warnIfUndelivered(
  state: WorkspaceState,
  { channel, message }: Extract<StateChange, { kind: 'message-posted' }>,
  outcomes: readonly DeliveryOutcome[],
): void {
  const bots = state.installs().map((install) => install.botUserId);
  if (message.bot_id !== undefined || outcomes.some(succeeded)) return;
  const mentionedBots = bots.filter((bot) => message.text.includes(`<@${bot}`));
  const isForApp = channel.kind === 'direct' || mentionedBots.length > 0;
  if (!isForApp) return;
  const target = { channel, user: message.user };
  if (outcomes.length > 0)
    postSlackbotEphemeral(state, target, 'The app did not respond. Is it running?');
  else
    postSlackbotEphemeral(
      state,
      target,
      'The app is not in this channel. Type /invite @deepsearch to let it in.',
    );
}

const MESSAGE_SCOPES: Readonly<Record<string, string>> = {
  channel: 'channels:history',
  group: 'groups:history',
  mpim: 'mpim:history',
  im: 'im:history',
};

/** Messages reach only an installation with the scope for their kind of conversation. */
function mayReceive({ scopes }: Install, { event }: AppEvent): boolean {
  if (event['type'] !== 'message') return true;
  const scope = MESSAGE_SCOPES[String(event['channel_type'])];
  return scope === undefined || scopes.has(scope);
}

const MESSAGE_SUBSCRIPTIONS: Readonly<Record<string, string>> = {
  channel: 'message.channels',
  group: 'message.groups',
  mpim: 'message.mpim',
  im: 'message.im',
};

function subscriptionName({ event }: AppEvent): string {
  const type = String(event['type']);
  return type === 'message' ? (MESSAGE_SUBSCRIPTIONS[String(event['channel_type'])] ?? type) : type;
}
