import { describe, expect } from 'vitest';
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
    await stack.crash();
    for (const { record, askedLaterMs } of cases) {
      const { askedAt } = await record.load();
      await record.change({ workflow: null, askedAt: askedAt + askedLaterMs });
    }
    await stack.startBot();
    for (const { work } of cases) work.answer();
    await stack.retryUntil(async () => {
      const phases = await Promise.all(
        cases.map(async ({ record }) => (await record.load()).phase),
      );
      expect(phases).toEqual(cases.map(() => 'delivered'));
    });
    for (const { thread } of cases) onlyOutcome(thread.endings());
    expect(stack.outcomes.overlaps()).toEqual([]);
  });
});
