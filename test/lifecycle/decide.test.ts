import { describe, expect, it } from 'vitest';
import {
  type DecideInput,
  decide,
  hasWaitedForDays,
  type NextStep,
  reachNeeded,
} from '../../src/lifecycle/decide.js';
import { CANCEL_DEADLINE_MS, KEPT_LIMIT_MS, MAX_REST_MS } from '../../src/lifecycle/schedule.js';
import { ACCOUNT_WAIT_MS } from '../../src/model/account.js';
import { MAX_OPEN_MS } from '../../src/model/limits.js';
import { APP_ERROR } from '../../src/model/outcome.js';
import { questionRecord } from '../store/question-record.js';
import { ASKED_AT, facts, snapshotResult, TIMEOUT_MS, WORKING } from './decide-input.js';

const STOP = { stop: { by: 'U2', at: ASKED_AT } };
const KEEP = { keep: { by: 'U1', at: ASKED_AT } };
const TROUBLE = { kind: 'transient-error' } as const;
const REFUSAL = { reason: 'token', message: 'no' } as const;
const ATTEMPT = { phase: 'creating', prompt: 'p', attempt: { at: ASKED_AT } } as const;

const SHOWN = { posts: { status: { ts: '1.1', at: ASKED_AT } } };

const trouble = (since: number, retryAt: number) => ({
  transientError: {
    kind: 'broken' as const,
    since: ASKED_AT + since,
    attempts: 1,
    retryAt: ASKED_AT + retryAt,
  },
});

/** `rest` by how long and what it shows; an ending by its kind and what else decides it. */
function said(step: NextStep, at: DecideInput): unknown {
  if (step.kind === 'rest') return `rest ${step.until - at.now} ${step.progress.phase.kind}`;
  return step.kind === 'end' ? step.outcome : step.kind;
}

const DAYS = MAX_OPEN_MS + 1;
const EXPIRED = { kind: 'expired', waitedMs: DAYS };
const { processingAt: _never, ...NEVER_STARTED } = WORKING;

type Row = [situation: string, facts: DecideInput, step: unknown];

const table = (rows: Row[]) =>
  it.each(rows)('%s', (_situation, at, step) => expect(said(decide(at), at)).toEqual(step));

describe('before the service has it', () => {
  const stopped = { kind: 'cancelled', by: 'U2', confirmed: true };
  table([
    ['it is its turn', facts()(), 'create'],
    ['others come first', facts({ queuePosition: 2 })(), 'rest 10000 queued'],
    ['it was stopped', facts({ flags: STOP })(), stopped],
    ['its message was deleted', facts({ flags: { withdrawn: STOP.stop } })(), stopped],
    ['it was stopped while others come first', facts({ flags: STOP, queuePosition: 1 })(), stopped],
    ['an attempt is unsettled', facts()(ATTEMPT), 'adopt'],
    ['an attempt is unsettled and it was stopped', facts({ flags: STOP })(ATTEMPT), 'adopt'],
    ['the attempt left nothing', facts({ result: { kind: 'absent' } })(ATTEMPT), 'create'],
    [
      'the attempt left nothing and it was stopped',
      facts({ result: { kind: 'absent' }, flags: STOP })(ATTEMPT),
      stopped,
    ],
    [
      'the service says no',
      facts({ result: { kind: 'refused', refusal: REFUSAL } })(ATTEMPT),
      { kind: 'refused', refusal: REFUSAL },
    ],
    [
      'trouble, to be tried again later',
      facts({ result: TROUBLE, after: 1 })({ ...ATTEMPT, ...trouble(0, 4_001) }),
      'rest 4000 retrying',
    ],
    [
      'the time to try again has not come',
      facts({ after: 1 })({ ...ATTEMPT, ...trouble(0, 4_001) }),
      'rest 4000 retrying',
    ],
    ['the time to try again has come', facts({ after: 4_001 })(trouble(0, 4_001)), 'create'],
    [
      'trouble, stopped, nothing unsettled',
      facts({ flags: STOP, result: TROUBLE })(trouble(0, 4_000)),
      stopped,
    ],
    [
      'somebody else is creating the same text',
      facts({ result: TROUBLE, after: 9_000 })(trouble(0, 4_000)),
      'rest 1000 retrying',
    ],
    [
      'it is asked to wait an hour: it looks at its limits before',
      facts({ result: TROUBLE })(trouble(0, 3_600_000)),
      `rest ${MAX_REST_MS} retrying`,
    ],
    [
      'trouble for all of its time',
      facts({ after: TIMEOUT_MS + 1 })(trouble(0, 3_600_000)),
      { kind: 'unreachable', waitedMs: TIMEOUT_MS + 1 },
    ],
    [
      'trouble that began late has its time too',
      facts({ after: TIMEOUT_MS + 1, result: TROUBLE })(trouble(TIMEOUT_MS, TIMEOUT_MS + 2_001)),
      'rest 2000 retrying',
    ],
    ['it is still not its turn after days', facts({ after: DAYS, queuePosition: 2 })(), EXPIRED],
    ['no worker ran for days', facts({ after: DAYS })(), EXPIRED],
    ['no worker ran for days, and it was stopped', facts({ after: DAYS, flags: STOP })(), stopped],
    ['no worker ran for days after an attempt', facts({ after: DAYS })(ATTEMPT), 'adopt'],
    [
      'no worker ran for days after an attempt, which left nothing',
      facts({ after: DAYS, result: { kind: 'absent' } })(ATTEMPT),
      EXPIRED,
    ],
  ]);
});

