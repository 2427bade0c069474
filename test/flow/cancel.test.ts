import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.js';
import { conversationOf, run } from './browsing.js';
import { newScene, type Scene } from './scene.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const me = (by: Scene) => ({ as: by.asker, channel: by.channel });
const NOTHING = 'Nothing that you could stop here is running.';

it('lists one’s running questions, and stops the one that is pressed', async () => {
  const scene = newScene(stack);
  expect((await run(stack, me(scene), 'cancel')).read()).toBe(NOTHING);
  const texts = [scene.text('first'), scene.text('second')];
  const [first, second] = [await scene.asked(texts[0] ?? ''), await scene.asked(texts[1] ?? '')];
  const note = await run(stack, me(scene), 'cancel');
  expect(note.read()).toContain('*2 questions of yours running*');
  expect(note.read()).toMatch(/first(.|\n)*second/);
  expect(note.buttons()).toEqual(['Stop', 'Stop']);

  expect(await note.press('Stop')).toContain('Stopping; its thread says how it ends:\n• first');
  expect(await first.thread.ended()).toEqual([`Stopped by <@${scene.asker.id}>.`]);
  expect(await note.press('What runs')).toContain('*1 question of yours running*');
  second.work.answer();
  expect((await second.thread.ended())[0]).toContain('backoff()');
  expect(await note.press('Stop')).toBe(NOTHING);
});

it('stops what runs in a conversation, by its number', async () => {
  const scene = newScene(stack);
  const text = scene.text();
  const { thread } = await scene.asked(text);
  await thread.message('Looking through the code');
  const note = await run(stack, me(scene), `cancel ${conversationOf(stack, text)}`);
  expect(note.read()).toContain('Stopping;');
  expect(await thread.ended()).toEqual([`Stopped by <@${scene.asker.id}>.`]);
});

it('stops what runs in a thread, where the bot is told to cancel', async () => {
  const scene = newScene(stack);
  const { thread } = await scene.asked(scene.text());
  await thread.reply(scene.asker, `${scene.bot} cancel`);
  expect(await thread.ended()).toEqual([`Stopped by <@${scene.asker.id}>.`]);
});

it('shows nobody what others run', async () => {
  const scene = newScene(stack);
  const text = scene.text();
  const [thread, work] = await Promise.all([scene.direct(text), stack.desk.next(text)]);
  const other = newScene(stack);
  expect((await run(stack, me(other), 'cancel')).read()).toBe(NOTHING);
  const id = conversationOf(stack, text);
  const note = await run(stack, me(other), `cancel ${id}`);
  expect(note.read()).toContain('There is no such conversation, or none that you can reach.');
  work.answer();
  expect((await thread.ended())[0]).toContain('backoff()');
});
