import { AuditPoint, AuditRecord } from '../model/audit.js';
import type { AuditHead, AuditStore, TrailEntry } from '../store/audit.js';
import { parseJson } from './plan-seal.js';

export interface Retention {
  /** How long entries are kept, ms. */
  readonly ms: number;
  /** More entries than these are not kept in any case: each takes about 600 bytes of Redis' memory. */
  readonly mostEntries: number;
}

/** Entries that are removed at a time. */
const PAGE = 1_000;
const SLACK = 0.01;

/** The last of the oldest entries to remove now; undefined: none. Removing takes several turns if there are many. */
export async function findRemovable(
  trail: Pick<AuditStore, 'trail'>,
  { last, removed }: AuditHead,
  { ms, mostEntries, now }: Retention & { readonly now: number },
): Promise<AuditPoint | undefined> {
  const oldest = await trail.trail(removed.sequence + 1, PAGE);
  const excess = last.sequence - removed.sequence - mostEntries;
  // A few more, so that the entry which tells of it does not exceed the limit again.
  const tooMany = excess > 0 ? excess + Math.ceil(mostEntries * SLACK) : 0;
  const until = now - ms;
  return lastOf(oldest, ({ sequence, time }) => {
    const isOverLimit = sequence - removed.sequence <= tooMany;
    return isOverLimit || Date.parse(time) < until;
  });
}

/** The last of those at the beginning that `goes` is true for. What cannot be read stays, so that it is found. */
function lastOf(
  oldest: readonly TrailEntry[],
  goes: (record: AuditRecord) => boolean,
): AuditPoint | undefined {
  let found: AuditPoint | undefined;
  for (const { line } of oldest) {
    const record = AuditRecord.safeParse(parseJson(line));
    if (!record.success || !goes(record.data)) break;
    found = AuditPoint.parse({ sequence: record.data.sequence, hash: record.data.hash });
  }
  return found;
}
