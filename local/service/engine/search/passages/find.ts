import type { EngineContext } from '../../../conversation/engine.js';
import type { Repository } from '../../../git/repository.js';
import { repositoryProblem } from '../../../git/repository-problem.js';
import { isNamedFile } from '../../../index/file-boost.js';
import type { NearName } from '../../../index/near-names.js';
import type { Query } from '../../../index/query.js';
import type { SearchIndex } from '../../../index/search-index.js';
import {
  type FileHit,
  type IndexProgress,
  isRelevant,
  mergeHits,
} from '../../../index/search-results.js';
import { termsOf } from '../../../index/terms.js';
import { isVendoredFor } from '../../../index/vendored.js';
import { counted } from '../../../markdown/counted.js';
import type { CandidatesOf } from '../../../tools/candidates.js';
import { reportIndexing } from '../../index-progress.js';
import { type FileLimits, filesWithin } from './file-limits.js';

/** A repository that was searched, and at which commit. */
export interface SearchedRepository {
  readonly repository: Repository;
  readonly repo: string;
  readonly commit: string;
}

export interface RepositoryHit extends SearchedRepository {
  readonly found: FileHit;
}

/** What a search found, and what it could not look into. */
export interface Findings {
  readonly searched: readonly SearchedRepository[];
  /** Best first; empty if nothing fits well enough. */
  readonly hits: readonly RepositoryHit[];
  /** Where nothing fits well enough: the files that come closest. */
  readonly closest: readonly RepositoryHit[];
  /** By repository: the query's terms that occur nowhere in it. */
  readonly missing: readonly ReadonlySet<string>[];
  /** For words that occur in none of them: names that are spelled nearly so. */
  readonly nearNames: readonly NearName[];
  /** Phrases and expressions of the question that occur in no file that was searched. */
  readonly missingText: readonly string[];
  /** Those that not all files of a repository could be searched for in time. */
  readonly unsearchedText: readonly string[];
  readonly unreadable: readonly { readonly repo: string; readonly problem: string }[];
  /** Repositories of which only some files were searched, since the others are still being read. */
  readonly partial: readonly { readonly repo: string; readonly progress: IndexProgress }[];
}

const MAX_HITS = 10;
const MAX_CLOSEST = 4;
const MIN_OWN = 10;
const MAX_FILES = 20;
const MAX_FILES_BEFORE_LIMITS = 500;

interface Search {
  readonly repositories: readonly Repository[];
  /** Absent: all files. */
  readonly limits?: FileLimits | undefined;
  readonly index: SearchIndex;
  /** Absent: any file may have what is searched for. */
  readonly candidatesOf?: CandidatesOf | undefined;
  readonly query: Query;
  readonly context: EngineContext;
}

/** Searches the repositories at their current heads. */
export async function find({ repositories, ...search }: Search): Promise<Findings> {
  const results = await Promise.all(
    repositories.map((repository) => searchRepository({ ...search, repository })),
  );
  search.context.signal.throwIfAborted();
  const found = results.flatMap((result) => (result && 'hits' in result ? [result] : []));
  const all = mergeHits(found.flatMap(({ hits }) => hits));
  const own = ownHits(all, search.query);
  // What others wrote answers only where the project's own files have nothing.
  const best = bestHits(own, search);
  const hits = best.length > 0 ? best : bestHits(all, search);
  return {
    searched: found.map(({ searched }) => searched),
    hits,
    closest:
      hits.length === 0
        ? [...own, ...all.filter((one) => !own.includes(one))].slice(0, MAX_CLOSEST)
        : [],
    missingText: inAll(found.map(({ missingText }) => missingText)),
    unsearchedText: [...new Set(found.flatMap(({ unsearchedText }) => unsearchedText))],
    missing: found.map(({ missingTerms }) => new Set(missingTerms)),
    nearNames: nearInAll(found),
    unreadable: results.flatMap((result) => (result && 'problem' in result ? [result] : [])),
    partial: found.flatMap(({ partial }) => partial),
  };
}

type RepositorySearch = Omit<Search, 'repositories'> & { readonly repository: Repository };

/** A repository that git cannot read costs its own share of the answer, which names it. */
async function searchRepository(search: RepositorySearch) {
  try {
    return await findHits(search);
  } catch (error) {
    const problem = repositoryProblem(error);
    if (problem === undefined) throw error;
    const { name } = search.repository;
    search.context.report(`${name} could not be searched: ${problem}`);
    return { repo: name, problem };
  }
}

