import { note } from '../interact/command.js';
import type { Change } from '../state/records.js';
import type { World } from '../state/world.js';
import type { AppEvent } from './app-event.js';
import { enveloped } from './envelope.js';
import type { Outbox } from './outbox.js';
import { type Outcome, succeeded } from './parcel.js';
import { eventsOf } from './payloads.js';

export interface Audience {
  readonly outbox: Outbox;
  /** Events subscribed to, as a manifest names them. */
  readonly subscribed: ReadonlySet<string>;
}

/** Tells every install of the app what happened. Resolves when all first attempts are over. */
export async function tellApps(
  world: World,
  { outbox, subscribed }: Audience,
  change: Change,
): Promise<void> {
  const installs = change.kind === 'uninstalled' ? [change.install] : world.installs();
  const outcomes = await Promise.all(
    installs.flatMap((install) =>
      eventsOf(world, install, change)
        .filter((event) => subscribed.has(subscriptionOf(event)))
        .map((event) => outbox.send(enveloped(world, install, event))),
    ),
  );
  if (change.kind === 'posted') noteSilence(world, change, outcomes);
}

/** Slack says nothing when an event finds nobody; whoever tries this out should not have to guess. */
function noteSilence(
  world: World,
  { channel, message }: Extract<Change, { kind: 'posted' }>,
  outcomes: readonly Outcome[],
): void {
  const bots = world.installs().map((install) => install.botUserId);
  if (message.bot_id !== undefined || outcomes.some(succeeded)) return;
  const mentioned = bots.filter((bot) => message.text.includes(`<@${bot}`));
  const addressed = channel.kind === 'direct' || mentioned.length > 0;
  if (!addressed) return;
  const who = { channel, user: message.user };
  if (outcomes.length > 0) note(world, who, 'The app did not respond. Is it running?');
  else note(world, who, 'The app is not in this channel. Type /invite @deepsearch to let it in.');
}

const MESSAGES: Readonly<Record<string, string>> = {
  channel: 'message.channels',
  group: 'message.groups',
  im: 'message.im',
};

function subscriptionOf({ event }: AppEvent): string {
  const type = String(event['type']);
  return type === 'message' ? (MESSAGES[String(event['channel_type'])] ?? type) : type;
}
