import { BULL_PREFIX, QUEUES } from '../../../src/queue/names.js';
import { keys } from '../../../src/store/keys.js';
import { eventually } from '../../support/eventually.js';
import type { Stack } from '../../support/stack.js';

const SLOW_MS = 180_000;
/** The queues of what people send; a question has its own afterwards. */
const REQUESTS = [QUEUES.intake, QUEUES.actions, QUEUES.requests];

/**
 * Waits until the bot has dealt with all that it accepted: no request is queued or at work, and no
 * question is open but those that run until they are stopped, and those whose asker was told to connect an
 * account. `none`: no question is open.
 */
export async function waitUntilIdle(
  stack: Stack,
  runningOn: ReadonlySet<string> | 'none',
): Promise<void> {
  await eventually(async () => {
    // Else the app keeps to Slack's limits: the updates of forty questions take about a minute.
    await stack.refill();
    const left = await requestsLeft(stack);
    if (left > 0) throw new Error(`${left} requests are still queued`);
    const open = await stack.store.zrange(keys.open, 0, '-1');
    const asked = runningOn === 'none' ? open : await stillAsked(stack, open, runningOn);
    if (asked.length > 0) throw new Error(`questions are still open: ${asked.join(', ')}`);
    // A request may have been taken up between the two looks.
    if ((await requestsLeft(stack)) > 0) throw new Error('more requests are queued');
  }, SLOW_MS);
}

async function stillAsked(
  { store }: Stack,
  open: readonly string[],
  runningOn: ReadonlySet<string>,
): Promise<string[]> {
  const others = open.filter((id) => !runningOn.has(id));
  const bodies = await Promise.all(others.map((id) => store.hget(keys.question(id), 'body')));
  return others.filter((_, i) => !isToldToConnect(bodies[i] ?? '{}'));
}

function isToldToConnect(body: string): boolean {
  const { unconnected } = JSON.parse(body) as { unconnected?: { toldAt?: number } };
  return unconnected?.toldAt !== undefined;
}

/** What is delayed for longer, such as the end of a sign-in, is not part of a request. */
const SOON_MS = 60_000;

/** The score of a delayed job: BullMQ's scripts leave room for its order below the time in ms. */
const dueBy = (at: number): number => at * 0x1000;

async function requestsLeft({ store }: Stack): Promise<number> {
  const counts = await Promise.all(
    REQUESTS.flatMap((queue) => {
      const jobs = `${BULL_PREFIX}:${queue}`;
      return [
        store.llen(`${jobs}:wait`),
        store.llen(`${jobs}:active`),
        store.zcount(`${jobs}:delayed`, '-inf', dueBy(Date.now() + SOON_MS)),
        store.zcard(`${jobs}:prioritized`),
      ];
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