async function findHits({
  repository,
  index,
  candidatesOf,
  query,
  context,
  limits,
}: RepositorySearch) {
  const commit = await repository.head();
  if (!commit) {
    context.report(`${repository.name} has no commits yet`);
    return undefined;
  }
  context.stats({ tool_calls: 1 });
  const asked = { gitDir: repository.git.gitDir, commit, query };
  const limit = limits ? MAX_FILES_BEFORE_LIMITS : MAX_FILES;
  const nearest = await index.search({
    ...asked,
    limit,
    progress: reportIndexing(repository.name, context),
  });
  // The project's own files may be behind many that others wrote.
  const own = nearest.files.filter(({ path }) => !isVendoredFor(path, query)).length;
  const isCutOff = nearest.files.length >= limit && limit < MAX_FILES_BEFORE_LIMITS;
  const findings =
    isCutOff && own < MIN_OWN && own < nearest.files.length
      ? await index.search({ ...asked, limit: MAX_FILES_BEFORE_LIMITS })
      : nearest;
  const searched = { repository, repo: repository.name, commit };
  context.report(`Searched ${repository.name}: ${counted(findings.total, 'file')} with a match`);
  const { missingTerms, nearNames = [], partial } = findings;
  const snapshot = { repository, commit };
  const search = { snapshot, among: findings.files, candidatesOf, signal: context.signal };
  const within = limits && (await filesWithin(limits, search));
  return {
    searched,
    missingTerms,
    nearNames,
    missingText: within?.missing ?? [],
    unsearchedText: within?.unsearched ?? [],
    partial: partial ? [{ repo: repository.name, progress: partial }] : [],
    hits: findings.files
      .filter(({ path }) => !within || within.has(path))
      .map((found) => ({ ...searched, found })),
  };
}

/** The files of one repository that fit another query. */
export async function findIn(
  within: SearchedRepository,
  { index, query }: Pick<Search, 'index' | 'query'>,
): Promise<RepositoryHit[]> {
  const { gitDir } = within.repository.git;
  // The question's own search has waited for the index already.
  const { files } = await index.search({ gitDir, commit: within.commit, query, waitMs: 0 });
  return files.map((found) => ({ ...within, found }));
}

/** Without what others wrote. */
export function ownHits(hits: readonly RepositoryHit[], query: Query): RepositoryHit[] {
  return hits.filter(({ found: { path } }) => !isVendoredFor(path, query));
}

/** `inOrder`: best first. */
function bestHits(
  inOrder: readonly RepositoryHit[],
  { query, limits }: Pick<Search, 'query' | 'limits'>,
): RepositoryHit[] {
  // "What does words.ts do?" is about that file, whatever it says; "in src/http: …" about that folder.
  const ofFiles = inOrder.filter(({ found }) => isNamedFile(found.path, query));
  const named = ofFiles.length > 0 ? ofFiles : inOrder.filter(isInNamedFolder(query));
  if (named.length > 0) {
    const others = inOrder.filter((hit) => !named.includes(hit));
    return [...named, ...others].slice(0, MAX_HITS);
  }
  // A file that contains the quoted text has what was asked for.
  if (limits && limits.exact.length > 0) return inOrder.slice(0, MAX_HITS);
  // Only the best files decide: the others may match in part.
  const relevant = inOrder.slice(0, 3).some(({ found }) => isRelevant(found, query));
  return relevant ? inOrder.slice(0, MAX_HITS) : [];
}

function isInNamedFolder({ files }: Query) {
  return ({ found }: RepositoryHit): boolean =>
    files.some((folder) => folder.includes('/') && found.path.startsWith(`${folder}/`));
}

/** Of words that no repository has; while files are still being read, nobody knows. */
function nearInAll(
  found: readonly {
    readonly missingTerms: readonly string[];
    readonly nearNames: readonly NearName[];
    readonly partial: readonly unknown[];
  }[],
): NearName[] {
  if (found.some(({ partial }) => partial.length > 0)) return [];
  const isMissing = (word: string) =>
    found.every(({ missingTerms }) => missingTerms.includes(termsOf(word).at(-1) ?? ''));
  return found.flatMap(({ nearNames }) => nearNames).filter(({ word }) => isMissing(word));
}

/** What all of the lists contain. */
function inAll(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists;
  return first.filter((one) => others.every((list) => list.includes(one)));
}
