import { describe, expect } from 'vitest';
import { messageText } from '../../support/message-text.js';
import {
  askedQuestions,
  CANCEL_BUTTON,
  hasButton,
  KEEP_WAITING_BUTTON,
} from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({
  workspace: { limits: 'off' },
  env: { QUESTION_TIMEOUT_MS: '1500' },
});

// They wait for the clock, so they wait together.
describe.concurrent('a question past its time', () => {
  it('asks once whether to keep waiting, and expires without a reply', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    const cancelled = new Promise((resolve) =>
      work.context.signal.addEventListener('abort', resolve),
    );
    const choice = await thread.message('Keep waiting, or stop?');
    expect(messageText(choice)).toMatch(
      /^<@U\w+> This is taking longer[\s\S]*\[Keep waiting\] \[Stop\]$/,
    );
    await cancelled;
    const said = await thread.message('No answer came within');
    expect(messageText(said)).toContain('Ask again');
    await thread.ended(2);
    expect(
      thread.ours().some((m) => hasButton(m, KEEP_WAITING_BUTTON) || hasButton(m, CANCEL_BUTTON)),
    ).toBe(false);
    expect(thread.said().filter((it) => it.includes('Keep waiting, or'))).toEqual([]);
    expect(thread.said().filter((it) => it.includes('No answer came within'))).toHaveLength(1);
    expect(thread.said()).toContain('Stopped waiting.');
    expect(askedQuestions(stack, text)[0]?.error?.kind).toBe('Cancelled');
  });

  it('continues after Keep waiting, and posts the answer', async ({ scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.message('Keep waiting, or stop?');
    await thread.press(scenario.asker, KEEP_WAITING_BUTTON);
    const settled = await thread.message(`<@${scenario.asker.id}> chose to keep waiting`);
    expect(hasButton(settled, KEEP_WAITING_BUTTON) || hasButton(settled, CANCEL_BUTTON)).toBe(
      false,
    );
    const status = await thread.status();
    // Past the time at which it would have ended by itself.
    await thread.message(/\n(?:\d+ s|\d+ min)\n/);
    expect(hasButton(status, CANCEL_BUTTON)).toBe(true);
    work.answer();
    const said = await thread.ended(2);
    expect(said.filter((it) => it.includes('backoff()'))).toHaveLength(1);
    expect(said.filter((it) => it.includes('keep waiting'))).toHaveLength(1);
  });

  it('an overdue question can be stopped', async ({ scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    const cancelled = new Promise((resolve) =>
      work.context.signal.addEventListener('abort', resolve),
    );
    const choice = await thread.message('Keep waiting, or stop?');
    await thread.press(scenario.asker, CANCEL_BUTTON, choice);
    await cancelled;
    const said = await thread.ended(2);
    expect(said[0]).toBe(`Stopped by <@${scenario.asker.id}>.`);
    expect(said[1]).toMatch(/^Stopped waiting/);
    expect(said).toHaveLength(2);
  });

  it('an answer that arrives first removes the overdue prompt', async ({ scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.message('Keep waiting, or stop?');
    work.answer();
    const said = await thread.ended(2);
    expect(said.filter((it) => it.includes('backoff()'))).toHaveLength(1);
    expect(
      thread.ours().some((m) => hasButton(m, KEEP_WAITING_BUTTON) || hasButton(m, CANCEL_BUTTON)),
    ).toBe(false);
  });
});
