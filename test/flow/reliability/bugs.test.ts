import { describe, expect } from 'vitest';
import { onlyOutcome, type Scenario, type Thread } from '../../support/scenario.js';
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
  it.for([
    ['became the status message', 30_000],
    ['is a reply of its own', -60_000],
  ] as const)(
    'adds no second outcome to an answer that %s',
    async ([_where, askedLaterMs], { stack, scenario }) => {
      await stack.refill();
      const { thread, work } = await scenario.asked(scenario.text());
      await thread.status();
      await stack.bots.at(-1)?.kill();
      const record = recordOf(stack, scenario, thread);
      const { askedAt } = await record.load();
      await record.change({ workflow: null, askedAt: askedAt + askedLaterMs });
      await stack.startBot();
      work.answer();
      await expect
        .poll(async () => (await record.load()).phase, { timeout: 100_000 })
        .toBe('delivered');
      onlyOutcome(thread.endings());
      expect(stack.outcomes.overlaps()).toEqual([]);
    },
  );
});
