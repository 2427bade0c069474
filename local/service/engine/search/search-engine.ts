import type { Engine, EngineContext } from '../../conversation/engine.js';
import {
  asksForOtherLanguage,
  repositoriesIn,
  searchableContext,
  withoutMasks,
  withoutRepositories,
} from '../../conversation/prompt.js';
import type { Source } from '../../conversation/resources.js';
import type { Repository } from '../../git/repository.js';
import { repositoryProblem } from '../../git/repository-problem.js';
import { isNamedFile } from '../../index/file-role.js';
import { buildQuery, type Query, type QueryContext } from '../../index/query.js';
import type { SearchIndex } from '../../index/search-index.js';
import { type FileHit, isRelevant, mergeHits } from '../../index/search-results.js';
import { termsOf } from '../../index/terms.js';
import { decodeText } from '../../index/text-files.js';
import { directoryPagePath, filePagePath } from '../../pages/paths.js';
import { reportIndexing } from '../index-progress.js';
import {
  noRepositoryAnswer,
  noResultsAnswer,
  nothingSearchedAnswer,
  type SearchedCommit,
  type SearchScope,
  searchAnswer,
} from './answer.js';
import { type Excerpt, excerptsOf, type LoadedFile } from './excerpts.js';
import { suggestFollowups } from './followups.js';

export interface SearchEngineDependencies {
  readonly repositories: readonly Repository[];
  readonly index: SearchIndex;
}

interface RepositoryHit extends SearchedCommit {
  readonly repository: Repository;
  readonly found: FileHit;
}

/** Answers questions without keywords, such as "what is this repository about?". */
const DEFAULT_QUERY = 'readme';
const MAX_FILES_READ = 5;
const MAX_EXCERPTS = 5;
const MAX_EXCERPTS_PER_FILE = 2;
const MAX_SOURCES = 10;
const MAX_KEYWORDS_REPORTED = 12;
const MAX_KEYWORD_LENGTH = 80;
/** The rest of a longer line is neither shown nor indexed. */
const MAX_LINE_LENGTH = 1_000;

/** Answers with what a search in the repositories finds, at their current heads. */
export function createSearchEngine({ repositories, index }: SearchEngineDependencies): Engine {
  return async (question, context) => {
    const only = repositoriesIn(context.added);
    const inScope = only.length === 0 ? repositories : repositories.filter(isOneOf(only));
    const asked = buildQuery(withoutMasks(withoutRepositories(question)), queryContext(context));
    const query = asked.terms.length > 0 ? asked : buildQuery(DEFAULT_QUERY);
    const keywords = query.keywords
      .filter((keyword) => keyword.length <= MAX_KEYWORD_LENGTH)
      .slice(0, MAX_KEYWORDS_REPORTED);
    if (keywords.length > 0) context.report(`Looking for ${keywords.join(', ')}`);
    const results = await Promise.all(
      inScope.map((repository) => searchRepository({ repository, index, query, context })),
    );
    context.signal.throwIfAborted();
    const searched: SearchScope = {
      commits: results.flatMap((result) => (result && 'hits' in result ? [result.searched] : [])),
      unreadable: results.flatMap((result) => (result && 'problem' in result ? [result] : [])),
      partial: results.flatMap((result) => (result && 'hits' in result ? result.partial : [])),
      otherLanguage: asked.language !== undefined || asksForOtherLanguage(context.added),
    };
    if (inScope.length === 0 && only.length > 0) {
      return { answer: noRepositoryAnswer(only), sources: [] };
    }
    if (searched.commits.length === 0) {
      return { answer: nothingSearchedAnswer(inScope, searched), sources: [] };
    }
    const hits = bestHits(
      results.flatMap((result) => (result && 'hits' in result ? result.hits : [])),
      query,
    );
    const missing = results.flatMap((result) =>
      result && 'hits' in result ? [new Set(result.missingTerms)] : [],
    );
    const excerpts = await readExcerpts(hits, query, context);
    const [first, ...others] = excerpts;
    if (!first) return { answer: noResultsAnswer(searched, keywords), sources: [] };
    return {
      answer: searchAnswer([first, ...others], searched, unknownWords(query, missing)),
      sources: sourcesOf(hits, excerpts),
      suggested_followups: suggestFollowups(excerpts, question),
    };
  };
}

/** By the whole name, or by the end of it after a slash. */
function isOneOf(names: readonly string[]) {
  const wanted = names.map((name) => name.toLowerCase());
  return ({ name }: Repository): boolean => {
    const full = name.toLowerCase();
    return wanted.some((each) => full === each || full.endsWith(`/${each}`));
  };
}

interface Search {
  readonly repository: Repository;
  readonly index: SearchIndex;
  readonly query: Query;
  readonly context: EngineContext;
}

