import { expect } from 'vitest';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import { newScenario, type Scenario } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest();

const me = (by: Scenario) => ({ as: by.asker, channel: by.channel });
const NOTHING = 'You have nothing running.';

it('cancel stops the user’s only running question', async ({ stack, scenario }) => {
  const text = scenario.text();
  const { thread } = await scenario.asked(text);
  const note = await runCommand(stack, me(scenario), 'cancel');
  expect(note.read()).toContain(`Stopping. The outcome comes in its thread:\n• ${text}`);
  expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
  expect((await runCommand(stack, me(scenario), 'cancel')).read()).toBe(NOTHING);
});

it('cancel lists the user’s several running questions, and stops the chosen one', async ({
  stack,
  scenario,
}) => {
  expect((await runCommand(stack, me(scenario), 'cancel')).read()).toBe(NOTHING);
  const texts = [scenario.text('first'), scenario.text('second')];
  const [first, second] = [
    await scenario.asked(texts[0] ?? ''),
    await scenario.asked(texts[1] ?? ''),
  ];
  const note = await runCommand(stack, me(scenario), 'cancel');
  expect(note.read()).toContain('*2 questions running*');
  expect(note.read()).toMatch(/second(.|\n)*first/);
  expect(note.buttons()).toEqual(['Stop', 'Stop']);

  expect(await note.press('Stop')).toContain(
    'Stopping. The outcome comes in its thread:\n• second',
  );
  expect(await second.thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
  expect(await note.press('Running questions')).toContain('*1 question running*');
  first.work.answer();
  expect((await first.thread.ended())[0]).toContain('backoff()');
  expect(await note.press('Stop')).toBe(NOTHING);
});

it('cancel stops a conversation by its number', async ({ stack, scenario }) => {
  const text = scenario.text();
  const { thread } = await scenario.asked(text);
  await thread.message('Searching the code');
  const note = await runCommand(stack, me(scenario), `cancel ${conversationIdOf(stack, text)}`);
  expect(note.read()).toContain('Stopping.');
  expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
});

it('cancel in a thread stops its question', async ({ scenario }) => {
  const { thread } = await scenario.asked(scenario.text());
  await thread.reply(scenario.asker, `${scenario.bot} cancel`);
  expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
});

it('cancel does not list other users’ questions', async ({ stack, scenario }) => {
  const text = scenario.text();
  const [thread, work] = await Promise.all([scenario.direct(text), stack.engine.next(text)]);
  const other = newScenario(stack);
  expect((await runCommand(stack, me(other), 'cancel')).read()).toBe(NOTHING);
  const id = conversationIdOf(stack, text);
  const note = await runCommand(stack, me(other), `cancel ${id}`);
  expect(note.read()).toContain('There is no such conversation, or you cannot access it.');
  work.answer();
  expect((await thread.ended())[0]).toContain('backoff()');
});
