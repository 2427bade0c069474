import { AuditPoint, AuditRecord } from '../model/audit.js';
import type { AuditHead, AuditStore, TrailEntry } from '../store/audit.js';
import { parseJson } from './plan-seal.js';
import type { TrailHeader } from './verify.js';

/** Times in ms since the epoch; absent: from the beginning, to the end. */
export interface ExportRange {
  readonly from?: number;
  /** Not included. */
  readonly to?: number;
}

const PAGE = 500;

/** The trail as JSON Lines: a header, and each entry from `from` to `to`. Nothing that is sealed meanwhile. */
export async function* exportTrail(
  audit: Pick<AuditStore, 'head' | 'trail'>,
  { from, to }: ExportRange,
): AsyncGenerator<string> {
  const head = await audit.head();
  const begin = from === undefined ? head.removed.sequence + 1 : await firstAt(audit, head, from);
  const end = to === undefined ? head.last.sequence : (await firstAt(audit, head, to)) - 1;
  const whole = from === undefined && to === undefined;
  const after =
    begin - 1 === head.removed.sequence ? head.removed : await pointAt(audit, begin - 1);
  const last = end === head.last.sequence ? head.last : await pointAt(audit, end);
  const header: TrailHeader = { trail: { after, last: end < begin ? after : last, whole } };
  yield JSON.stringify(header);
  for (let next = begin; next <= end; ) {
    const page = await audit.trail(next, PAGE);
    const upTo = page.filter(({ sequence }) => sequence <= end);
    for (const { line } of upTo) yield line;
    const reached = upTo.at(-1)?.sequence;
    if (reached === undefined) return;
    next = reached + 1;
  }
}

/** The sequence number of the first entry at or after a time; the one after the last if there is none. */
async function firstAt(
  audit: Pick<AuditStore, 'trail'>,
  { removed, last }: AuditHead,
  time: number,
): Promise<number> {
  let [low, high] = [removed.sequence + 1, last.sequence + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [entry] = await audit.trail(middle, 1);
    const record = entry === undefined ? undefined : recordOf(entry);
    if (record !== undefined && Date.parse(record.time) < time) low = record.sequence + 1;
    else high = middle;
  }
  return low;
}

/** As the trail has it; where it has been tampered with, what follows does not fit to it. */
async function pointAt(audit: Pick<AuditStore, 'trail'>, sequence: number): Promise<AuditPoint> {
  const [entry] = sequence < 1 ? [] : await audit.trail(sequence, 1);
  const record = entry === undefined ? undefined : recordOf(entry);
  if (record?.sequence !== sequence) return AuditPoint.parse({ sequence, hash: '0'.repeat(64) });
  return { sequence, hash: record.hash };
}

function recordOf({ line }: TrailEntry): AuditRecord | undefined {
  return AuditRecord.safeParse(parseJson(line)).data;
}
