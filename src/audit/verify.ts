import { z } from 'zod';
import { AuditPoint, AuditRecord, FIRST_PREVIOUS } from '../model/audit.js';
import { hashOf } from './chain.js';
import { parseJson } from './plan-seal.js';

/** The first line of an export: what it must hold. */
export const TrailHeader = z.strictObject({
  trail: z.strictObject({
    /** The entry before the first one. */
    after: AuditPoint,
    /** The last entry. */
    last: AuditPoint,
    /** All that there is was exported, so what is missing at the beginning must have been removed by the retention. */
    whole: z.boolean(),
  }),
});
export type TrailHeader = z.infer<typeof TrailHeader>;

export interface Verified {
  readonly ok: boolean;
  readonly entries: number;
  readonly first?: AuditPoint;
  readonly last?: AuditPoint;
  /** Lines that were sent more than once, and lines that are no JSON, such as of a write that was cut off. */
  readonly repeated: number;
  readonly incomplete: number;
  /** Entries that were never in it, as it says itself. */
  readonly missing: number;
  /** The first thing that is wrong. */
  readonly problem?: TrailProblem;
}

export interface TrailProblem {
  /** From 1; at the end: the last. Absent: nothing in it is of an audit trail. */
  readonly line?: number;
  /** Of the entry at fault, as far as it is known. */
  readonly sequence?: number;
  readonly says: string;
}

/** An outlet repeats at most a batch; more are not taken for a repetition. */
const REMEMBERED = 10_000;

export interface VerifyOptions {
  /** An end of the trail that was noted before: the trail must have this entry, unless it was removed. */
  readonly witness?: AuditPoint;
}

/** Checks a trail line by line: `add` each, then `finish`. Memory does not grow with the trail. */
export class TrailVerifier {
  readonly #witness: AuditPoint | undefined;
  /** Hashes by sequence number. */
  readonly #recent = new Map<number, string>();
  readonly #counts = { line: 0, entries: 0, repeated: 0, incomplete: 0, missing: 0 };
  #header: TrailHeader['trail'] | undefined;
  #first: AuditPoint | undefined;
  #last: AuditPoint | undefined;
  #trimmed: AuditPoint | undefined;
  #problem: TrailProblem | undefined;

  constructor({ witness }: VerifyOptions = {}) {
    this.#witness = witness;
  }

  /** False: something is wrong already, and the rest does not matter. */
  add(text: string): boolean {
    this.#counts.line += 1;
    const value = parseJson(text);
    if (value === undefined) {
      if (text.trim() !== '') this.#counts.incomplete += 1;
      return true;
    }
    const header = this.#counts.line === 1 ? TrailHeader.safeParse(value) : undefined;
    if (header?.success) this.#header = header.data.trail;
    else this.#addEntry(value);
    return this.#problem === undefined;
  }

  finish(): Verified {
    this.#problem ??= this.#notATrail();
    if (this.#problem === undefined && this.#header !== undefined) this.#checkHeader(this.#header);
    if (this.#problem === undefined) this.#checkWitness();
    const { line: _lines, ...counts } = this.#counts;
    return {
      ok: this.#problem === undefined,
      ...counts,
      ...(this.#first === undefined ? {} : { first: this.#first }),
      ...(this.#last === undefined ? {} : { last: this.#last }),
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
    };
  }

  /** A trail without entries has a header. */
  #notATrail(): TrailProblem | undefined {
    if (this.#header !== undefined || this.#counts.entries > 0) return undefined;
    if (this.#counts.incomplete === 0) return { says: 'it is empty' };
    return { says: 'it has no header and no complete entry' };
  }

  #addEntry(value: unknown): void {
    const { success, data } = AuditRecord.safeParse(value);
    const says = success ? this.#faultOf(data) : 'the line is not an entry of an audit trail';
    if (says !== undefined) this.#fail(says, success ? data.sequence : sequenceOf(value));
    else if (success) this.#accept(data);
  }

  /** What is wrong with the next entry. */
  #faultOf(record: AuditRecord): string | undefined {
    const { sequence, previous, hash } = record;
    if (hashOf(record) !== hash) return 'the entry was changed: its hash is wrong';
    if (this.#recent.get(sequence) === hash) return undefined;
    const before = this.#last ?? this.#header?.after;
    // A part of a trail begins with any entry.
    if (before === undefined && sequence > 1) return undefined;
    const { sequence: lastSequence, hash: lastHash } = before ?? START;
    if (sequence !== lastSequence + 1) return outOfOrder(lastSequence + 1, sequence);
    if (previous === lastHash) return undefined;
    return 'it does not follow the entry before it: one of them was replaced';
  }

  #accept({ sequence, hash, trimmed, gap }: AuditRecord): void {
    if (this.#recent.has(sequence)) {
      this.#counts.repeated += 1;
      return;
    }
    this.#counts.entries += 1;
    this.#counts.missing += gap?.entries ?? 0;
    this.#last = { sequence, hash };
    this.#first ??= this.#last;
    this.#trimmed = trimmed ?? this.#trimmed;
    this.#recent.set(sequence, hash);
    this.#recent.delete(sequence - REMEMBERED);
    const noted = this.#witness?.sequence === sequence ? this.#witness.hash : hash;
    if (noted !== hash) {
      this.#fail('it has another hash than was noted before: the trail was written anew', sequence);
    }
  }

  #checkHeader({ after, last, whole }: TrailHeader['trail']): void {
    const reached = this.#last ?? after;
    if (reached.sequence !== last.sequence || reached.hash !== last.hash) {
      const says = `the trail must end with entry ${last.sequence}, and ends with ${reached.sequence}`;
      this.#fail(says, reached.sequence + 1);
      return;
    }
    const trimmed = this.#trimmed;
    const isRemoved = trimmed?.sequence === after.sequence && trimmed.hash === after.hash;
    if (!whole || after.sequence === 0 || isRemoved) return;
    const which = `entries 1 to ${after.sequence} are missing`;
    this.#fail(`${which}, and no entry says that they were removed`, after.sequence);
  }

  /** Entries before the first one may have been removed since. */
  #checkWitness(): void {
    const noted = this.#witness?.sequence ?? 0;
    const reached = this.#last?.sequence ?? this.#header?.last.sequence ?? 0;
    if (noted > reached) this.#fail('the trail ends before the entry that was noted', noted);
  }

  #fail(says: string, sequence: number | undefined): void {
    const where = sequence === undefined ? {} : { sequence };
    this.#problem = { line: this.#counts.line, ...where, says };
  }
}

const START: AuditPoint = { sequence: 0, hash: FIRST_PREVIOUS };

function outOfOrder(wanted: number, found: number): string {
  if (found < wanted) return `it comes after entry ${wanted - 1}: the order was changed`;
  const missing = found - wanted;
  return missing === 1
    ? `entry ${wanted} is missing`
    : `entries ${wanted} to ${found - 1} are missing`;
}

function sequenceOf(value: unknown): number | undefined {
  const found = z.object({ sequence: z.int() }).safeParse(value);
  return found.success ? found.data.sequence : undefined;
}
