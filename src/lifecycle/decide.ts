import { ACCOUNT_WAIT_MS } from '../model/account.js';
import { isOver, type Snapshot } from '../model/answer.js';
import { MAX_OPEN_MS } from '../model/limits.js';
import { APP_ERROR, type Outcome, type Progress } from '../model/outcome.js';
import { openAttempt, type Question } from '../model/question.js';
import { type Hazards, pollDelay } from './poll-schedule.js';
import { type ProgressInput, progressOf } from './progress.js';
import {
  ACCOUNT_RECHECK_MS,
  CANCEL_DEADLINE_MS,
  KEPT_LIMIT_MS,
  MAX_REST_MS,
  type PollInterval,
  QUEUED_RECHECK_MS,
} from './schedule.js';

/** Everything that the next step depends on. */
export interface DecideInput extends ProgressInput {
  readonly timeoutMs: number;
  readonly pollInterval: PollInterval;
  /** When questions usually end on this instance. */
  readonly hazards: Hazards;
  /** Where a list of conversations tells of its outcome: the delay until the next read all the same, ms. */
  readonly watchedPollMs?: number;
  /** False: it has to run with its asker's own account, and they have connected none. */
  readonly hasAccount?: boolean;
}

/** What the job does next. After every step but `rest`, `sweep` and `done` it decides again. */
export type NextStep =
  | { readonly kind: 'adopt' | 'create' | 'read' | 'cancel' | 'ask-to-wait' | 'deliver' }
  /** The question goes on in its author's direct message. */
  | { readonly kind: 'move' }
  /** Its asker has to connect their account: tell them once, and run again at `until`, ms since the epoch. */
  | { readonly kind: 'wait-for-account'; readonly until: number; readonly progress: Progress }
  /** The outcome is delivered; `sweep` removes what lost attempts left on the instance. */
  | { readonly kind: 'sweep' | 'done' }
  | { readonly kind: 'end'; readonly outcome: Outcome }
  /** Show progress, and run again at `until`, ms since the epoch. */
  | { readonly kind: 'rest'; readonly until: number; readonly progress: Progress };

/** Decides the next step of a question's job. Pure. */
export function decide(input: DecideInput): NextStep {
  const { flags } = input;
  // Whose message was deleted is stopped too, but a moment later.
  const stop = flags.stop ?? flags.withdrawn;
  const step = nextStep(stop === undefined ? input : { ...input, flags: { ...flags, stop } });
  return reachNeeded(input, step) === undefined ? step : withinReach(input, step);
}

/**
 * Whether a step needs to know where the question may be shown, and how fresh that must be: before it is
 * asked and before its outcome is shown, `now`; while it runs, `recently`.
 */
export function reachNeeded(
  { question, flags }: DecideInput,
  { kind }: NextStep,
): 'now' | 'recently' | undefined {
  if (kind === 'create') return 'now';
  if (flags.withdrawn !== undefined) return undefined;
  if (kind === 'rest' || kind === 'ask-to-wait') {
    return question.ref === undefined ? undefined : 'recently';
  }
  const showsNothing = saysNothing(question) || question.outcomeSent === true;
  return kind === 'deliver' && !showsNothing ? 'now' : undefined;
}

/** Whether its outcome could not be delivered for so long that nothing is worth waiting for. */
export function hasWaitedForDays({
  question,
  now,
}: Pick<DecideInput, 'question' | 'now'>): boolean {
  const { phase, endedAt } = question;
  return phase === 'ended' && endedAt !== undefined && now - endedAt > MAX_OPEN_MS;
}

/** The outcome contains nothing of the answer. After a bug, the policy itself may be what fails. */
function saysNothing({ outcome }: Question): boolean {
  if (outcome?.kind === 'failed') return outcome.failure.kind === APP_ERROR;
  return outcome?.kind === 'withheld';
}

function withinReach(input: DecideInput, step: NextStep): NextStep {
  const { question, reach } = input;
  if (reach === undefined || reach.kind === 'here') return step;
  if (reach.kind !== 'nobody') return question.place.direct ? step : { kind: 'move' };
  const mayRun = question.ref !== undefined && question.phase === 'processing';
  if (mayRun && cancelSentAt(input) === undefined) return { kind: 'cancel' };
  return end({ kind: 'withheld', why: reach.why });
}

function nextStep(input: DecideInput): NextStep {
  const { question, result } = input;
  if (question.phase === 'delivered') return { kind: openAttempt(question) ? 'sweep' : 'done' };
  if (question.phase === 'ended') return { kind: 'deliver' };
  if (result?.kind === 'refused' && result.refusal.reason === 'account') {
    return waitForAccount(input);
  }
  if (result?.kind === 'refused') return end({ kind: 'refused', refusal: result.refusal });
  return question.ref === undefined ? beforeCreation(input) : afterCreation(input);
}

