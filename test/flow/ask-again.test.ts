import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.js';
import { AGAIN, askedOf, fence, has, newScene, type Scene, STOP } from './scene.js';

let stack: Stack;
let scene: Scene;
beforeAll(async () => {
  stack = await startStack({ workspace: { limits: 'off' } });
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.refill();
  scene = newScene(stack);
});

it('asks the same anew in the thread, and quotes it', async () => {
  const text = scene.text();
  const thread = await scene.answered(text);
  await thread.press(scene.asker, AGAIN);
  const status = await thread.message(`> ${text}`);
  expect(has(status, STOP)).toBe(true);
  (await stack.desk.next(text)).answer({ answer: 'Still in three places.' });
  const [, answer] = await thread.ended(2);
  expect(answer).toContain('Still in three places.');
  expect(askedOf(stack, text)).toHaveLength(2);
});

it('asks once, however often it is pressed', async () => {
  const text = scene.text();
  const thread = await scene.answered(text);
  await Promise.all([1, 2, 3].map(() => thread.press(scene.asker, AGAIN)));
  const work = await stack.desk.next(text);
  await thread.press(scene.asker, AGAIN);
  await fence(stack);
  work.answer();
  await thread.ended(2);
  expect(askedOf(stack, text)).toHaveLength(2);
});

it('stands under a question that was stopped', async () => {
  const text = scene.text();
  const { thread } = await scene.asked(text);
  await thread.press(scene.asker, STOP);
  await thread.ended();
  await thread.press(scene.asker, AGAIN);
  (await stack.desk.next(text)).answer({ answer: 'Now I want to know.' });
  const [, answer] = await thread.ended(2);
  expect(answer).toContain('Now I want to know.');
});

it('asks what is too long for a button, too', async () => {
  const text = `${scene.text()} ${'It fails at night. '.repeat(150)}`.trim();
  const thread = await scene.answered(text);
  await thread.press(scene.asker, `${AGAIN}-of`);
  const work = await stack.desk.next(text);
  expect(work.question).toBe(text);
  work.answer({ answer: 'Still in three places.' });
  const [, answer] = await thread.ended(2);
  expect(answer).toContain('Still in three places.');
});

it('stands under an ending without an answer too', async () => {
  const text = scene.text();
  const { thread, work } = await scene.asked(text);
  work.fail(new Error('the engine broke'));
  await thread.ended();
  await thread.press(scene.asker, AGAIN);
  (await stack.desk.next(text)).answer({ answer: 'This time it works.' });
  const [, answer] = await thread.ended(2);
  expect(answer).toContain('This time it works.');
});