describe('while the service works on it', () => {
  const at = (after: number, change: Partial<DecideInput> = {}) => facts({ after, ...change });
  const cancelSent = (after: number) => ({ ...WORKING, cancelSentAt: ASKED_AT + after });
  const failure = { kind: 'InternalError', title: '', message: 'no' };
  table([
    ['nothing was seen in this run', at(0)(WORKING), 'read'],
    ['it works', at(0, { result: snapshotResult('working') })(WORKING), 'rest 1000 working'],
    [
      'it works for long',
      at(30_000, { result: snapshotResult('working') })(WORKING),
      'rest 2470 working',
    ],
    [
      'it works, and a list tells of its outcome',
      at(0, { result: snapshotResult('working'), watchedPollMs: 20_000 })(WORKING),
      'rest 20000 working',
    ],
    [
      'it still works after a stop, and a list tells of its outcome',
      at(5_000, {
        flags: STOP,
        result: snapshotResult('working'),
        watchedPollMs: 20_000,
      })(cancelSent(0)),
      'rest 1000 stopping',
    ],
    [
      'it has no free slot',
      at(0, { result: snapshotResult('pending') })(WORKING),
      'rest 1000 pending',
    ],
    ['it is done', at(0, { result: snapshotResult('completed') })(WORKING), completed(false)],
    [
      'it is done after a stop',
      at(0, { result: snapshotResult('completed'), flags: STOP })(cancelSent(0)),
      completed(true),
    ],
    [
      'it failed',
      at(0, { result: snapshotResult('failed') })(WORKING),
      { kind: 'failed', failure },
    ],
    [
      'it was cancelled elsewhere',
      at(0, { result: snapshotResult('cancelled') })(WORKING),
      { kind: 'cancelled', confirmed: true },
    ],
    [
      'it is done although the time is up',
      at(9 * TIMEOUT_MS, { result: snapshotResult('completed') })(WORKING),
      completed(false),
    ],
    ['its turn is no matter any more', at(0, { queuePosition: 3 })(WORKING), 'read'],
    [
      'the service says no',
      at(0, { result: { kind: 'refused', refusal: REFUSAL } })(WORKING),
      { kind: 'refused', refusal: REFUSAL },
    ],
    ['it is stopped', at(0, { flags: STOP })(WORKING), 'cancel'],
    [
      'it is stopped just as it is done',
      at(0, { flags: STOP, result: snapshotResult('completed') })(WORKING),
      completed(true),
    ],
    ['the stop was sent by us', at(0, { flags: STOP })(cancelSent(0)), 'read'],
    [
      'the stop was sent at the press',
      at(0, { flags: { ...STOP, cancelSent: { by: 'U2', at: ASKED_AT } } })(WORKING),
      'read',
    ],
    [
      'it still works after a stop',
      at(5_000, { flags: STOP, result: snapshotResult('working') })(cancelSent(0)),
      'rest 1000 stopping',
    ],
    [
      'it still works long after a stop',
      at(CANCEL_DEADLINE_MS + 1, { flags: STOP, result: snapshotResult('working') })(cancelSent(0)),
      { kind: 'cancelled', by: 'U2', confirmed: false },
    ],
    [
      'the stop is confirmed',
      at(1, { flags: STOP, result: snapshotResult('cancelled') })(cancelSent(0)),
      { kind: 'cancelled', by: 'U2', confirmed: true },
    ],
    [
      'trouble, the time to look again has not come',
      at(1)({ ...WORKING, ...trouble(0, 5_001) }),
      'rest 5000 retrying',
    ],
    ['trouble, the time has come', at(5_001)({ ...WORKING, ...trouble(0, 5_001) }), 'read'],
    [
      'trouble, but it was stopped',
      at(1, { flags: STOP })({ ...WORKING, ...trouble(0, 5_001) }),
      'cancel',
    ],
    [
      'its time is up',
      at(TIMEOUT_MS + 1, { result: snapshotResult('working') })({ ...WORKING, ...SHOWN }),
      'ask-to-wait',
    ],
    [
      'its time is up, and its status message is not posted yet',
      at(TIMEOUT_MS + 1, { result: snapshotResult('working') })(WORKING),
      'rest 3451 working',
    ],
    [
      'its time is up, and the service asks us to wait an hour',
      at(TIMEOUT_MS + 1)({ ...WORKING, ...SHOWN, ...trouble(0, 3_600_000) }),
      'ask-to-wait',
    ],
    [
      'the person was asked and says nothing',
      at(2 * TIMEOUT_MS, { result: snapshotResult('working') })({
        ...WORKING,
        overdueAskedAt: ASKED_AT,
      }),
      'rest 4823 working',
    ],
    [
      'twice its time is up',
      at(2 * TIMEOUT_MS + 1, { result: snapshotResult('working') })({
        ...WORKING,
        overdueAskedAt: ASKED_AT,
      }),
      'cancel',
    ],
    [
      'it was cancelled since its time was up',
      at(2 * TIMEOUT_MS + 9, { result: snapshotResult('cancelled') })(
        cancelSent(2 * TIMEOUT_MS + 1),
      ),
      { kind: 'expired', waitedMs: 2 * TIMEOUT_MS + 9 },
    ],
    [
      'its time is up and nobody answers the cancel',
      at(2 * TIMEOUT_MS + 2 + CANCEL_DEADLINE_MS, { result: TROUBLE })({
        ...cancelSent(2 * TIMEOUT_MS + 1),
        ...trouble(0, 2 * TIMEOUT_MS),
      }),
      { kind: 'expired', waitedMs: 2 * TIMEOUT_MS + 2 + CANCEL_DEADLINE_MS },
    ],
    [
      'the person chose to wait',
      at(9 * TIMEOUT_MS, { result: snapshotResult('working'), flags: KEEP })(WORKING),
      'rest 5000 working',
    ],
    [
      'the person chose to wait, a day ago',
      at(KEPT_LIMIT_MS + 1, { result: snapshotResult('working'), flags: KEEP })(WORKING),
      'cancel',
    ],
    ['no worker ran for days', at(DAYS)(WORKING), 'read'],
    [
      'no worker ran for days, and it is done',
      at(DAYS, { result: snapshotResult('completed') })(WORKING),
      completed(false),
    ],
    [
      'it has no free slot for days',
      at(DAYS, { result: snapshotResult('pending') })(NEVER_STARTED),
      'cancel',
    ],
    [
      'it was cancelled after days without a free slot',
      at(DAYS, { result: snapshotResult('cancelled') })({
        ...NEVER_STARTED,
        cancelSentAt: ASKED_AT + DAYS - 1,
      }),
      EXPIRED,
    ],
  ]);
});

