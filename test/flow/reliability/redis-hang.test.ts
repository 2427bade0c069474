import { expect } from 'vitest';
import {
  askedQuestions,
  CANCEL_BUTTON,
  threadAt,
  waitUntilProcessed,
} from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

// Slack waits for 3 s; the redeliveries are the tests' own.
const it = stackTest({ workspace: { limits: 'off', redelivery: { delaysMs: [] } } });
it.beforeAll(async ({ stack }) => {
  await waitUntilProcessed(stack);
});
it.afterAll(({ stack }) => stack.redis.resume());

/** Hands every event about `ts` over once more, as Slack does where no 200 came. */
async function redeliver(stack: Stack, ts: string): Promise<number[]> {
  const events = stack.workspace.deliveries.filter(
    ({ kind, payload }) => kind === 'event' && JSON.stringify(payload).includes(`"ts":"${ts}"`),
  );
  const again = events.map(({ id }) => stack.workspace.redeliver(id));
  return (await Promise.all(again)).map(({ status }) => status);
}

it('an event that cannot be stored gets a 500 in time, and is answered once when Slack retries', async ({
  stack,
  scenario,
}) => {
  const { redis, workspace, engine } = stack;
  const text = scenario.text();
  redis.pause();
  const thread = await scenario.mention(text);
  const refusals = workspace.deliveries.slice(-2).map(({ status }) => status);
  redis.resume();
  expect(refusals).toEqual([500, 500]);
  expect(await redeliver(stack, thread.ts)).toEqual([200, 200]);
  (await engine.next(text)).answer();
  expect(await thread.ended()).toHaveLength(1);
  await waitUntilProcessed(stack);
  expect(askedQuestions(stack, text)).toHaveLength(1);
  expect(thread.endings()).toHaveLength(1);
});

it('a reply that cannot be stored gets a 500 instead of being ignored', async ({
  stack,
  scenario,
}) => {
  const { redis, workspace, engine } = stack;
  const [first, second] = [scenario.text(), scenario.text()];
  const thread = await scenario.answered(first);
  redis.pause();
  const { ts } = await thread.reply(scenario.asker, second);
  const refusal = workspace.deliveries.at(-1)?.status;
  redis.resume();
  expect(refusal).toBe(500);
  expect(await redeliver(stack, ts)).toEqual([200]);
  (await engine.next(second)).answer();
  expect(await thread.ended(2)).toHaveLength(2);
});

it('the log names Redis, its address and its setting while Redis hangs, and what Slack sends again', async ({
  stack,
  scenario,
}) => {
  const { redis, workspace } = stack;
  const { asker: as, channel } = scenario;
  redis.pause();
  await workspace.command({ as, channel, text: scenario.text() });
  await scenario.mention(scenario.text());
  redis.resume();
  const errors = () =>
    stack.bots
      .flatMap(({ log }) => log)
      .flatMap(({ msg, kind, err }) =>
        String(msg).includes('not accepted') ? [{ msg, kind, err }] : [],
      );
  const message = expect.stringMatching(
    new RegExp(`Redis at 127\\.0\\.0\\.1:${redis.port} .*REDIS_URL`),
  );
  const notAccepted = 'request not accepted: Slack shows the person an error';
  await expect.poll(errors).toContainEqual({
    msg: notAccepted,
    kind: 'command',
    err: expect.objectContaining({ message }),
  });
  await expect.poll(errors).toContainEqual({
    msg: 'event not accepted: Slack will send it again',
    err: expect.objectContaining({ message }),
  });
});

it('commands and clicks tell the user while Redis hangs', async ({ stack, scenario }) => {
  const { redis, workspace } = stack;
  const { asker, channel } = scenario;
  const { thread, work } = await scenario.asked(scenario.text());
  const status = await thread.status();
  redis.pause();
  const [command, click] = await Promise.all([
    workspace.command({ as: asker, channel, text: scenario.text() }),
    workspace.click({ as: asker, channel, ts: status.ts, actionId: CANCEL_BUTTON }),
  ]);
  redis.resume();
  expect([command.ackStatus, click.ackStatus]).toEqual([500, 500]);
  work.answer();
  expect((await thread.ended())[0]).toMatch(/backoff\(\)|Stopped/);
});

it('a running question continues when Redis is back', async ({ stack, scenario }) => {
  const { redis, service } = stack;
  const text = scenario.text();
  const { thread, work } = await scenario.asked(text);
  redis.pause();
  const other = await stack.workspace.say({
    as: scenario.asker,
    channel: scenario.channel,
    text: 'so?',
  });
  work.answer();
  await service.waitFor(() => askedQuestions(stack, text)[0]?.status === 'completed');
  redis.resume();
  expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  expect(threadAt(stack.workspace, scenario.channel, other.ts).ours()).toEqual([]);
});

it('a Redis restart loses no question', async ({ stack, scenario }) => {
  const { redis } = stack;
  const { thread, work } = await scenario.asked(scenario.text());
  await redis.restart();
  work.answer();
  expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
});
