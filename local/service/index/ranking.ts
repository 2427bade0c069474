import type { SearchResult } from 'minisearch';
import type { Chunk } from './chunks.js';
import { exactMatcher, matchedFields } from './exact-match.js';
import { fileBoost, roleOf } from './file-role.js';
import type { Query } from './query.js';
import { byRelevance, type FileHit, type SearchResults } from './search-results.js';
import { normalizedName } from './terms.js';

export interface IndexedFile {
  readonly objectId: string;
  /** By their document ids in the index. */
  readonly chunks: ReadonlyMap<number, Chunk>;
}

/** How much a file's second best chunk adds to its score. */
const SECOND_CHUNK_FACTOR = 0.5;
const MAX_CHUNKS_PER_FILE = 3;
/** Somebody who asks for usages already knows the definition. */
const DEFINITION_ONLY_FACTOR = 0.4;

interface RankingInput {
  readonly results: readonly SearchResult[];
  readonly query: Query;
  readonly limit: number;
  readonly files: ReadonlyMap<string, IndexedFile>;
  readonly pathByChunk: ReadonlyMap<number, string>;
}

/** Ranks files by their matching chunks. */
export function rank(input: RankingInput): SearchResults {
  const { results, query, limit, files, pathByChunk } = input;
  const importance = termImportance(results, query, pathByChunk.size);
  const exactMatchOf = exactMatcher(results, query);
  const matchesByPath = new Map<string, SearchResult[]>();
  for (const result of results) {
    const path = pathByChunk.get(result.id) ?? '';
    const matches = matchesByPath.get(path);
    if (matches) matches.push(result);
    else matchesByPath.set(path, [result]);
  }
  const hits = [...matchesByPath].flatMap(([path, matches]): FileHit[] => {
    const file = files.get(path);
    if (!file) return [];
    const hit = toFileHit({ path, matches, file, query, importance });
    return [{ ...hit, exactMatch: exactMatchOf(path, matches) }];
  });
  hits.sort((a, b) => byRelevance(a, b) || a.path.localeCompare(b.path));
  const found = new Set(results.flatMap(({ queryTerms }) => queryTerms));
  const missingTerms = query.terms.map(({ term }) => term).filter((term) => !found.has(term));
  return { files: hits.slice(0, limit), total: hits.length, missingTerms };
}

interface MatchedFile {
  readonly path: string;
  /** Best first. */
  readonly matches: readonly SearchResult[];
  readonly file: IndexedFile;
  readonly query: Query;
  readonly importance: TermImportance;
}

function toFileHit(matched: MatchedFile): Omit<FileHit, 'exactMatch'> {
  const { path, matches, file, query, importance } = matched;
  const [first, second] = matches;
  const score = (first?.score ?? 0) + SECOND_CHUNK_FACTOR * (second?.score ?? 0);
  const definitionFactor = isDefinitionOnly(first, query) ? DEFINITION_ONLY_FACTOR : 1;
  return {
    path,
    objectId: file.objectId,
    score: score * fileBoost(path, query) * definitionFactor,
    coverage: first ? coverageOf(first, { path, query, importance }) : 0,
    chunks: matches.slice(0, MAX_CHUNKS_PER_FILE).flatMap(({ id, terms }) => {
      const chunk = file.chunks.get(id);
      return chunk ? [{ ...chunk, terms }] : [];
    }),
  };
}

function isDefinitionOnly(match: SearchResult | undefined, { intent, keywords }: Query): boolean {
  if (!intent.usages || !match) return false;
  const names = keywords.map(normalizedName);
  return names.some((name) => matchedFields(name, match).includes('definedNameParts'));
}

function coverageOf(
  match: SearchResult,
  { path, query, importance }: Pick<MatchedFile, 'path' | 'query' | 'importance'>,
): number {
  const nameFactor = roleOf(path) === 'document' ? 1 : 2;
  const total = query.terms.reduce((sum, { term }) => sum + importance(term), 0);
  const covered = query.terms.reduce((sum, { term }) => {
    const fields = matchedFields(term, match);
    const isInName = fields.some((field) => field !== 'text');
    const factor = isInName ? nameFactor : Math.min(fields.length, 1);
    return sum + factor * importance(term);
  }, 0);
  return total > 0 ? covered / total : 0;
}

/** A term's weight in the query, times its inverse document frequency. */
type TermImportance = (term: string) => number;

function termImportance(
  results: readonly SearchResult[],
  query: Query,
  documentCount: number,
): TermImportance {
  const counts = new Map<string, number>();
  for (const { terms } of results) {
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const compoundTerms = new Set(query.compoundTerms);
  return (term) => {
    const count = counts.get(term) ?? 0;
    // A compound name that occurs nowhere as a whole must not count as missing: its parts count.
    if (count === 0 && compoundTerms.has(term)) return 0;
    return (weights.get(term) ?? 0) * Math.log(1 + documentCount / (1 + count));
  };
}
