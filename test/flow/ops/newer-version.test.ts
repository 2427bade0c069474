import { Queue } from 'bullmq';
import { expect } from 'vitest';
import { BULL_PREFIX, QUEUES, VERSION } from '../../../src/queue/names.js';
import { keys } from '../../../src/store/keys.js';
import { newScenario, type Scenario } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ roles: ['bot', 'worker'] });

const daysAgo = (days: number) => Date.now() - days * 24 * 3600_000;

const jobKey = (queue: string, id: string) => `${BULL_PREFIX}:${queue}:${id}`;

/** As if the app was set back to this version `days` after a newer one had accepted the question. */
async function askOfNewer(scenario: Scenario, days: number) {
  const { stack } = scenario;
  const { thread } = await scenario.asked(scenario.text());
  await thread.status();
  await stack.bots.at(-1)?.stop();
  const [id = ''] = await stack.store.zrange(keys.open, 0, '-1');
  const stored = await stack.store.hget(keys.question(id), 'body');
  const newer = { ...JSON.parse(stored ?? ''), v: 2, attempt: 'in another form' };
  await stack.store.hset(keys.question(id), 'body', JSON.stringify(newer));
  await stack.store.hset(jobKey(QUEUES.questions, id), 'timestamp', String(daysAgo(days)));
  return { id, thread };
}

const logged = (stack: Stack, id: string) =>
  stack.bots
    .flatMap(({ log }) => log)
    .filter(({ question, level }) => question === id && level === 'error')
    .map(({ msg }) => msg);

it('a question that no newer worker has ended for days ends in its thread', async ({
  stack,
  scenario,
}) => {
  const { id, thread } = await askOfNewer(scenario, 4);
  await stack.startBot('worker');
  await stack.retryUntil(() => expect(thread.endings().join()).toContain('internal error'));
  expect(await thread.ended()).toHaveLength(1);
  expect(logged(stack, id)).toEqual(['question given up: it is for a newer version']);
  await expect.poll(() => stack.store.zscore(keys.open, id)).toBeNull();
  const next = newScenario(stack);
  await next.answered(next.text());
});

it('a request that no newer worker has taken for a day is given up, and its user told', async ({
  stack,
  scenario,
}) => {
  const { store, workspace } = stack;
  const place = { workspace: workspace.app.teamId, channel: scenario.channel.id, direct: false };
  const request = { v: VERSION + 1, kind: 'divine', place, user: scenario.asker.id };
  const queue = new Queue(QUEUES.requests, { connection: store, prefix: BULL_PREFIX });
  const old = { jobId: 'newer', timestamp: daysAgo(2), removeOnComplete: true };
  await queue.add('divine', request, old).finally(() => queue.close());
  await expect.poll(() => scenario.notes()).toEqual([expect.stringContaining('was not done')]);
});
