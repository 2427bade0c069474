import { createHash } from 'node:crypto';

/** The IDs of a trace and of the span at its root, in hexadecimal digits. */
export interface RootIds {
  readonly traceId: string;
  readonly spanId: string;
}

/**
 * The trace of a question. Its IDs are derived from the question's, so that each event that asks it (Slack sends
 * two for a mention) and each process finds the same trace, also after a kill or the loss of its job.
 */
export function rootIdsOf(question: string): RootIds {
  const digits = createHash('sha256').update(`question:${question}`).digest('hex');
  return { traceId: digits.slice(0, 32), spanId: digits.slice(32, 48) };
}