describe('after its end', () => {
  table([
    ['it is shown', facts()({ phase: 'ended' }), 'deliver'],
    ['it is shown whatever was wished', facts({ flags: STOP })({ phase: 'ended' }), 'deliver'],
    ['nothing is left to do', facts({ flags: STOP })({ phase: 'delivered' }), 'done'],
    ['a create was lost', facts()({ ...ATTEMPT, phase: 'delivered' }), 'sweep'],
    [
      'two creates were made',
      facts()({ ...WORKING, phase: 'delivered', createdTwice: { at: ASKED_AT } }),
      'sweep',
    ],
  ]);
});

describe('where it may be shown', () => {
  const here = { reach: { kind: 'here' } } as const;
  const direct = { reach: { kind: 'direct' } } as const;
  const nobody = { reach: { kind: 'nobody', why: 'not-allowed' } } as const;
  const withheld = { kind: 'withheld', why: 'not-allowed' } as const;
  const working = { result: snapshotResult('working') };
  const ended = { phase: 'ended', outcome: completed(false) } as const;
  const bug = { kind: 'failed', failure: { kind: APP_ERROR, title: '', message: '' } } as const;
  const inDirect = { place: { ...questionRecord().place, channel: 'D1', direct: true } };
  table([
    ['the same place, before it is asked', facts(here)(), 'create'],
    ['the direct message, before it is asked', facts(direct)(), 'move'],
    ['it has moved, before it is asked', facts(direct)(inDirect), 'create'],
    ['nowhere, before it is asked', facts(nobody)(), withheld],
    ['the same place', facts({ ...here, ...working })(WORKING), 'rest 1000 working'],
    ['the direct message', facts({ ...direct, ...working })(WORKING), 'move'],
    ['nowhere: it is cancelled first', facts({ ...nobody, ...working })(WORKING), 'cancel'],
    [
      'nowhere, and it is cancelled',
      facts({ ...nobody, ...working })({ ...WORKING, cancelSentAt: ASKED_AT }),
      withheld,
    ],
    ['the same place, for its outcome', facts(here)(ended), 'deliver'],
    ['the direct message, for its outcome', facts(direct)(ended), 'move'],
    ['nowhere, for its outcome', facts(nobody)(ended), withheld],
    [
      'a withheld outcome is shown wherever it is',
      facts(direct)({ phase: 'ended', outcome: withheld }),
      'deliver',
    ],
    ['so is one after a bug', facts(nobody)({ phase: 'ended', outcome: bug }), 'deliver'],
    [
      'nothing is shown of a deleted thread',
      facts({ ...nobody, flags: { withdrawn: { by: 'U1', at: ASKED_AT } } })(ended),
      'deliver',
    ],
    ['nothing is left to show', facts(nobody)({ phase: 'delivered' }), 'done'],
  ]);

  it.each([
    ['before it is asked', facts()(), 'now'],
    ['before its outcome is shown', facts()(ended), 'now'],
    ['while it runs', facts(working)(WORKING), 'recently'],
    ['for a read', facts()(WORKING), undefined],
    ['while others come first', facts({ queuePosition: 2 })(), undefined],
    ['after its outcome was shown', facts()({ ...ended, outcomeSent: true }), undefined],
    ['after a bug', facts()({ phase: 'ended', outcome: bug }), undefined],
  ] as const)('is looked up %s', (_when, input, freshness) => {
    expect(reachNeeded(input, decide(input))).toBe(freshness);
  });

  it.each([
    [
      'an outcome of three days',
      facts({ after: MAX_OPEN_MS })({ ...ended, endedAt: ASKED_AT }),
      false,
    ],
    ['an older one', facts({ after: DAYS })({ ...ended, endedAt: ASKED_AT }), true],
    ['a question that runs for days', facts({ after: DAYS })(WORKING), false],
  ])('waits no longer for Slack to say so: %s', (_what, input, isOver) => {
    expect(hasWaitedForDays(input)).toBe(isOver);
  });
});

