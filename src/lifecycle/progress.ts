import type { Progress } from '../model/outcome.js';
import type { Facts } from './facts.js';

/** What a person is told while the question is open. */
export function progressOf(facts: Facts): Progress {
  const phase = phaseOf(facts);
  const expects = EXPECTS.has(phase.kind) && facts.usualMs !== undefined;
  const snapshot = facts.result?.kind === 'snapshot' ? facts.result.snapshot : undefined;
  return {
    phase,
    elapsedMs: Math.max(0, facts.now - facts.question.askedAt),
    steps: snapshot?.steps ?? [],
    toolCalls: snapshot?.stats.toolCalls ?? 0,
    ...(expects && { usualMs: facts.usualMs }),
  };
}

/** Who waits for others, for the service to come back or for a stop waits by another measure. */
const EXPECTS: ReadonlySet<string> = new Set(['received', 'pending', 'working']);

function phaseOf({ question, wishes, place, result: look }: Facts): Progress['phase'] {
  if (wishes.stop !== undefined) return { kind: 'stopping' };
  if (question.transientError !== undefined)
    return { kind: 'trouble', what: question.transientError.kind };
  if (question.ref === undefined) {
    return place > 0 ? { kind: 'queued', place } : { kind: 'received' };
  }
  const pending = look?.kind === 'snapshot' && look.snapshot.status === 'pending';
  return { kind: pending ? 'pending' : 'working' };
}
