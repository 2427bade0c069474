import type { SearchResult } from 'minisearch';
import type { Chunk } from './chunks.js';
import { exactnessIn, fieldsWith } from './exact-match.js';
import { roleOf, weightOf } from './file-role.js';
import type { Query } from './query.js';
import { byFit, type Findings, type FoundFile } from './search-results.js';
import { wholeOf } from './terms.js';

/** A file as the corpus holds it. */
export interface Held {
  readonly objectId: string;
  readonly chunks: ReadonlyMap<number, Chunk>;
}

/** The second best place of a file counts half. */
const SECOND = 0.5;
const PLACES = 3;
/** Who asks where something is used knows where it is defined. */
const ONLY_DEFINITION = 0.4;

interface Ranking {
  readonly results: readonly SearchResult[];
  readonly query: Query;
  readonly limit: number;
  readonly files: ReadonlyMap<string, Held>;
  readonly owners: ReadonlyMap<number, string>;
}

/** From the places that match to files, best first. */
export function rank(ranking: Ranking): Findings {
  const { results, query, limit, files, owners } = ranking;
  const rarity = rarityIn(results, query, owners.size);
  const exactness = exactnessIn(results, query);
  const byFile = new Map<string, SearchResult[]>();
  for (const result of results) {
    const path = owners.get(result.id) ?? '';
    const places = byFile.get(path);
    if (places) places.push(result);
    else byFile.set(path, [result]);
  }
  const found = [...byFile].flatMap(([path, places]) => {
    const held = files.get(path);
    if (!held) return [];
    return [
      { ...foundFile({ path, places, held, query, rarity }), exactness: exactness(path, places) },
    ];
  });
  const best = found.sort((a, b) => byFit(a, b) || a.path.localeCompare(b.path));
  return { files: best.slice(0, limit), total: best.length };
}

function foundFile(parts: {
  path: string;
  places: readonly SearchResult[];
  held: Held;
  query: Query;
  rarity: Rarity;
}): Omit<FoundFile, 'exactness'> {
  const { path, places, held, query, rarity } = parts;
  const [first, second] = places;
  const score = (first?.score ?? 0) + SECOND * (second?.score ?? 0);
  return {
    path,
    objectId: held.objectId,
    score: score * weightOf(path, query) * (isOnlyDefinition(first, query) ? ONLY_DEFINITION : 1),
    coverage: first ? coverageOf(first, { path, query, rarity }) : 0,
    places: places.slice(0, PLACES).flatMap(({ id, terms }) => {
      const chunk = held.chunks.get(id);
      return chunk ? [{ ...chunk, terms }] : [];
    }),
  };
}

function isOnlyDefinition(place: SearchResult | undefined, { wants, words }: Query): boolean {
  const wholes = words.map(wholeOf);
  return (
    wants.usages && wholes.some((word) => place && fieldsWith(word, place).includes('defines'))
  );
}

function coverageOf(
  place: SearchResult,
  { path, query, rarity }: { path: string; query: Query; rarity: Rarity },
): number {
  const inName = roleOf(path) === 'document' ? 1 : 2;
  const all = query.terms.reduce((sum, { term }) => sum + rarity(term), 0);
  const matched = query.terms.reduce((sum, { term }) => {
    const fields = fieldsWith(term, place);
    const times = fields.some((field) => field !== 'text') ? inName : Math.min(fields.length, 1);
    return sum + times * rarity(term);
  }, 0);
  return all > 0 ? matched / all : 0;
}

/** How much a term tells: its weight and its inverse document frequency. */
type Rarity = (term: string) => number;

function rarityIn(results: readonly SearchResult[], query: Query, documents: number): Rarity {
  const counts = new Map<string, number>();
  for (const { terms } of results) {
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  return (term) => {
    const count = counts.get(term) ?? 0;
    // A name that nothing has in one piece is not missed where its parts are.
    if (count === 0 && query.compounds.includes(term)) return 0;
    return (weights.get(term) ?? 0) * Math.log(1 + documents / (1 + count));
  };
}
