import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Stack, startStack } from '../support/stack.js';
import { run } from './browsing.js';
import { newScene } from './scene.js';

// A window that no run of the test outlasts.
const windowMs = 100 * 365 * 24 * 3600_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ service: { quota: { limit: 2, windowMs } } });
});
afterAll(() => stack.stop());

it('tells how much of the quota is used, once the service says so', async () => {
  const scene = newScene(stack);
  const me = { as: scene.asker, channel: scene.channel };
  const usage = async () => (await run(stack, me, 'usage')).read();
  expect(await usage()).toContain('has not said anything about its quota yet');
  await scene.answered(scene.text());
  expect(await usage()).toMatch(/^\*1 of 2\* of the quota used\. It is filled again <!date\^/);
  await scene.answered(scene.text());
  expect(await usage()).toMatch(/^\*The quota is used up\*: 2 of 2\./);
});

it('counts all the same where there is no limit, and says from when on it counts anew', async () => {
  const unlimited = await startStack({ service: { quota: { limit: -1, windowMs } } });
  onTestFinished(() => unlimited.stop());
  const scene = newScene(unlimited);
  const thread = await scene.answered(scene.text());
  const text = scene.text('and how often');
  await thread.reply(scene.asker, text);
  (await unlimited.desk.next(text)).answer();
  await thread.ended(2);
  const me = { as: scene.asker, channel: scene.channel };
  const [said, whose] = (await run(unlimited, me, 'usage')).read().split('\n');
  expect(said).toMatch(/^\*No limit\.\* .*: 2 used in this period, which ends <!date\^/);
  expect(whose).toContain('the account that your questions here run with');
});
