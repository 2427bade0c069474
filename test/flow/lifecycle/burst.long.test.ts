import { describe, expect } from 'vitest';
import type { WebApiCall } from '../../../local/workspace/api/traffic.js';
import type { Workspace } from '../../../local/workspace/workspace.js';
import { newScenario } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';
import { isOpen, questionOf, showsOutcome } from '../../support/visible-outcomes.js';

const QUESTIONS = 30;

/**
 * The rate of updates is learned: the longer calls wait for it, as on a slow machine, the more it grows, until Slack
 * refuses one. These are the first refusal and what was under way by then.
 */
const REFUSED_WHILE_LEARNING = 5;
const isRefused = ({ outcome }: WebApiCall) => outcome === 'ratelimited';

/** The workspace's clock is behind, so that each outcome comes more than 10 s after its question. */
const it = stackTest({ workspace: { now: () => Date.now() - 15_000 } });

/** The questions whose outcome is shown, but whose Cancel button is still there. */
function watchCancelButtons(workspace: Workspace): () => string[] {
  const ended = new Set<string>();
  const open = new Map<string, string>();
  workspace.watchMessages(({ ts, message }) => {
    const question = message && questionOf(message);
    if (message && question !== undefined && isOpen(message)) open.set(ts, question);
    else open.delete(ts);
    if (message && question !== undefined && showsOutcome(message)) ended.add(question);
  });
  return () => [...open.values()].filter((question) => ended.has(question));
}

describe('many questions at once', () => {
  it('Cancel buttons are removed by updates and by deletions, within Slack’s limits', async ({
    stack,
  }) => {
    const { workspace } = stack;
    await stack.refill();
    const left = watchCancelButtons(workspace);
    const asked = await Promise.all(
      Array.from({ length: QUESTIONS }, () => {
        const scenario = newScenario(stack);
        return scenario.asked(scenario.text());
      }),
    );
    await Promise.all(asked.map(({ thread }) => thread.status()));
    for (const { work } of asked) work.answer();
    await Promise.all(asked.map(({ thread }) => thread.ended()));

    await expect.poll(left, { timeout: 100_000 }).toEqual([]);
    const finished = workspace.calls.filter(({ method }) => /^chat\.(update|delete)$/.test(method));
    expect(new Set(finished.map(({ method }) => method)).size).toBe(2);
    expect(finished.filter(isRefused).length).toBeLessThanOrEqual(REFUSED_WHILE_LEARNING);
  });

  it('none waits for room for its status message, and each gets its outcome', async ({ stack }) => {
    await stack.refill();
    const rooms = Array.from({ length: 20 }, () => newScenario(stack));
    const asked = await Promise.all(
      rooms.flatMap((room) => Array.from({ length: 5 }, () => room.asked(room.text()))),
    );
    const withStatus = asked.filter(({ thread }) => thread.ours().length > 0);
    // More could not be ended in time.
    expect(withStatus.length).toBeLessThan(asked.length);
    for (const { work } of asked) work.answer();
    const outcomes = await Promise.all(asked.map(({ thread }) => thread.ended()));
    for (const said of outcomes) expect(said).toEqual([expect.stringContaining('backoff()')]);
    const refused = stack.workspace.calls.filter(isRefused).map(({ method }) => method);
    expect(refused.filter((method) => /^chat\.(post|delete)/.test(method))).toEqual([]);
    expect(refused.filter((method) => method === 'chat.update').length).toBeLessThanOrEqual(
      REFUSED_WHILE_LEARNING,
    );
  });
});
