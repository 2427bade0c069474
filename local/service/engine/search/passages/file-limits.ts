import { phraseCondition } from '../../../index/segments/word-filter.js';
import type { CandidateFile, CandidatesOf } from '../../../tools/candidates.js';
import { countMatchingLines } from '../../../tools/grep.js';
import type { Snapshot } from '../../../tools/lookup.js';
import { mapConcurrently } from '../../../tools/map-concurrently.js';
import type { TextPredicate } from '../../../tools/patterns.js';
import type { Term } from '../../../tools/query-parser.js';

/** Which files are searched, and what they have to contain. */
export interface FileLimits {
  readonly matchesFile: TextPredicate;
  readonly exact: readonly Term[];
}

const TIMEOUT_MS = 5_000;

export interface FilesWithin {
  has(path: string): boolean;
  /** The phrases and expressions that occur in none of the files, so that they limit nothing. */
  readonly missing: readonly string[];
  /** Those for which the time was too short: they limit nothing, either. */
  readonly unsearched: readonly string[];
}

interface LimitedSearch {
  readonly snapshot: Snapshot;
  /** The files that fit the question, of which those within the limits are wanted. */
  readonly among: readonly CandidateFile[];
  readonly candidatesOf: CandidatesOf | undefined;
  readonly signal: AbortSignal;
  /** For all of the exact text together. */
  readonly timeoutMs?: number;
}

/**
 * Which of the files the limits let through and contain the exact text, as `git grep` finds it, ignoring case. The
 * others are searched only for what none of these has: it may be nowhere.
 */
export async function filesWithin(
  { matchesFile, exact }: FileLimits,
  { snapshot, among, candidatesOf, signal, timeoutMs = TIMEOUT_MS }: LimitedSearch,
): Promise<FilesWithin> {
  const limits = { signal, deadline: Date.now() + timeoutMs };
  const within = among.filter(({ path }) => matchesFile(path));
  const found = await mapConcurrently(exact, 2, async (term) => {
    const search = { snapshot, terms: [term] };
    const near = await countMatchingLines({ ...search, among: within }, limits);
    if (near.files.size > 0) return { term, paths: new Set(near.files.keys()), isMissing: false };
    const condition = term.isRegex ? undefined : phraseCondition(term.text);
    const others = condition && (await candidatesOf?.(snapshot, condition));
    const { files, complete } = await countMatchingLines(
      { ...search, ...(others && { among: others }) },
      limits,
    );
    // Where the time was too short, nobody knows.
    const isMissing = files.size === 0 && near.complete && complete;
    return { term, paths: new Set([...files.keys()].filter(matchesFile)), isMissing };
  });
  const present = found.filter(({ paths }) => paths.size > 0);
  return {
    has: (path) => matchesFile(path) && present.every(({ paths }) => paths.has(path)),
    missing: found.filter(({ isMissing }) => isMissing).map(({ term }) => term.text),
    unsearched: found
      .filter(({ paths, isMissing }) => paths.size === 0 && !isMissing)
      .map(({ term }) => term.text),
  };
}
