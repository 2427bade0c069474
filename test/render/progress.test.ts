import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACTIONS } from '../../src/model/actions.js';
import type { Progress } from '../../src/model/outcome.js';
import { renderProgress } from '../../src/render/question/progress.js';
import { expectWithinLimits } from './slack.js';

const working: Progress = {
  phase: { kind: 'working' },
  elapsedMs: 26_000,
  steps: [],
  toolCalls: 0,
};
const shown = (progress: Progress) =>
  JSON.stringify(renderProgress(progress, { questionId: 'q1' }));

it('the progress message changes with each step', () => {
  const texts = fc.array(
    fc.string({ minLength: 1 }).filter((text) => /\w/.test(text)),
    { maxLength: 9 },
  );
  fc.assert(
    fc.property(texts, fc.nat(50), (steps, toolCalls) => {
      const now = { ...working, steps: steps.map((text) => ({ text })), toolCalls };
      expect(shown({ ...now, toolCalls: toolCalls + 1 })).not.toBe(shown(now));
      expect(shown({ ...now, steps: [...now.steps, { text: 'one more' }] })).not.toBe(shown(now));
    }),
    { numRuns: 200 },
  );
});

it('the progress message does not change every second', () => {
  expect(shown({ ...working, elapsedMs: 27_000 })).toBe(shown(working));
});

it('the progress message stays within Slack’s limits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 5_000 }), { maxLength: 5 }),
      (steps) => {
        const progress = { ...working, steps: steps.map((text) => ({ text })) };
        expectWithinLimits(
          renderProgress(progress, { questionId: 'q1', quote: steps.join(' ') || '?' }),
        );
      },
    ),
    { numRuns: 200 },
  );
});

it('the progress message has Cancel until the question is stopping', () => {
  expect(shown(working)).toContain(`"action_id":"${ACTIONS.stop}"`);
  expect(shown({ ...working, phase: { kind: 'stopping' } })).not.toContain('action_id');
});
