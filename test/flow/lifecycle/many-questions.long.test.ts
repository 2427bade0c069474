import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { newScenario, type Thread } from '../../support/scenario.js';
import type { PendingQuestion, Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const withDefaultPolls = stackTest({
  workspace: { limits: 'off' },
  env: { POLL_MIN_MS: '1000', POLL_MAX_MS: '5000' },
});
const withShortPolls = stackTest({
  workspace: { limits: 'off' },
  env: { POLL_MIN_MS: '200', POLL_MAX_MS: '1000' },
});

const ANSWER = 'backoff()';

interface Asked {
  readonly thread: Thread;
  readonly work: PendingQuestion;
}

/** Each in a channel of its own; resolves once the service works on all of them. */
function askMany(stack: Stack, count: number): Promise<Asked[]> {
  const asks = Array.from({ length: count }, () => {
    const scenario = newScenario(stack);
    return scenario.asked(scenario.text());
  });
  return Promise.all(asks);
}

/** Without waiting for what the bot's budget of updates takes to remove the Cancel buttons. */
async function expectOneAnswerEach(asked: readonly Asked[]): Promise<void> {
  await Promise.all(asked.map(({ thread }) => thread.message(ANSWER)));
  const answers = asked.map(({ thread }) => thread.said().filter((text) => text.includes(ANSWER)));
  expect(answers.map(({ length }) => length)).toEqual(asked.map(() => 1));
}

describe('fifty questions at once', () => {
  const it = withDefaultPolls;

  it('take at most three reads of the service each, lists included, and are answered once', async ({
    stack,
    scenario: _witness,
  }) => {
    const since = Date.now();
    const asked = await askMany(stack, 50);
    await stack.refill();
    for (const { work } of asked) {
      await sleep(100);
      work.answer();
    }
    await expectOneAnswerEach(asked);
    const { calls } = stack.service;
    const reads = calls.filter(({ route }) => route === 'read');
    const lists = calls.filter(({ route }) => route === 'list');
    expect(lists.length).toBeGreaterThan(0);
    expect(reads.length).toBeLessThanOrEqual(3 * asked.length);
    // On a slow machine the list is read more often, at most once a second.
    const more = Math.max(0, Math.ceil((Date.now() - since) / 1_000) - 20);
    expect(reads.length + lists.length).toBeLessThanOrEqual(3 * asked.length + more);
  });
});

type Rewrite = (body: string) => string;
type Listed = { readonly id: number; questions?: unknown; updated_at?: unknown };

const each =
  (change: (list: Listed[]) => unknown): Rewrite =>
  (body) =>
    JSON.stringify(change(JSON.parse(body) as Listed[]));

function lagging(ms: number): Rewrite {
  const earlier: { readonly at: number; readonly body: string }[] = [];
  return (body) => {
    earlier.push({ at: Date.now(), body });
    return earlier.findLast(({ at }) => Date.now() - at >= ms)?.body ?? '[]';
  };
}

function repeating(): Rewrite {
  let first: string | undefined;
  return (body) => {
    first ??= body;
    return first;
  };
}

const BROKEN = [
  ['lags behind', { kind: 'rewrite', rewrite: lagging(6_000) }, 'left-out'],
  ['repeats itself', { kind: 'rewrite', rewrite: repeating() }, 'left-out'],
  ['is empty', { kind: 'rewrite', rewrite: () => '[]' }, 'left-out'],
  [
    'leaves out every other conversation',
    { kind: 'rewrite', rewrite: each((list) => list.filter(({ id }) => id % 2 === 0)) },
    'left-out',
  ],
  ['ignores the order', { kind: 'rewrite', rewrite: each((list) => list.reverse()) }, 'not-sorted'],
  [
    'has no times',
    {
      kind: 'rewrite',
      rewrite: each((list) =>
        list.map(({ id, questions }) => ({ id, questions: questions ?? [] })),
      ),
    },
    'no-times',
  ],
  ['is refused', { kind: 'status', status: 403 }, 'failed'],
  ['is a page of a proxy', { kind: 'html' }, 'failed'],
] as const;

describe('where the list of conversations', () => {
  const it = withShortPolls;

  it.beforeEach(async ({ stack }) => {
    // Nothing is watched any more, and what was learnt is forgotten.
    await eventually(async () =>
      expect(await stack.store.exists('{deepsearch}:watch-lease:shared')).toBe(0),
    );
    await stack.store.del('{deepsearch}:list-record:shared');
  });
  it.afterEach(({ stack }) => stack.service.faults.clear());

  it.for(BROKEN)(
    '%s, questions are polled, and each is answered once',
    async ([_name, fault, mistake], { stack, scenario: _witness }) => {
      const known = stack.bots.flatMap(({ log }) => log).length;
      const injected = stack.service.faults.add({ route: 'list', ...fault });
      // Six stay open, since no list is read for a few.
      const asked = await askMany(stack, 12);
      await eventually(() => expect(injected.hits()).toBeGreaterThan(0));
      for (const { work } of asked.slice(0, 6)) work.answer();
      await expectOneAnswerEach(asked.slice(0, 6));
      await eventually(() => {
        const log = stack.bots.flatMap((bot) => bot.log).slice(known);
        expect(log.flatMap((line) => line['mistake'] ?? [])).toContain(mistake);
      });
      for (const { work } of asked.slice(6)) work.answer();
      await expectOneAnswerEach(asked.slice(6));
    },
  );

  it.for([
    [
      'has no questions',
      {
        kind: 'rewrite',
        rewrite: each((list) => list.map(({ questions: _left, ...rest }) => rest)),
      },
    ],
    ['fails', { kind: 'status', status: 500 }],
    ['hangs', { kind: 'hang' }],
  ] as const)('%s, each question is answered once', async ([_name, fault], { stack, scenario }) => {
    const injected = stack.service.faults.add({ route: 'list', ...fault });
    const asked = await askMany(stack, 8);
    await eventually(() => expect(injected.hits()).toBeGreaterThan(0));
    for (const { work } of asked) work.answer();
    await expectOneAnswerEach(asked);
    await scenario.answered(scenario.text());
  });
});