function beforeCreation(input: DecideInput): NextStep {
  const { question, flags, result, now } = input;
  const unresolved = question.attempt !== undefined && result?.kind !== 'absent';
  if (flags.stop !== undefined && (!unresolved || now - flags.stop.at > CANCEL_DEADLINE_MS)) {
    return end({ kind: 'cancelled', by: flags.stop.by, confirmed: !unresolved });
  }
  const { transientError } = question;
  if (transientError !== undefined && now - transientError.since > input.timeoutMs) {
    return end({ kind: 'unreachable', waitedMs: now - question.askedAt });
  }
  if (isAbandoned(input) && (!unresolved || result !== undefined)) return end(expired(input));
  if (
    result?.kind === 'transient-error' ||
    (transientError !== undefined && now < transientError.retryAt)
  ) {
    return rest(input, transientError?.retryAt ?? now + input.pollInterval.minMs);
  }
  if (input.hasAccount === false) return waitForAccount(input);
  if (input.queuePosition > 0) return rest(input, now + QUEUED_RECHECK_MS);
  return { kind: unresolved ? 'adopt' : 'create' };
}

/** Wherever it is: nothing can be asked, read or stopped without the account. */
function waitForAccount(input: DecideInput): NextStep {
  const { question, flags, now } = input;
  if (flags.stop !== undefined) return end(stopped(input, question.ref === undefined));
  const until = (question.unconnected?.since ?? now) + ACCOUNT_WAIT_MS;
  if (now >= until) return end({ kind: 'refused', refusal: { reason: 'account', message: '' } });
  const next = Math.min(until, now + ACCOUNT_RECHECK_MS);
  return { kind: 'wait-for-account', until: next, progress: progressOf(input) };
}

function afterCreation(input: DecideInput): NextStep {
  const { question, flags, result, now } = input;
  if (result?.kind === 'snapshot' && isOver(result.snapshot))
    return afterRead(input, result.snapshot);
  if (flags.stop !== undefined && cancelSentAt(input) === undefined) return { kind: 'cancel' };
  if (result?.kind === 'snapshot') return afterRead(input, result.snapshot);
  if (result?.kind === 'transient-error')
    return overdue(input) ?? rest(input, retryAt(question, now));
  const waits = question.transientError !== undefined && now < question.transientError.retryAt;
  if (!waits || flags.stop !== undefined) return { kind: 'read' };
  return overdue(input) ?? rest(input, retryAt(question, now));
}

function afterRead(input: DecideInput, snapshot: Snapshot): NextStep {
  switch (snapshot.status) {
    case 'completed':
      return end({ kind: 'completed', afterStop: input.flags.stop !== undefined });
    case 'failed':
      return end({ kind: 'failed', failure: snapshot.failure });
    case 'cancelled':
      return end(stopped(input, true));
    default:
      return overdue(input) ?? rest(input, nextReadAt(input));
  }
}

/** What to do past the time limit, if anything: ask the user once, and later cancel. */
function overdue(input: DecideInput): NextStep | undefined {
  const { question, flags, now, timeoutMs } = input;
  const sentAt = cancelSentAt(input);
  if (sentAt !== undefined) {
    return now - sentAt > CANCEL_DEADLINE_MS ? end(stopped(input, false)) : undefined;
  }
  const limit = flags.keep === undefined ? 2 * timeoutMs : KEPT_LIMIT_MS;
  if (worked(input) > limit || isAbandoned(input)) return { kind: 'cancel' };
  // It is asked below the status message, whose thread may not have begun.
  const mayAsk = question.posts.status?.ts !== undefined && question.overdueAskedAt === undefined;
  const isDue = worked(input) > timeoutMs && mayAsk;
  return isDue && flags.keep === undefined ? { kind: 'ask-to-wait' } : undefined;
}

/** The outcome of a question that was stopped: by a user, by the time limit, or on the instance. */
function stopped(input: DecideInput, confirmed: boolean): Outcome {
  const { question, flags } = input;
  if (flags.stop !== undefined) return { kind: 'cancelled', by: flags.stop.by, confirmed };
  if (question.cancelSentAt !== undefined) return expired(input);
  return { kind: 'cancelled', confirmed };
}

function nextReadAt(input: DecideInput): number {
  const { now, flags, hazards, pollInterval: interval, watchedPollMs } = input;
  // The instance stops soon.
  if (flags.stop !== undefined) return now + interval.minMs;
  if (watchedPollMs !== undefined && cancelSentAt(input) === undefined) return now + watchedPollMs;
  return now + pollDelay(worked(input), { hazards, interval });
}

function expired(input: DecideInput): Outcome {
  const { question, now } = input;
  return { kind: 'expired', waitedMs: isAbandoned(input) ? now - question.askedAt : worked(input) };
}

/** No worker ran for days, or the instance never had a free slot. */
function isAbandoned({ question, now }: DecideInput): boolean {
  return now - question.askedAt > MAX_OPEN_MS;
}

function cancelSentAt({ question, flags }: DecideInput): number | undefined {
  return question.cancelSentAt ?? flags.cancelSent?.at;
}

function worked({ question, now }: DecideInput): number {
  return now - (question.processingAt ?? now);
}

function retryAt(question: Question, now: number): number {
  return question.transientError?.retryAt ?? now + 1_000;
}

/** Limits the wait: not so short that the job spins, not so long that it misses its other limits. */
function rest(input: DecideInput, wantedAt: number): NextStep {
  const { now, pollInterval } = input;
  const until = Math.min(now + MAX_REST_MS, Math.max(now + pollInterval.minMs, wantedAt));
  return { kind: 'rest', until, progress: progressOf(input) };
}

function end(outcome: Outcome): NextStep {
  return { kind: 'end', outcome };
}
