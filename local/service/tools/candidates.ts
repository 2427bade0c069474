import type { SearchIndex } from '../index/search-index.js';
import { type FileCondition, wholeWordCondition } from '../index/segments/word-filter.js';
import { findMatchingLines, type LineMatches } from './grep.js';
import type { Snapshot } from './lookup.js';
import { createSharedSearches } from './shared-searches.js';
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
}

/** The lines that have a word as it is spelled, with no letter, digit or underscore next to it. */
export type FindWord = (search: WordSearch, context: ToolContext) => Promise<LineMatches>;

/** Repeated and concurrent searches for a word share one result. Without `candidatesOf`, all files are searched. */
export function createFindWord(candidatesOf: CandidatesOf | undefined): FindWord {
  const share = createSharedSearches();
  return ({ snapshot, word }, context) => {
    const key = `${snapshot.repository.gitDir}\0${snapshot.commit}\0${word}`;
    return share(key, (within) => findWord({ snapshot, word }, candidatesOf, within), context);
  };
}

async function findWord(
  { snapshot, word }: WordSearch,
  candidatesOf: CandidatesOf | undefined,
  context: ToolContext,
): Promise<LineMatches> {
  const terms = [{ text: word, isRegex: false }];
  const options = { caseSensitive: true, wholeWords: true };
  const condition = wholeWordCondition(word);
  const among = condition && (await candidatesOf?.(snapshot, condition));
  return findMatchingLines({ snapshot, terms, options, ...(among && { among }) }, context);
}
