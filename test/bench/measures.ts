import { setTimeout as sleep } from 'node:timers/promises';
import { type AskedQuestion, type BenchHarness, waitForAll, withBenchHarness } from './harness.js';
import { OPEN_QUESTIONS, type Size } from './load/loads.js';
import { type Program, waitUntilReady } from './programs.js';

/** What one program showed, by the name of the figure. Times in ms. */
export type Figures = Record<string, readonly number[]>;

const forEver = () => 600_000;
const NEVER = Number.POSITIVE_INFINITY;

/** From the spawn until it says that it is ready and acks a question; one that never ends. */
export async function ready(program: Program): Promise<Figures> {
  return withBenchHarness({ workMs: forEver, rooms: 1 }, async (harness) => {
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const startedAt = performance.now();
      const running = await harness.start(program);
      await waitUntilReady(running);
      await harness.ask();
      times.push(performance.now() - startedAt);
      await running.kill();
    }
    return { ready: times };
  });
}

/** How long Slack waits for each 200: 200 events, commands and clicks, four at a time. */
export async function acks(program: Program): Promise<Figures> {
  const ackTimes = (work: (harness: BenchHarness) => Promise<number[]>) =>
    withBenchHarness({ workMs: forEver, rooms: 25 }, async (harness) => {
      await harness.start(program);
      return work(harness);
    });
  return {
    'ack.event': await ackTimes(eventAcks),
    'ack.alone': await ackTimes(sequentialEventAcks),
    'ack.command': await ackTimes(commandAcks),
    'ack.click': await ackTimes(clickAcks),
  };
}

/** Each mention comes as two events. */
async function eventAcks(harness: BenchHarness): Promise<number[]> {
  await fourAtATime(100, () => harness.ask());
  return acksOfEvents(harness);
}

/** One mention after the other, as in a workspace that is not flooded. */
async function sequentialEventAcks(harness: BenchHarness): Promise<number[]> {
  for (let i = 0; i < 50; i++) await harness.ask();
  return acksOfEvents(harness);
}

function acksOfEvents(harness: BenchHarness): number[] {
  const events = harness.workspace.deliveries.filter(
    ({ kind, attempt, payload }) => kind === 'event' && attempt === 1 && saidByPerson(payload),
  );
  return events.map(ackTime);
}

async function commandAcks({ workspace, roomFor }: BenchHarness): Promise<number[]> {
  return fourAtATime(200, async (i) => {
    const { asker: as, channel } = roomFor(i);
    const { ackStatus, ackMs } = await workspace.command({ as, channel, text: `why, q${i}q?` });
    return ackTime({ status: ackStatus, ms: ackMs });
  });
}

async function clickAcks(harness: BenchHarness): Promise<number[]> {
  const button = await postCancelButton(harness);
  return fourAtATime(200, async () => {
    const { ackStatus, ackMs } = await harness.workspace.click(button);
    return ackTime({ status: ackStatus, ms: ackMs });
  });
}

/** Infinite where it was refused. */
function ackTime({ status, ms }: { status: number; ms: number }): number {
  return status === 200 ? ms : NEVER;
}

/** A message of the bot with a Cancel button that may be pressed as often as one likes. */
async function postCancelButton({ workspace, roomFor }: BenchHarness) {
  const { asker, channel } = roomFor(0);
  const actionId = 'question.stop';
  const text = { type: 'plain_text', text: 'Cancel' };
  const elements = [{ type: 'button', action_id: actionId, text, value: 'of-long-ago' }];
  const { ts } = await workspace.say({
    as: workspace.app.botUserId,
    channel,
    text: 'Searching…',
    blocks: [{ type: 'actions', elements }],
  });
  return { as: asker, channel, ts, actionId };
}

function saidByPerson(payload: unknown): boolean {
  const { event } = payload as { event?: { bot_id?: string } };
  return event?.bot_id === undefined;
}

/**
 * Ten questions in ten channels, on which the service works for 10 s: for 9.1 to 10.9 s in truth,
 * since a multiple of somebody's polling would flatter him.
 */
export async function endings(program: Program): Promise<Figures> {
  return withBenchHarness({ workMs: (n) => 9_100 + n * 200, rooms: 10 }, async (harness) => {
    await harness.start(program);
    const asked = await askAll(harness, 10);
    await waitForAll(asked, harness.endedAt, 25_000);
    const ending = asked.map(
      (one) => (harness.endedAt(one) ?? NEVER) - (harness.finishedAt(one) ?? 0),
    );
    return { ending, reads: [harness.mostReads()], 'status.calm': statusTimes(harness, asked) };
  });
}

/** Fifty questions within one second, two in each of 25 channels. */
export async function burst(program: Program): Promise<Figures> {
  return withBenchHarness({ workMs: forEver, rooms: 25 }, async (harness) => {
    await harness.start(program);
    const asked = await askAll(harness, 50);
    await waitForAll(asked, harness.statusAt, 15_000);
    return { 'status.burst': statusTimes(harness, asked) };
  });
}

/** SIGKILL in the middle of ten questions, and a start right after it; answers of the next 15 s. */
export async function kill(program: Program): Promise<Figures> {
  return withBenchHarness({ workMs: () => 4_000, rooms: 10 }, async (harness) => {
    const first = await harness.start(program);
    const asked = await askAll(harness, 10);
    await sleep(1_500);
    await first.kill();
    const killedAt = Date.now();
    await harness.start(program);
    const arrived = await waitForAll(asked, harness.endedAt, 15_000);
    return { 'kill.answers': [arrived.length], 'kill.after': arrived.map((at) => at - killedAt) };
  });
}

const STOPPED = 20;

/**
 * From a click on Cancel until the service hears of it, one after the other, while many are open. No
 * limit of Slack's applies: what waits for one has no button yet.
 */
export async function stops(program: Program, size: Size): Promise<Figures> {
  const open = OPEN_QUESTIONS[size];
  return withBenchHarness({ workMs: forEver, rooms: open, unlimited: true }, async (harness) => {
    await harness.start(program);
    const asked = await fourAtATime(open, () => harness.ask());
    await waitForAll(asked, harness.createdAt, 300_000);
    // The app posts no more status messages than it can end, so some questions have no Cancel button.
    const shown = asked.filter((one) => harness.statusAt(one) !== undefined);
    const times: number[] = [];
    for (let n = 0; n < STOPPED; n += 1) {
      const question = shown[Math.floor((n * shown.length) / STOPPED)];
      times.push(await harness.stopTime(question, 10_000));
    }
    return { stop: times };
  });
}

/** Asks `count` questions spread over one second. */
async function askAll(harness: BenchHarness, count: number): Promise<AskedQuestion[]> {
  const asking: Promise<AskedQuestion>[] = [];
  for (let i = 0; i < count; i++) {
    asking.push(harness.ask());
    await sleep(1_000 / count - 1);
  }
  return Promise.all(asking);
}

/** From the question until its status message stands; infinite where none came. */
function statusTimes(harness: BenchHarness, asked: readonly AskedQuestion[]): number[] {
  return asked.map((one) => (harness.statusAt(one) ?? NEVER) - one.at);
}

async function fourAtATime<T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) results.push(await work(next++));
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  return results;
}
