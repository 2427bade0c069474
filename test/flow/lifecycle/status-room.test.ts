import { expect } from 'vitest';
import { messageText } from '../../support/message-text.js';
import { CANCEL_BUTTON, hasButton, rootOf } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

it('the instance is asked while Slack has no room for the status message, and the answer stands alone', async ({
  stack,
  scenario,
}) => {
  const text = scenario.text();
  const limited = { kind: 'ratelimited', retryAfterSeconds: 1 } as const;
  const fault = stack.workspace.faults.add({ method: 'chat.postMessage', ...limited });
  const { thread, work } = await scenario.asked(text);
  expect(thread.ours()).toEqual([]);
  work.answer();
  await stack.service.waitFor(() => isCompleted(stack, text), { what: 'the answer' });
  fault.remove();
  expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  expect(thread.ours()).toHaveLength(1);
});

it('the status message comes once Slack has room for it', async ({ stack, scenario }) => {
  const limited = { kind: 'ratelimited', retryAfterSeconds: 1 } as const;
  stack.workspace.faults.add({ method: 'chat.postMessage', times: 1, ...limited });
  const { thread, work } = await scenario.asked(scenario.text());
  expect(messageText(await thread.status())).toContain('Searching the code…');
  work.answer();
  expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
});

it('the thread of a command continues its conversation, though it was asked before the thread began', async ({
  stack,
  scenario,
}) => {
  const { workspace, engine, service } = stack;
  const text = scenario.text();
  const limited = { kind: 'ratelimited', retryAfterSeconds: 1 } as const;
  const fault = workspace.faults.add({ method: 'chat.postMessage', ...limited });
  await workspace.command({ as: scenario.asker, channel: scenario.channel, text });
  const work = await engine.next(text);
  fault.remove();
  const thread = await rootOf(workspace, scenario.channel, text);
  expect(hasButton(await thread.status(), CANCEL_BUTTON)).toBe(true);
  work.answer();
  await thread.ended();
  const further = scenario.text('and who calls it');
  await workspace.say({
    as: scenario.asker,
    channel: scenario.channel,
    threadTs: thread.ts,
    text: further,
  });
  (await engine.next(further)).answer();
  await thread.ended(2);
  const asked = service.conversations().map(({ questions }) => questions.length);
  expect(asked).toContain(2);
});

function isCompleted({ service }: Stack, text: string): boolean {
  const questions = service.conversations().flatMap((conversation) => conversation.questions);
  return questions.some((one) => one.question.startsWith(text) && one.status === 'completed');
}
