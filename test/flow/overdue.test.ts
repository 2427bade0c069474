import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.js';
import { askedOf, has, KEEP, newScene, STOP, shown } from './scene.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    workspace: { limits: 'off' },
    env: { QUESTION_TIMEOUT_MS: '1500' },
  });
});
afterAll(() => stack.stop());

// They wait for the clock, so they wait together.
describe.concurrent('a question past its time', () => {
  it('asks once whether to go on, and ends as expired where nobody says', async () => {
    const scene = newScene(stack);
    const text = scene.text();
    const { thread, work } = await scene.asked(text);
    const cancelled = new Promise((resolve) =>
      work.context.signal.addEventListener('abort', resolve),
    );
    const choice = await thread.message('Keep waiting, or stop here?');
    expect(shown(choice)).toMatch(
      /^<@U\w+> This is taking longer[\s\S]*\[Keep waiting\] \[Stop\]$/,
    );
    await cancelled;
    const said = await thread.message('No answer came within');
    expect(shown(said)).toContain('Ask again');
    await thread.ended(2);
    expect(thread.ours().some((m) => has(m, KEEP) || has(m, STOP))).toBe(false);
    expect(thread.said().filter((it) => it.includes('Keep waiting, or'))).toEqual([]);
    expect(thread.said().filter((it) => it.includes('No answer came within'))).toHaveLength(1);
    expect(thread.said()).toContain('Not waiting any longer.');
    expect(askedOf(stack, text)[0]?.error?.kind).toBe('Cancelled');
  });

  it('goes on where somebody keeps waiting, and the answer comes', async () => {
    const scene = newScene(stack);
    const { thread, work } = await scene.asked(scene.text());
    await thread.message('Keep waiting, or stop here?');
    await thread.press(scene.asker, KEEP);
    const settled = await thread.message(`<@${scene.asker.id}> chose to keep waiting`);
    expect(has(settled, KEEP) || has(settled, STOP)).toBe(false);
    const status = await thread.status();
    // Past the time at which it would have ended by itself.
    await thread.message(/\n5 seconds so far\n/);
    expect(has(status, STOP)).toBe(true);
    work.answer();
    const said = await thread.ended(2);
    expect(said.filter((it) => it.includes('backoff()'))).toHaveLength(1);
    expect(said.filter((it) => it.includes('keep waiting'))).toHaveLength(1);
  });

  it('stops where somebody chooses to', async () => {
    const scene = newScene(stack);
    const { thread, work } = await scene.asked(scene.text());
    const cancelled = new Promise((resolve) =>
      work.context.signal.addEventListener('abort', resolve),
    );
    const choice = await thread.message('Keep waiting, or stop here?');
    await thread.press(scene.asker, STOP, choice);
    await cancelled;
    const said = await thread.ended(2);
    expect(said[0]).toBe(`Stopped by <@${scene.asker.id}>.`);
    expect(said[1]).toMatch(/^Not waiting any longer/);
    expect(said).toHaveLength(2);
  });

  it('whose answer comes before anybody says shows it, and asks no more', async () => {
    const scene = newScene(stack);
    const { thread, work } = await scene.asked(scene.text());
    await thread.message('Keep waiting, or stop here?');
    work.answer();
    const said = await thread.ended(2);
    expect(said.filter((it) => it.includes('backoff()'))).toHaveLength(1);
    expect(thread.ours().some((m) => has(m, KEEP) || has(m, STOP))).toBe(false);
  });
});
