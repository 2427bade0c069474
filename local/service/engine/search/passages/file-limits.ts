import type { EngineContext } from '../../../conversation/engine.js';
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
}

/** The files that the limits let through and that contain the exact text, as `git grep` finds it, ignoring case. */
export async function filesWithin(
  { matchesFile, exact }: FileLimits,
  snapshot: Snapshot,
  { signal }: Pick<EngineContext, 'signal'>,
): Promise<FilesWithin> {
  const limits = { signal, deadline: Date.now() + TIMEOUT_MS };
  const found = await mapConcurrently(exact, 2, async (term) => {
    const { files } = await countMatchingLines({ snapshot, terms: [term] }, limits);
    return { term, paths: new Set([...files.keys()].filter(matchesFile)) };
  });
  const present = found.filter(({ paths }) => paths.size > 0);
  return {
    has: (path) => matchesFile(path) && present.every(({ paths }) => paths.has(path)),
    missing: found.filter(({ paths }) => paths.size === 0).map(({ term }) => term.text),
  };
}
