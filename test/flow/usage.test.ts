import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.js';
import { run } from './browsing.js';
import { newScene } from './scene.js';

let stack: Stack;
beforeAll(async () => {
  // A window that no run of the test outlasts.
  stack = await startStack({
    service: { quota: { limit: 2, windowMs: 100 * 365 * 24 * 3600_000 } },
  });
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
