import { describe, expect } from 'vitest';
import type { Workspace } from '../../../local/workspace/workspace.js';
import { newScenario } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';
import { isOpen, questionOf, showsOutcome } from '../../support/visible-outcomes.js';

const QUESTIONS = 30;
/** With updates alone, the last status message would change half a minute after its outcome. */
const MAX_LEFT_MS = 15_000;

/** The workspace's clock is behind, so that each outcome comes more than 10 s after its question. */
const it = stackTest({ workspace: { now: () => Date.now() - 15_000 } });

/** How long each question showed its Cancel button after its outcome, ms. */
function watchCancelButtons(workspace: Workspace): () => number[] {
  const outcomeAt = new Map<string, number>();
  const closedAt = new Map<string, number>();
  const open = new Map<string, string>();
  workspace.watchMessages(({ at, ts, message }) => {
    const question = message && questionOf(message);
    const closed = open.get(ts);
    if (message && question !== undefined && isOpen(message)) open.set(ts, question);
    else if (closed !== undefined && open.delete(ts)) closedAt.set(closed, at);
    if (message && question !== undefined && showsOutcome(message)) outcomeAt.set(question, at);
  });
  return () => [...outcomeAt].map(([question, at]) => (closedAt.get(question) ?? Infinity) - at);
}

describe('many questions at once', () => {
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
    const refused = stack.workspace.calls.filter(({ outcome }) => outcome === 'ratelimited');
    expect(refused.filter(({ method }) => method.startsWith('chat.'))).toEqual([]);
  });

  it('no Cancel button is left for long, within Slack’s limits', async ({ stack }) => {
    const { workspace } = stack;
    await stack.refill();
    const leftMs = watchCancelButtons(workspace);
    const asked = await Promise.all(
      Array.from({ length: QUESTIONS }, () => {
        const scenario = newScenario(stack);
        return scenario.asked(scenario.text());
      }),
    );
    await Promise.all(asked.map(({ thread }) => thread.status()));
    for (const { work } of asked) work.answer();
    await Promise.all(asked.map(({ thread }) => thread.ended()));

    expect(leftMs()).toHaveLength(QUESTIONS);
    expect(Math.max(...leftMs())).toBeLessThan(MAX_LEFT_MS);
    const finished = workspace.calls.filter(({ method }) => /^chat\.(update|delete)$/.test(method));
    expect(new Set(finished.map(({ method }) => method)).size).toBe(2);
    expect(finished.map(({ outcome }) => outcome)).not.toContain('ratelimited');
  });
});
