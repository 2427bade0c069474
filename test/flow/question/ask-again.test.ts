import { expect } from 'vitest';
import {
  ASK_AGAIN_BUTTON,
  askedQuestions,
  CANCEL_BUTTON,
  hasButton,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

it('Ask again asks the same question in the thread, and quotes it', async ({ stack, scenario }) => {
  const text = scenario.text();
  const thread = await scenario.answered(text);
  await thread.choose(scenario.asker, 'again');
  const status = await thread.message(`> ${text}`);
  expect(hasButton(status, CANCEL_BUTTON)).toBe(true);
  (await stack.engine.next(text)).answer({ answer: 'Still in three places.' });
  const [, answer] = await thread.ended(2);
  expect(answer).toContain('Still in three places.');
  expect(askedQuestions(stack, text)).toHaveLength(2);
});

it('Ask again asks once, however often it is clicked', async ({ stack, scenario }) => {
  const text = scenario.text();
  const thread = await scenario.answered(text);
  await Promise.all([1, 2, 3].map(() => thread.choose(scenario.asker, 'again')));
  const work = await stack.engine.next(text);
  await thread.choose(scenario.asker, 'again');
  await waitUntilProcessed(stack);
  work.answer();
  await thread.ended(2);
  expect(askedQuestions(stack, text)).toHaveLength(2);
});

it('a stopped question has Ask again', async ({ stack, scenario }) => {
  const text = scenario.text();
  const { thread } = await scenario.asked(text);
  await thread.press(scenario.asker, CANCEL_BUTTON);
  await thread.ended();
  await thread.press(scenario.asker, ASK_AGAIN_BUTTON);
  (await stack.engine.next(text)).answer({ answer: 'Now I want to know.' });
  const [, answer] = await thread.ended(2);
  expect(answer).toContain('Now I want to know.');
});

it('Ask again works for a question too long for a button value', async ({ stack, scenario }) => {
  const text = `${scenario.text()} ${'It fails at night. '.repeat(150)}`.trim();
  const thread = await scenario.answered(text);
  await thread.choose(scenario.asker, 'again');
  const work = await stack.engine.next(text);
  expect(work.question).toBe(text);
  work.answer({ answer: 'Still in three places.' });
  const [, answer] = await thread.ended(2);
  expect(answer).toContain('Still in three places.');
});

it('an outcome without an answer has Ask again', async ({ stack, scenario }) => {
  const text = scenario.text();
  const { thread, work } = await scenario.asked(text);
  work.fail(new Error('the engine broke'));
  await thread.ended();
  await thread.press(scenario.asker, ASK_AGAIN_BUTTON);
  (await stack.engine.next(text)).answer({ answer: 'This time it works.' });
  const [, answer] = await thread.ended(2);
  expect(answer).toContain('This time it works.');
});
