import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { codeSpan, escapeText } from '../../../markdown/markdown.js';
import type { Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import { type ChangelogEntry, changelogEntries } from '../facts/changelog-entries.js';
import { compareVersions, isInRange, parseVersion, type Version } from '../facts/releases.js';
import { proseMarkdown } from '../passages/prose.js';
import { versionRangeIn } from '../question-kinds/asked-versions.js';
import type { FormInput } from './form.js';
import { sharesOf } from './term-shares.js';

/** An entry of a changelog that may be about what is asked. */
export interface FittingEntry {
  readonly entry: ChangelogEntry;
  /** How much of the question it has, from 0 to 1; less for an older one. */
  readonly score: number;
}

/** Of a question: an entry with that much is the right one two times of three; with less, one time of three. */
const MIN_QUOTED_SCORE = 0.2;
const MIN_SCORE = 0.12;

/** Whether it is quoted with the answer, rather than listed below it. */
export function isQuoted({ score }: FittingEntry): boolean {
  return score >= MIN_QUOTED_SCORE;
}

/** Lines of the changelog. */
const HALVED_AFTER_LINES = 800;
/** Of other versions than those that a question tells of. */
const OUTSIDE_FACTOR = 0.25;
const MIN_TERMS = 2;
const MAX_ENTRIES = 2;
/** Of the best one. */
const CLOSE_SHARE = 0.7;

/** Those that have most of a question what changed, best first. */
export async function fittingEntries(
  input: FormInput,
  terms: Query['terms'],
): Promise<readonly FittingEntry[]> {
  const entries = await changelogEntries(input);
  const read = entries.map((entry) => ({ entry, words: new Set(termsOf(entry.text)) }));
  const shares = sharesOf(
    terms,
    read.map(({ words }) => words),
  );
  const isMeant = versionsMeant(input.question, entries);
  // What is further down is older, but for versions that the question rules out.
  const first = entries.find(isMeant)?.start ?? 0;
  const found = read
    .map(({ entry, words }) => {
      const said = [...shares].filter(([term]) => words.has(term));
      const share = said.reduce((sum, [, one]) => sum + one, 0);
      const place = isMeant(entry) ? 1 : OUTSIDE_FACTOR;
      const age = Math.max(0, entry.start - first);
      return {
        entry,
        score: place * share * 0.5 ** (age / HALVED_AFTER_LINES),
        terms: said.length,
      };
    })
    .filter((one) => one.terms >= MIN_TERMS && one.score >= MIN_SCORE)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_ENTRIES);
  return found.filter(({ score }) => score >= CLOSE_SHARE * (found[0]?.score ?? 0));
}

/** Whether an entry may be of the versions that a question tells of; any, if the changelog has none of them. */
function versionsMeant(
  question: string,
  entries: readonly ChangelogEntry[],
): (entry: ChangelogEntry) => boolean {
  const range = versionRangeIn(question);
  const versions = entries.map(({ version = '' }) => parseVersion(version));
  const isKnown = (one: Version | undefined) =>
    one === undefined ||
    versions.some((other) => other && compareVersions(other.slice(0, one.length), one) === 0);
  if (!isKnown(range.after) || !isKnown(range.upTo)) return () => true;
  return ({ version = '' }) => {
    const known = parseVersion(version);
    // What is not released yet is in none of the versions that somebody has.
    return known ? isInRange(known, range) : range.upTo === undefined;
  };
}

/** Its authors may have told it in the words of users. */
export function entryStatement({
  entry: { file, start, end, text, version },
}: FittingEntry): Statement {
  const { repo, commit, path } = file;
  const below = version === undefined ? '' : `, ${escapeText(version)}`;
  return {
    markdown: `${codeSpan(path)}${below}: “${proseMarkdown(text, MAX_ENTRY_LENGTH)}”`,
    reference: placeReference({ repo, commit, path, start, end }),
  };
}

const MAX_ENTRY_LENGTH = 240;
