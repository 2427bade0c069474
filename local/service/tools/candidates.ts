import type { SearchIndex } from '../index/search-index.js';
import { type FileCondition, wholeWordCondition } from '../index/segments/word-filter.js';
import { findMatchingLines, type LineMatches } from './grep.js';
import type { Snapshot } from './lookup.js';
import type { ToolContext } from './tool.js';

/** A file that may have what is searched for. */
export interface CandidateFile {
  readonly path: string;
  readonly objectId: string;
}

/** The files that may fulfil a condition, in git's order; `undefined` if any file may. */
export type CandidatesOf = (
  snapshot: Snapshot,
  condition: FileCondition,
) => Promise<readonly CandidateFile[] | undefined>;

/** Asks the search index, which knows one commit of each repository. */
export function createCandidatesOf(index: Pick<SearchIndex, 'filesWith'>): CandidatesOf {
  return async ({ repository: { gitDir }, commit }, condition) => {
    // If the index has failed, all files are searched.
    const found = await index.filesWith({ gitDir, commit, condition }).catch(() => undefined);
    const candidates = found?.paths.map((path, n) => ({
      path,
      objectId: found.objectIds[n] ?? '',
    }));
    return candidates?.sort((a, b) => (a.path < b.path ? -1 : 1));
  };
}

interface WordSearch {
  readonly snapshot: Snapshot;
  readonly word: string;
  /** Default: any file may have the word. */
  readonly candidatesOf: CandidatesOf | undefined;
}

/** The lines that have a word as it is spelled, with no letter, digit or underscore next to it. */
export async function findWord(
  { snapshot, word, candidatesOf }: WordSearch,
  context: ToolContext,
): Promise<LineMatches> {
  const terms = [{ text: word, isRegex: false }];
  const options = { caseSensitive: true, wholeWords: true };
  const condition = wholeWordCondition(word);
  const among = condition && (await candidatesOf?.(snapshot, condition));
  return findMatchingLines({ snapshot, terms, options, ...(among && { among }) }, context);
}
