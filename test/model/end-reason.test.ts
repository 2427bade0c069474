import { describe, expect, it } from 'vitest';
import { endReason } from '../../src/model/end-reason.js';
import type { Outcome } from '../../src/model/outcome.js';

const transientError = { kind: 'busy', since: 0, attempts: 3, retryAt: 1 } as const;
const failed = (kind: string): Outcome => ({
  kind: 'failed',
  failure: { kind, title: 'a secret', message: 'the question' },
});

describe('the reason in the log of an outcome', () => {
  it.each<[string, Outcome, string | undefined]>([
    ['a refusal', { kind: 'refused', refusal: { reason: 'token', message: 'no' } }, 'token'],
    ['a failure', failed('TokenLimitExceeded'), 'TokenLimitExceeded'],
    ['a failure with text for a name', failed('could not answer: where is the badger'), 'Unknown'],
    ['no reply', { kind: 'unreachable', waitedMs: 1 }, 'busy'],
    ['an answer', { kind: 'completed', afterStop: false }, undefined],
    ['a stop', { kind: 'cancelled', confirmed: true }, undefined],
  ])('%s', (_what, outcome, reason) => {
    expect(endReason({ transientError }, outcome)).toBe(reason);
  });
});
