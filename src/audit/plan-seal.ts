import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AuditEntry, type AuditPoint, type AuditRecord } from '../model/audit.js';
import type { InboxEntry, LostEntries, SealBatch } from '../store/audit.js';
import { canonicalJson, chained, type Unchained } from './chain.js';

/** An entry as it waits to be sealed; `at` in ms since the epoch. */
const RecordedEntry = AuditEntry.extend({ at: z.int().nonnegative() });
export type RecordedEntry = z.infer<typeof RecordedEntry>;

/** An entry of the inbox that can be read, with its digest. */
export interface ReadEntry {
  readonly entry: RecordedEntry;
  readonly digest: string;
}

/** Undefined if it is no entry. Pure. */
export function readInboxEntry({ line }: InboxEntry): ReadEntry | undefined {
  const parsed = RecordedEntry.safeParse(parseJson(line));
  if (!parsed.success) return undefined;
  const { action, id } = parsed.data;
  const digest = createHash('sha256').update(`${action}\n${id}`).digest('base64url').slice(0, 22);
  return { entry: parsed.data, digest };
}

export interface SealInput {
  readonly after: AuditPoint;
  readonly inbox: readonly InboxEntry[];
  /** Digests of what was sealed before. */
  readonly seen: ReadonlySet<string>;
  /** The oldest entries are to be removed, up to this one. */
  readonly removed?: AuditPoint;
  /** Entries that the trail will never have. */
  readonly lost?: LostEntries;
  /** ms since the epoch. */
  readonly now: number;
}

/** What to write: each entry once, in the order of the inbox, chained to the one before. Pure. */
export function planSeal({ after, inbox, seen, removed, lost, now }: SealInput): SealBatch {
  const known = new Set(seen);
  const records: { record: AuditRecord; digest: string }[] = [];
  let last = after;
  const add = (entry: Unchained, digest: string): void => {
    const record = chained(last, entry);
    records.push({ record, digest });
    last = { sequence: record.sequence, hash: record.hash };
  };
  for (const { entry, digest } of inbox.flatMap((each) => readInboxEntry(each) ?? [])) {
    if (known.has(digest)) continue;
    known.add(digest);
    const { at, ...rest } = entry;
    add({ ...rest, time: timeOf(Math.min(at, now)) }, digest);
  }
  if (lost !== undefined) {
    const id = String(last.sequence + 1);
    add({ action: 'trail.gap', id, time: timeOf(now), gap: gapOf(lost) }, `gap ${id}`);
  }
  if (removed !== undefined) {
    add(
      {
        action: 'trail.trimmed',
        id: String(removed.sequence),
        time: timeOf(now),
        trimmed: removed,
      },
      `trimmed ${removed.sequence}`,
    );
  }
  return {
    after,
    last,
    sealed: records.map(({ record, digest }) => ({
      sequence: record.sequence,
      line: canonicalJson(record),
      digest,
    })),
    taken: inbox.map(({ inboxId }) => inboxId),
    ...(removed === undefined ? {} : { removed }),
    ...(lost === undefined ? {} : { lost: lost.entries }),
    at: now,
  };
}

function gapOf({ entries, since, until }: LostEntries) {
  return { entries, since: timeOf(since), until: timeOf(Math.max(since, until)) };
}

const timeOf = (ms: number): string => new Date(ms).toISOString();

export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
