import { describe, expect, it } from 'vitest';
import type { DecideInput } from '../../src/lifecycle/decide.js';
import { progressOf } from '../../src/lifecycle/progress.js';
import { ASKED_AT, facts, snapshotResult, snapshotWith, WORKING } from './decide-input.js';

const STOP = { stop: { by: 'U2', at: ASKED_AT } };
const TROUBLE = {
  transientError: { kind: 'busy', since: ASKED_AT, attempts: 1, retryAt: ASKED_AT + 1 },
} as const;

const rows: [string, DecideInput, unknown][] = [
  ['nothing has happened', facts()(), { kind: 'received' }],
  ['others come first', facts({ queuePosition: 2 })(), { kind: 'queued', position: 2 }],
  ['the service has it', facts()(WORKING), { kind: 'working' }],
  [
    'it has no free slot',
    facts({ result: snapshotResult('pending') })(WORKING),
    { kind: 'pending' },
  ],
  [
    'it works',
    facts({ result: snapshotResult('working'), queuePosition: 2 })(WORKING),
    { kind: 'working' },
  ],
  ['there is trouble', facts()({ ...WORKING, ...TROUBLE }), { kind: 'retrying', reason: 'busy' }],
  [
    'trouble before its turn',
    facts({ queuePosition: 1 })(TROUBLE),
    { kind: 'retrying', reason: 'busy' },
  ],
  ['it is stopped', facts({ flags: STOP })({ ...WORKING, ...TROUBLE }), { kind: 'stopping' }],
];

describe('progress', () => {
  it.each(rows)('the progress says when %s', (_when, at, phase) => {
    expect(progressOf(at).phase).toEqual(phase);
  });

  it('the progress says how long answers take, while that is useful', () => {
    expect(progressOf(facts({ typicalMs: 40_000 })(WORKING)).typicalMs).toBe(40_000);
    const waits = facts({ typicalMs: 40_000, queuePosition: 2 })();
    expect(progressOf(waits)).not.toHaveProperty('typicalMs');
    expect(progressOf(facts()(WORKING))).not.toHaveProperty('typicalMs');
  });

  it('the progress has elapsed time, steps and tool calls', () => {
    const steps = [{ text: 'searching', at: ASKED_AT }];
    const snapshot = { ...snapshotWith('working', 3), steps };
    const reach = { kind: 'here' } as const;
    const at = facts({ after: 4_000, result: { kind: 'snapshot', snapshot }, reach })(WORKING);
    expect(progressOf(at)).toEqual({
      phase: { kind: 'working' },
      elapsedMs: 4_000,
      steps,
      toolCalls: 3,
    });
  });

  it.each([
    { where: 'may see some repositories', reach: { kind: 'here', limited: true }, shown: 0 },
    { where: 'is not looked up', reach: undefined, shown: 0 },
    { where: 'is a direct message', reach: undefined, channel: 'D1', shown: 1 },
  ] as const)('it shows $shown steps if its place $where', ({ reach, shown, ...where }) => {
    const channel = 'channel' in where ? where.channel : 'C1';
    const steps = [{ text: 'reading acme/secret', at: ASKED_AT }];
    const snapshot = { ...snapshotWith('working', 3), steps };
    const place = { workspace: 'T1', channel, direct: channel === 'D1' };
    const at = facts({ result: { kind: 'snapshot', snapshot }, ...(reach && { reach }) });
    expect(progressOf(at({ ...WORKING, place })).steps).toHaveLength(shown);
  });

  it('the elapsed time is never negative, even if Slack’s clock is ahead', () => {
    expect(progressOf(facts({ after: -5_000 })()).elapsedMs).toBe(0);
  });
});
