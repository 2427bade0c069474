import type { Progress } from '../model/outcome.js';
import type { Question, QuestionFlags } from '../model/question.js';
import type { Reach } from '../model/reach.js';
import type { InstanceResult } from './call-instance.js';

/** What the progress of an open question depends on. */
export interface ProgressInput {
  readonly question: Question;
  readonly flags: QuestionFlags;
  /** How many open questions of the thread come before this one. */
  readonly queuePosition: number;
  /** ms since the epoch. */
  readonly now: number;
  /** The last result from the instance in this run. */
  readonly result?: InstanceResult;
  /** How long recent answers took, ms. */
  readonly typicalMs?: number;
  /** Where it may be shown, as far as that was looked up. */
  readonly reach?: Reach;
}

/** The progress that users are shown while the question is open. */
export function progressOf(input: ProgressInput): Progress {
  const phase = phaseOf(input);
  const hasEstimate = ESTIMATED.has(phase.kind) && input.typicalMs !== undefined;
  const snapshot = input.result?.kind === 'snapshot' ? input.result.snapshot : undefined;
  return {
    phase,
    elapsedMs: Math.max(0, input.now - input.question.askedAt),
    steps: showsSteps(input) ? (snapshot?.steps ?? []) : [],
    toolCalls: snapshot?.stats.toolCalls ?? 0,
    ...(hasEstimate && { typicalMs: input.typicalMs }),
  };
}

/** They may name what its channel may not see, such as files. */
function showsSteps({ question, reach }: ProgressInput): boolean {
  return question.place.direct || (reach?.kind === 'here' && reach.limited !== true);
}

/** The same while it is created: then it does not wait for an account any more. */
export function progressOfCreation(input: ProgressInput): Progress {
  const { unconnected: _, ...question } = input.question;
  return progressOf({ ...input, question });
}

/** In other phases the typical duration says nothing about the wait. */
const ESTIMATED: ReadonlySet<string> = new Set(['received', 'pending', 'working']);

function phaseOf({ question, flags, queuePosition, result }: ProgressInput): Progress['phase'] {
  if (flags.stop !== undefined) return { kind: 'stopping' };
  if (question.unconnected !== undefined) return { kind: 'unconnected' };
  if (question.transientError !== undefined) {
    return { kind: 'retrying', reason: question.transientError.kind };
  }
  if (question.ref === undefined) {
    return queuePosition > 0 ? { kind: 'queued', position: queuePosition } : { kind: 'received' };
  }
  const pending = result?.kind === 'snapshot' && result.snapshot.status === 'pending';
  return { kind: pending ? 'pending' : 'working' };
}