/** A repository that git cannot read costs its own share of the answer, which names it. */
async function searchRepository(search: Search) {
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

async function findHits({ repository, index, query, context }: Search) {
  const commit = await repository.head();
  if (!commit) {
    context.report(`${repository.name} has no commits yet`);
    return undefined;
  }
  context.stats({ tool_calls: 1 });
  const findings = await index.search({
    gitDir: repository.git.gitDir,
    commit,
    query,
    progress: reportIndexing(repository.name, context),
  });
  const searched = { repo: repository.name, commit };
  context.report(`Searched ${repository.name}: ${counted(findings.total, 'file')} with a match`);
  const { missingTerms, partial } = findings;
  return {
    searched,
    missingTerms,
    partial: partial ? [{ repo: repository.name, progress: partial }] : [],
    hits: findings.files.map((found) => ({ ...searched, repository, found })),
  };
}

function bestHits(hits: readonly RepositoryHit[], query: Query): RepositoryHit[] {
  const inOrder = mergeHits(hits);
  const named = inOrder.filter(({ found }) => isNamedFile(found.path, query));
  // "What does words.ts do?" is about that file, whatever it says.
  if (named.length > 0) {
    const others = inOrder.filter((hit) => !named.includes(hit));
    return [...named, ...others].slice(0, MAX_SOURCES);
  }
  // Only the best files decide: the others may match in part.
  const relevant = inOrder.slice(0, 3).some(({ found }) => isRelevant(found, query));
  return relevant ? inOrder.slice(0, MAX_SOURCES) : [];
}

/**
 * What was asked about and occurs in no repository: names of code, and other words if they are at least
 * half of a question in English.
 */
function unknownWords(query: Query, missing: readonly ReadonlySet<string>[]): string[] {
  const isMissing = (term: string) => missing.every((terms) => terms.has(term));
  const isUnknown = (word: string) => {
    const terms = termsOf(word);
    // A compound name has a term for the whole, which is the last.
    return terms.length > 0 && isMissing(terms.at(-1) ?? '');
  };
  const unknown = query.keywords.filter(isUnknown);
  const mayTell = query.language === undefined && 2 * unknown.length >= query.keywords.length;
  const words = mayTell ? unknown : [];
  const names = query.exactNames.filter(isUnknown);
  return [...new Set([...names, ...words])].filter((word) => word.length <= MAX_KEYWORD_LENGTH);
}

async function readExcerpts(
  hits: readonly RepositoryHit[],
  query: Query,
  context: EngineContext,
): Promise<Excerpt[]> {
  const excerpts: Excerpt[] = [];
  for (const hit of hits.slice(0, MAX_FILES_READ)) {
    context.signal.throwIfAborted();
    context.stats({ tool_calls: 1 });
    const lines = await readLines(hit);
    const { repo, commit, found } = hit;
    const file: LoadedFile = { repo, commit, hit: found, lines };
    const shown = lines.length > 0 ? excerptsOf(file, query).slice(0, MAX_EXCERPTS_PER_FILE) : [];
    const ranges = shown.map(({ start, end }) => `${start}–${end}`).join(', ');
    context.report(`Read ${hit.found.path}${ranges && `, lines ${ranges}`}`);
    excerpts.push(...shown);
  }
  return selectExcerpts(excerpts).slice(0, MAX_EXCERPTS);
}

async function readLines({ repository, found }: RepositoryHit): Promise<string[]> {
  const text = decodeText(await repository.blobs.read(found.objectId));
  return text === undefined
    ? []
    : text.split(/\r?\n/).map((line) => line.slice(0, MAX_LINE_LENGTH));
}

/** The first excerpts of up to four files, then second ones, in the order of the files. */
function selectExcerpts(excerpts: readonly Excerpt[]): Excerpt[] {
  const seen = new Set<string>();
  const isFirst = excerpts.map(({ repo, path }) => {
    const key = `${repo}/${path}`;
    return !seen.has(key) && seen.add(key).size > 0;
  });
  const chosen = [
    ...excerpts.filter((_, n) => isFirst[n]).slice(0, 4),
    ...excerpts.filter((_, n) => !isFirst[n]),
  ];
  const kept = new Set(chosen.slice(0, MAX_EXCERPTS));
  return excerpts.filter((place) => kept.has(place));
}

function sourcesOf(hits: readonly RepositoryHit[], excerpts: readonly Excerpt[]): Source[] {
  const files = hits.map(({ repo, commit, found }) => {
    const place = excerpts.find((one) => one.repo === repo && one.path === found.path);
    const lines = place ?? found.chunks[0];
    const address = filePagePath({ repo, rev: commit, path: found.path }, lines);
    return { type: 'File', link: address, label: `${repo} · ${found.path}` };
  });
  const repositories = [...new Set(hits.map(({ repo }) => repo))].map((repo) => ({
    type: 'Repository',
    link: directoryPagePath(repo, ''),
    label: repo,
  }));
  return [...files, ...repositories];
}

function queryContext({ history, added }: EngineContext): QueryContext {
  const files = history.flatMap(({ sources }) =>
    sources.flatMap(({ label }) => label.split(' · ')[1] ?? []),
  );
  const questions = history.map(({ question }) => withoutMasks(question));
  return { questions, files, added: searchableContext(added) };
}

function counted(n: number, what: string): string {
  return `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;
}
