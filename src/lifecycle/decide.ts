import type { Snapshot } from '../model/answer.js';
import type { Outcome, Progress } from '../model/outcome.js';
import { openAttempt, type Question } from '../model/question.js';
import type { Facts } from './facts.js';
import { progressOf } from './progress.js';
import {
  CANCEL_DEADLINE_MS,
  KEPT_LIMIT_MS,
  MAX_REST_MS,
  pollDelay,
  QUEUED_RECHECK_MS,
} from './schedule.js';

/** What the job does next; after all but `rest` and `done` it looks at the facts again. */
export type Step =
  | { readonly do: 'adopt' | 'create' | 'read' | 'cancel' | 'ask-to-wait' | 'deliver' }
  /** All is said; what attempts left on the instance is taken away. */
  | { readonly do: 'sweep' | 'done' }
  | { readonly do: 'end'; readonly ending: Outcome }
  | { readonly do: 'rest'; readonly until: number; readonly progress: Progress };

/** The whole life of a question as one function: facts in, the next step out. */
export function decide(facts: Facts): Step {
  const { question, result: look } = facts;
  if (question.phase === 'delivered') return { do: openAttempt(question) ? 'sweep' : 'done' };
  if (question.phase === 'ended') return { do: 'deliver' };
  if (look?.kind === 'refused') return end({ kind: 'refused', refusal: look.refusal });
  return question.ref === undefined ? beforeCreation(facts) : afterCreation(facts);
}

function beforeCreation(facts: Facts): Step {
  const { question, wishes, result: look, now } = facts;
  const unsettled = question.attempt !== undefined && look?.kind !== 'absent';
  if (wishes.stop !== undefined && (!unsettled || now - wishes.stop.at > CANCEL_DEADLINE_MS)) {
    return end({ kind: 'cancelled', by: wishes.stop.by, confirmed: !unsettled });
  }
  const { transientError } = question;
  if (transientError !== undefined && now - transientError.since > facts.timeoutMs) {
    return end({ kind: 'unreachable', waitedMs: now - question.askedAt });
  }
  if (look?.kind === 'trouble' || (transientError !== undefined && now < transientError.retryAt)) {
    return rest(facts, transientError?.retryAt ?? now + facts.pace.minMs);
  }
  if (facts.place > 0) return rest(facts, now + QUEUED_RECHECK_MS);
  return { do: unsettled ? 'adopt' : 'create' };
}

function afterCreation(facts: Facts): Step {
  const { question, wishes, result: look, now } = facts;
  if (look?.kind === 'snapshot' && isOver(look.snapshot)) return afterRead(facts, look.snapshot);
  if (wishes.stop !== undefined && cancelSentAt(facts) === undefined) return { do: 'cancel' };
  if (look?.kind === 'snapshot') return afterRead(facts, look.snapshot);
  if (look?.kind === 'trouble') return overdue(facts) ?? rest(facts, retryAt(question, now));
  const waits = question.transientError !== undefined && now < question.transientError.retryAt;
  if (!waits || wishes.stop !== undefined) return { do: 'read' };
  return overdue(facts) ?? rest(facts, retryAt(question, now));
}

function isOver({ status }: Snapshot): boolean {
  return status !== 'pending' && status !== 'working';
}

function afterRead(facts: Facts, snapshot: Snapshot): Step {
  switch (snapshot.status) {
    case 'completed':
      return end({ kind: 'completed', afterStop: facts.wishes.stop !== undefined });
    case 'failed':
      return end({ kind: 'failed', failure: snapshot.failure });
    case 'cancelled':
      return end(stopped(facts, true));
    default:
      return overdue(facts) ?? rest(facts, facts.now + pollDelay(worked(facts), facts.pace));
  }
}

/** What being late asks for, if anything: the person once, then the end. */
function overdue(facts: Facts): Step | undefined {
  const { question, wishes, now, timeoutMs } = facts;
  const sentAt = cancelSentAt(facts);
  if (sentAt !== undefined) {
    return now - sentAt > CANCEL_DEADLINE_MS ? end(stopped(facts, false)) : undefined;
  }
  const patience = wishes.keep === undefined ? 2 * timeoutMs : KEPT_LIMIT_MS;
  if (worked(facts) > patience) return { do: 'cancel' };
  const ask = worked(facts) > timeoutMs && question.overdueAskedAt === undefined;
  return ask && wishes.keep === undefined ? { do: 'ask-to-wait' } : undefined;
}

/** How a question that is no longer worked on ended: by a person, by its time, or elsewhere. */
function stopped(facts: Facts, confirmed: boolean): Outcome {
  const { question, wishes } = facts;
  if (wishes.stop !== undefined) return { kind: 'cancelled', by: wishes.stop.by, confirmed };
  if (question.cancelSentAt !== undefined) return { kind: 'expired', waitedMs: worked(facts) };
  return { kind: 'cancelled', confirmed };
}

function cancelSentAt({ question, wishes }: Facts): number | undefined {
  return question.cancelSentAt ?? wishes.cancelSent?.at;
}

function worked({ question, now }: Facts): number {
  return now - (question.processingAt ?? now);
}

function retryAt(question: Question, now: number): number {
  return question.transientError?.retryAt ?? now + 1_000;
}

/** Never so short that the job would spin, never past what is to be looked at meanwhile. */
function rest(facts: Facts, wanted: number): Step {
  const { now, pace } = facts;
  const until = Math.min(now + MAX_REST_MS, Math.max(now + pace.minMs, wanted));
  return { do: 'rest', until, progress: progressOf(facts) };
}

function end(ending: Outcome): Step {
  return { do: 'end', ending };
}