function completed(afterStop: boolean) {
  return { kind: 'completed', afterStop } as const;
}

describe('while its asker has no account connected', () => {
  const DAY = ACCOUNT_WAIT_MS;
  const account = { reason: 'account', message: '' } as const;
  const refused = { result: { kind: 'refused', refusal: account } } as const;
  const waiting = { unconnected: { since: ASKED_AT } };
  const stopped = (confirmed: boolean) => ({ kind: 'cancelled', by: 'U2', confirmed });
  table([
    ['it is not asked', facts({ hasAccount: false })(), 'wait-for-account'],
    [
      'nor queued behind others of its thread',
      facts({ hasAccount: false, queuePosition: 2 })(),
      'wait-for-account',
    ],
    ['it is not looked for', facts({ hasAccount: false })(ATTEMPT), 'wait-for-account'],
    ['the instance refuses the account', facts(refused)(), 'wait-for-account'],
    ['and refuses it while it works', facts(refused)(WORKING), 'wait-for-account'],
    ['it waits a day', facts({ hasAccount: false, after: DAY - 1 })(waiting), 'wait-for-account'],
    [
      'and no longer',
      facts({ hasAccount: false, after: DAY })(waiting),
      { kind: 'refused', refusal: account },
    ],
    [
      'also where the instance works on it',
      facts({ ...refused, after: DAY })({ ...WORKING, ...waiting }),
      { kind: 'refused', refusal: account },
    ],
    ['it is stopped', facts({ hasAccount: false, flags: STOP })(waiting), stopped(true)],
    [
      'it is stopped where it cannot be cancelled',
      facts({ ...refused, flags: STOP })({ ...WORKING, ...waiting }),
      stopped(false),
    ],
    ['it is asked once there is one', facts({ hasAccount: true })(waiting), 'create'],
  ]);

  it('looks again within a minute, and at the end of the day', () => {
    const soon = decide(facts({ hasAccount: false })());
    expect(soon).toMatchObject({ until: ASKED_AT + 60_000 });
    const late = decide(facts({ hasAccount: false, after: DAY - 10 })(waiting));
    expect(late).toMatchObject({ until: ASKED_AT + DAY });
  });
});
