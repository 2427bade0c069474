import { canonicalJson, chained } from '../../src/audit/chain.js';
import { TrailVerifier, type Verified } from '../../src/audit/verify.js';
import { type AuditPoint, type AuditRecord, FIRST_PREVIOUS } from '../../src/model/audit.js';

export const START: AuditPoint = { sequence: 0, hash: FIRST_PREVIOUS };

/** A trail of so many entries. */
export function trailOf(count: number): AuditRecord[] {
  const records: AuditRecord[] = [];
  for (let id = 1; id <= count; id++) {
    const time = new Date(id * 1_000).toISOString();
    const entry = { action: 'question.asked', id: `q${id}`, workspace: 'T1', time } as const;
    records.push(chained(endOf(records), entry));
  }
  return records;
}

export function endOf(records: readonly AuditRecord[]): AuditPoint {
  const last = records.at(-1);
  return last === undefined ? START : { sequence: last.sequence, hash: last.hash };
}

export const linesOf = (records: readonly AuditRecord[]): string[] => records.map(canonicalJson);

/** The lines of an export of these entries. */
export function exported(records: readonly AuditRecord[], whole = true): string[] {
  const [first] = records;
  const after =
    first === undefined ? START : { sequence: first.sequence - 1, hash: first.previous };
  return [JSON.stringify({ trail: { after, last: endOf(records), whole } }), ...linesOf(records)];
}

export function verified(lines: readonly string[], witness?: AuditPoint): Verified {
  const verifier = new TrailVerifier(witness === undefined ? {} : { witness });
  for (const line of lines) if (!verifier.add(line)) break;
  return verifier.finish();
}
