import { setTimeout as sleep } from 'node:timers/promises';
import type { Program, Running } from './programs.js';
import { type Asked, all, type Stage, withStage } from './stage.js';

/** What one program showed, by the name of the figure. Times in ms. */
export type Figures = Record<string, readonly number[]>;

const forEver = () => 600_000;
const NEVER = Number.POSITIVE_INFINITY;

/** From the spawn until it says that it is ready and acks a question; one that never ends. */
export async function ready(program: Program): Promise<Figures> {
  return withStage({ workMs: forEver, rooms: 1 }, async (stage) => {
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const startedAt = performance.now();
      const running = await stage.start(program);
      await saysReady(running);
      await stage.ask();
      times.push(performance.now() - startedAt);
      await running.kill();
    }
    return { ready: times };
  });
}

async function saysReady({ ops }: Running): Promise<void> {
  if (ops === undefined) return;
  const deadline = Date.now() + 30_000;
  while (!(await fetch(`http://127.0.0.1:${ops}/readyz`)).ok) {
    if (Date.now() > deadline) throw new Error('the bot does not become ready');
    await sleep(10);
  }
}

/** How long Slack waits for each 200: 200 events, commands and clicks, four at a time. */
export async function acks(program: Program): Promise<Figures> {
  const ackTimes = (work: (stage: Stage) => Promise<number[]>) =>
    withStage({ workMs: forEver, rooms: 25 }, async (stage) => {
      await stage.start(program);
      return work(stage);
    });
  return {
    'ack.event': await ackTimes(eventAcks),
    'ack.alone': await ackTimes(lonelyEventAcks),
    'ack.command': await ackTimes(commandAcks),
    'ack.click': await ackTimes(clickAcks),
  };
}

/** Each mention comes as two events. */
async function eventAcks(stage: Stage): Promise<number[]> {
  await fourAtATime(100, () => stage.ask());
  return acksOfEvents(stage);
}

/** One mention after the other, as in a workspace that is not flooded. */
async function lonelyEventAcks(stage: Stage): Promise<number[]> {
  for (let i = 0; i < 50; i++) await stage.ask();
  return acksOfEvents(stage);
}

function acksOfEvents(stage: Stage): number[] {
  const events = stage.workspace.deliveries.filter(
    ({ kind, attempt, payload }) => kind === 'event' && attempt === 1 && saidByPerson(payload),
  );
  return events.map(ackTime);
}

async function commandAcks({ workspace, roomFor }: Stage): Promise<number[]> {
  return fourAtATime(200, async (i) => {
    const { asker: as, channel } = roomFor(i);
    const { ackStatus, ackMs } = await workspace.command({ as, channel, text: `why, q${i}q?` });
    return ackTime({ status: ackStatus, ms: ackMs });
  });
}

async function clickAcks(stage: Stage): Promise<number[]> {
  const button = await stageButton(stage);
  return fourAtATime(200, async () => {
    const { ackStatus, ackMs } = await stage.workspace.click(button);
    return ackTime({ status: ackStatus, ms: ackMs });
  });
}

/** Infinite where it was refused. */
function ackTime({ status, ms }: { status: number; ms: number }): number {
  return status === 200 ? ms : NEVER;
}

/** A message of the bot with a Cancel button that may be pressed as often as one likes. */
async function stageButton({ workspace, roomFor }: Stage) {
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
  return withStage({ workMs: (n) => 9_100 + n * 200, rooms: 10 }, async (stage) => {
    await stage.start(program);
    const asked = await askAll(stage, 10);
    await all(asked, stage.endedAt, 25_000);
    const ending = asked.map((one) => (stage.endedAt(one) ?? NEVER) - (stage.finishedAt(one) ?? 0));
    return { ending, reads: [stage.mostReads()], 'status.calm': statusTimes(stage, asked) };
  });
}

/** Fifty questions within one second, two in each of 25 channels. */
export async function burst(program: Program): Promise<Figures> {
  return withStage({ workMs: forEver, rooms: 25 }, async (stage) => {
    await stage.start(program);
    const asked = await askAll(stage, 50);
    await all(asked, stage.statusAt, 15_000);
    return { 'status.burst': statusTimes(stage, asked) };
  });
}

/** SIGKILL in the middle of ten questions, and a start right after it; answers of the next 15 s. */
export async function kill(program: Program): Promise<Figures> {
  return withStage({ workMs: () => 4_000, rooms: 10 }, async (stage) => {
    const first = await stage.start(program);
    const asked = await askAll(stage, 10);
    await sleep(1_500);
    await first.kill();
    const killedAt = Date.now();
    await stage.start(program);
    const arrived = await all(asked, stage.endedAt, 15_000);
    return { 'kill.answers': [arrived.length], 'kill.after': arrived.map((at) => at - killedAt) };
  });
}

const OPEN = 2_000;

/** From a click on Cancel until the service hears of it, one after the other, while 2,000 are open. */
export async function stops(program: Program): Promise<Figures> {
  return withStage({ workMs: forEver, rooms: OPEN }, async (stage) => {
    await stage.start(program);
    const asked = await fourAtATime(OPEN, () => stage.ask());
    await all(asked, stage.createdAt, 300_000);
    const times: number[] = [];
    for (let i = 0; i < OPEN; i += OPEN / 20) times.push(await stage.stopTime(asked[i], 10_000));
    return { stop: times };
  });
}

/** Asks `count` questions spread over one second. */
async function askAll(stage: Stage, count: number): Promise<Asked[]> {
  const asking: Promise<Asked>[] = [];
  for (let i = 0; i < count; i++) {
    asking.push(stage.ask());
    await sleep(1_000 / count - 1);
  }
  return Promise.all(asking);
}

/** From the question until its status message stands; infinite where none came. */
function statusTimes(stage: Stage, asked: readonly Asked[]): number[] {
  return asked.map((one) => (stage.statusAt(one) ?? NEVER) - one.at);
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
