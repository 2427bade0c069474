import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { type ChangelogEntry, changelogEntries } from '../facts/changelog-entries.js';
import { isWithin, versionIn } from '../facts/releases.js';
import { versionRangeIn } from '../question-kinds/asked-versions.js';
import type { FormInput } from './form.js';
import { sharesOf } from './term-shares.js';

/** An entry of a changelog that may be about what is asked. */
export interface FittingEntry {
  readonly entry: ChangelogEntry;
  /** How much of the question it has, from 0 to 1; less for what is further down. */
  readonly score: number;
}

/** Of a question: an entry with that much is the right one two times of three; with less, one time of three. */
const SAID = 0.2;
const MIN_SCORE = 0.12;

/** Whether it is said, rather than only linked to. */
export function isSaid({ score }: FittingEntry): boolean {
  return score >= SAID;
}

const HALVED_AFTER_LINES = 800;
const MIN_TERMS = 2;
const MAX_ENTRIES = 2;
/** Of the best one. */
const CLOSE_SHARE = 0.7;

/** Those that have most of a question what changed, of the versions that it tells of, best first. */
export async function fittingEntries(
  input: FormInput,
  terms: Query['terms'],
): Promise<readonly FittingEntry[]> {
  const entries = await changelogEntries(input);
  const range = versionRangeIn(input.question);
  const read = entries
    .filter(({ version = '' }) => {
      const known = versionIn(version);
      return !known || isWithin(known, range);
    })
    .map((entry) => ({ entry, words: new Set(termsOf(entry.text)) }));
  const shares = sharesOf(
    terms,
    read.map(({ words }) => words),
  );
  const found = read
    .map(({ entry, words }) => {
      const said = [...shares].filter(([term]) => words.has(term));
      const share = said.reduce((sum, [, one]) => sum + one, 0);
      const score = share * 0.5 ** (entry.start / HALVED_AFTER_LINES);
      return { entry, score, terms: said.length };
    })
    .filter((one) => one.terms >= MIN_TERMS && one.score >= MIN_SCORE)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_ENTRIES);
  return found.filter(({ score }) => score >= CLOSE_SHARE * (found[0]?.score ?? 0));
}
