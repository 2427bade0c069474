import { Queue } from 'bullmq';
import { describe, expect } from 'vitest';
import { BULL_PREFIX, QUEUES } from '../../../src/queue/names.js';
import { eventually } from '../../support/eventually.js';
import { newScenario, onlyOutcome, type Scenario, type Thread } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

interface StoredQuestion {
  readonly askedAt: number;
  readonly phase: string;
}

function recordOf(stack: Stack, { channel }: Scenario, { ts }: Thread) {
  const id = `${stack.workspace.app.teamId}-${channel.id}-${ts}`;
  const key = `{deepsearch}:question:${id}`;
  const load = async () =>
    JSON.parse((await stack.store.hget(key, 'body')) ?? '{}') as StoredQuestion;
  return {
    load,
    async change(change: object): Promise<void> {
      await stack.store.hset(key, 'body', JSON.stringify({ ...(await load()), ...change }));
    },
  };
}

/** Runs jobs that wait for their next attempt at once, until `isOver`. */
async function withoutBackoff({ redis }: Stack, isOver: () => Promise<boolean>): Promise<void> {
  const { port } = new URL(redis.url);
  const options = { connection: { port: Number(port) }, prefix: BULL_PREFIX };
  const queue = new Queue(QUEUES.questions, options);
  await eventually(async () => {
    await queue.promoteJobs();
    expect(await isOver()).toBe(true);
  });
  await queue.close();
}

describe('a bug that repeats', () => {
  // Code that reports to workflows fails for such a record, after the answer is posted.
  it('adds no second outcome to an answer in the status message, or in a reply of its own', async ({
    stack,
  }) => {
    await stack.refill();
    const cases = await Promise.all(
      [30_000, -60_000].map(async (askedLaterMs) => {
        const scenario = newScenario(stack);
        const { thread, work } = await scenario.asked(scenario.text());
        await thread.status();
        return { thread, work, askedLaterMs, record: recordOf(stack, scenario, thread) };
      }),
    );
    await stack.bots.at(-1)?.kill();
    for (const { record, askedLaterMs } of cases) {
      const { askedAt } = await record.load();
      await record.change({ workflow: null, askedAt: askedAt + askedLaterMs });
    }
    await stack.startBot();
    for (const { work } of cases) work.answer();
    await withoutBackoff(stack, async () => {
      const phases = await Promise.all(
        cases.map(async ({ record }) => (await record.load()).phase),
      );
      return phases.every((phase) => phase === 'delivered');
    });
    for (const { thread } of cases) onlyOutcome(thread.endings());
    expect(stack.outcomes.overlaps()).toEqual([]);
  });
});
