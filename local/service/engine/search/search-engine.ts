import type { Engine, EngineContext, PreviousQuestion } from '../../conversation/engine.js';
import type { Source } from '../../conversation/resources.js';
import type { Repository } from '../../git/repository.js';
import { buildQuery, type Query } from '../../index/query.js';
import type { SearchIndex } from '../../index/search-index.js';
import { type FileHit, isRelevant, mergeHits } from '../../index/search-results.js';
import { decodeText } from '../../index/text-files.js';
import { directoryPagePath, filePagePath } from '../../pages/paths.js';
import { sayFilling } from '../index-progress.js';
import { answerFrom, nothingFound, nothingToSearch, type Searched } from './answer.js';
import { type Place, placesOf, type ReadFile } from './excerpts.js';
import { followupsOf } from './followups.js';

export interface SearchEngineParts {
  readonly repositories: readonly Repository[];
  readonly index: SearchIndex;
}

/** A file that was found, and where. */
interface Hit extends Searched {
  readonly repository: Repository;
  readonly found: FileHit;
}

/** What answers a question that says nothing but "what is this repository about?". */
const WHAT_IS_THIS = 'readme';
const FILES_READ = 5;
const PLACES_SHOWN = 5;
const PLACES_A_FILE = 2;
const SOURCES = 10;
const MOST_WORDS = 12;

/** Answers with what a search in the repositories finds, at the commit that HEAD is at now. */
export function createSearchEngine({ repositories, index }: SearchEngineParts): Engine {
  return async (question, context) => {
    const asked = buildQuery(question, earlierOf(context.history));
    const query = asked.terms.length > 0 ? asked : buildQuery(WHAT_IS_THIS);
    const words = query.keywords.slice(0, MOST_WORDS);
    if (words.length > 0) context.report(`Looking for ${words.join(', ')}`);
    const results = await Promise.all(
      repositories.map((repository) => searchOne({ repository, index, query, context })),
    );
    context.signal.throwIfAborted();
    const searched = results.flatMap((result) => (result ? [result.searched] : []));
    if (searched.length === 0) return { answer: nothingToSearch(repositories), sources: [] };
    const hits = best(
      results.flatMap((result) => result?.hits ?? []),
      query,
    );
    const places = await show(hits, query, context);
    const [first, ...others] = places;
    if (!first) return { answer: nothingFound(searched, words), sources: [] };
    return {
      answer: answerFrom([first, ...others], searched),
      sources: sourcesOf(hits, places),
      suggested_followups: followupsOf(places, question),
    };
  };
}

interface Search {
  readonly repository: Repository;
  readonly index: SearchIndex;
  readonly query: Query;
  readonly context: EngineContext;
}

async function searchOne({ repository, index, query, context }: Search) {
  const commit = await repository.head();
  if (!commit) {
    context.report(`${repository.name} has no commit yet`);
    return undefined;
  }
  context.stats({ tool_calls: 1 });
  const findings = await index.search({
    ...{ gitDir: repository.git.gitDir, commit, query },
    progress: sayFilling(repository.name, context),
  });
  const searched = { repo: repository.name, commit };
  context.report(`Searched ${repository.name}: ${counted(findings.total, 'file')} with any of it`);
  return { searched, hits: findings.files.map((found) => ({ ...searched, repository, found })) };
}

function best(hits: readonly Hit[], query: Query): Hit[] {
  const inOrder = mergeHits(hits);
  // The best files decide: others may hold a part of what they hold whole.
  const relevant = inOrder.slice(0, 3).some(({ found }) => isRelevant(found, query));
  return relevant ? inOrder.slice(0, SOURCES) : [];
}

async function show(hits: readonly Hit[], query: Query, context: EngineContext): Promise<Place[]> {
  const places: Place[] = [];
  for (const hit of hits.slice(0, FILES_READ)) {
    context.signal.throwIfAborted();
    context.stats({ tool_calls: 1 });
    const lines = await readLines(hit);
    const { repo, commit, found } = hit;
    const file: ReadFile = { repo, commit, found, lines };
    const shown = lines.length > 0 ? placesOf(file, query).slice(0, PLACES_A_FILE) : [];
    const ranges = shown.map(({ start, end }) => `${start}–${end}`).join(', ');
    context.report(`Read ${hit.found.path}${ranges && `, lines ${ranges}`}`);
    places.push(...shown);
  }
  return firstOfEachFirst(places).slice(0, PLACES_SHOWN);
}

async function readLines({ repository, found }: Hit): Promise<string[]> {
  const text = decodeText(await repository.blobs.read(found.objectId));
  return text === undefined ? [] : text.split(/\r?\n/);
}

/** The best place of the best files, then their second ones: where the first file is not alone. */
function firstOfEachFirst(places: readonly Place[]): Place[] {
  const seen = new Set<string>();
  const isFirst = places.map(({ repo, path }) => {
    const key = `${repo}/${path}`;
    return !seen.has(key) && seen.add(key).size > 0;
  });
  const chosen = [
    ...places.filter((_, n) => isFirst[n]).slice(0, 4),
    ...places.filter((_, n) => !isFirst[n]),
  ];
  const kept = new Set(chosen.slice(0, PLACES_SHOWN));
  return places.filter((place) => kept.has(place));
}

function sourcesOf(hits: readonly Hit[], places: readonly Place[]): Source[] {
  const files = hits.map(({ repo, commit, found }) => {
    const place = places.find((one) => one.repo === repo && one.path === found.path);
    const lines = place ?? found.chunks[0];
    const address = filePagePath({ repo, rev: commit, path: found.path }, lines);
    return { type: 'File', link: address, label: `${repo} · ${found.path}` };
  });
  const repositories = [...new Set(hits.map(({ repo }) => repo))].map((repo) => ({
    ...{ type: 'Repository', link: directoryPagePath(repo, ''), label: repo },
  }));
  return [...files, ...repositories];
}

/** What the conversation was about so far. */
function earlierOf(history: readonly PreviousQuestion[]) {
  const files = history.flatMap(({ sources }) =>
    sources.flatMap(({ label }) => label.split(' · ')[1] ?? []),
  );
  return { questions: history.map(({ question }) => question), files };
}

function counted(n: number, what: string): string {
  return `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;
}
