import { type ExactMatch, exactMatches } from './exact-match.js';
import { fileBoost, MAX_FILE_BOOST, roleOf } from './file-role.js';
import type { Query } from './query.js';
import type { ScoredChunks, TermMatches } from './scoring.js';
import { byRelevance, type FileHit, type SearchResults } from './search-results.js';
import { FIELDS } from './segments/file-table.js';
import { normalizedName } from './terms.js';

/** How much a file's second best chunk adds to its score. */
const SECOND_CHUNK_FACTOR = 0.5;
const MAX_CHUNKS_PER_FILE = 3;
/** Somebody who asks for usages already knows the definition. */
const DEFINITION_ONLY_FACTOR = 0.4;
const TEXT = FIELDS.indexOf('text');
const DEFINED_NAME_PARTS = FIELDS.indexOf('definedNameParts');

/** A file with a matching chunk. */
interface Candidate {
  readonly segment: number;
  readonly file: number;
  readonly path: string;
  /** Its best chunk. */
  readonly chunk: number;
  readonly score: number;
  readonly exactMatch: ExactMatch;
}

/** Ranks files by their matching chunks. */
export function rank(scored: ScoredChunks, query: Query, limit: number): SearchResults {
  const best = new BestCandidates(limit);
  const exact = exactMatches(scored, query);
  const isDefinitionOnly = definitionOnly(scored, query);
  let total = 0;
  for (const found of matchingFiles(scored)) {
    total += 1;
    const { segment, file, path, chunk } = found;
    const mayDefine = exact.of(segment, file, false);
    // Most files are left out here, before their path is looked at, which takes longer.
    if (!best.admits({ exactMatch: mayDefine, score: found.score * MAX_FILE_BOOST })) continue;
    const isSecondary = roleOf(path) === 'document' && !query.intent.documents;
    const factor = isDefinitionOnly(segment, chunk) ? DEFINITION_ONLY_FACTOR : 1;
    best.add({
      ...found,
      score: found.score * fileBoost(path, query) * factor,
      exactMatch: isSecondary ? exact.of(segment, file, true) : mayDefine,
    });
  }
  const importance = termImportance(scored, query);
  return {
    files: best.sorted().map((candidate) => toFileHit(candidate, { scored, query, importance })),
    total,
    missingTerms: query.terms
      .map(({ term }) => term)
      .filter((term) => !scored.foundTerms.has(term)),
  };
}

/** Their scores are those of their chunks. */
function* matchingFiles({ segments }: ScoredChunks): Generator<Omit<Candidate, 'exactMatch'>> {
  for (const [segment, { live, scores }] of segments.entries()) {
    const { paths, firstChunks } = live.segment.files;
    for (let file = 0; file < paths.length; file += 1) {
      let [chunk, first, second] = [0, 0, 0];
      const after = firstChunks[file + 1] ?? 0;
      for (let n = firstChunks[file] ?? 0; n < after; n += 1) {
        const score = scores[n] ?? 0;
        if (score > first) [chunk, first, second] = [n, score, first];
        else if (score > second) second = score;
      }
      const score = first + SECOND_CHUNK_FACTOR * second;
      if (score > 0) yield { segment, file, path: paths[file] ?? '', chunk, score };
    }
  }
}

/** Keeps the best of the candidates that are added. */
class BestCandidates {
  readonly #limit: number;
  #candidates: Candidate[] = [];
  /** The last one that would still be kept, once there are enough. */
  #last: Candidate | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }
  admits(candidate: Pick<Candidate, 'exactMatch' | 'score'>): boolean {
    return this.#last === undefined || byRelevance(candidate, this.#last) <= 0;
  }
  add(candidate: Candidate): void {
    this.#candidates.push(candidate);
    if (this.#candidates.length < 2 * this.#limit + 100) return;
    this.#candidates = this.sorted();
    this.#last = this.#candidates.at(-1);
  }
  sorted(): Candidate[] {
    return this.#candidates
      .sort((a, b) => byRelevance(a, b) || a.path.localeCompare(b.path))
      .slice(0, this.#limit);
  }
}

interface HitContext {
  readonly scored: ScoredChunks;
  readonly query: Query;
  readonly importance: TermImportance;
}

function toFileHit(candidate: Candidate, context: HitContext): FileHit {
  const { segment, file, path, score, exactMatch } = candidate;
  const { live, scores } = context.scored.segments[segment] ?? missingSegment();
  const { firstChunks, objectIds, starts, ends } = live.segment.files;
  const [first, after] = [firstChunks[file] ?? 0, firstChunks[file + 1] ?? 0];
  const chunks = Array.from({ length: after - first }, (_, n) => first + n)
    .filter((chunk) => (scores[chunk] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, MAX_CHUNKS_PER_FILE);
  return {
    path,
    objectId: objectIds[file] ?? '',
    score,
    exactMatch,
    coverage: coverageOf(candidate, context),
    chunks: chunks.map((chunk) => ({
      start: starts[chunk] ?? 1,
      end: ends[chunk] ?? 1,
      terms: [...context.scored.terms]
        .filter(([, matches]) => fieldsWith(matches, segment, chunk).length > 0)
        .map(([term]) => term),
    })),
  };
}

function missingSegment(): never {
  throw new Error('a candidate is in no segment');
}

/** The numbers of the fields of a chunk in which a term occurs. */
function fieldsWith({ lists }: TermMatches, segment: number, chunk: number): number[] {
  const fields = lists[segment] ?? [];
  return FIELDS.flatMap((_, field) => (includes(fields[field], chunk) ? [field] : []));
}

/** Whether a number is among those, which are in ascending order. */
function includes(numbers: Uint32Array | undefined, wanted: number): boolean {
  let [low, high] = [0, numbers?.length ?? 0];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers?.[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return numbers?.[low] === wanted;
}

/** Whether a chunk defines one of the names whose usages are asked for. */
function definitionOnly(
  { terms }: ScoredChunks,
  { intent, keywords }: Query,
): (segment: number, chunk: number) => boolean {
  if (!intent.usages) return () => false;
  const names = keywords.flatMap((keyword) => terms.get(normalizedName(keyword)) ?? []);
  return (segment, chunk) =>
    names.some(({ lists }) => includes(lists[segment]?.[DEFINED_NAME_PARTS], chunk));
}

function coverageOf(
  { path, segment, chunk }: Candidate,
  { scored, query, importance }: HitContext,
): number {
  const nameFactor = roleOf(path) === 'document' ? 1 : 2;
  const total = query.terms.reduce((sum, { term }) => sum + importance(term), 0);
  const covered = query.terms.reduce((sum, { term }) => {
    const matches = scored.terms.get(term);
    const fields = matches ? fieldsWith(matches, segment, chunk) : [];
    const isInName = fields.some((field) => field !== TEXT);
    const factor = isInName ? nameFactor : Math.min(fields.length, 1);
    return sum + factor * importance(term);
  }, 0);
  return total > 0 ? covered / total : 0;
}

/** A term's weight in the query, times its inverse document frequency. */
type TermImportance = (term: string) => number;

function termImportance({ terms, chunkCount }: ScoredChunks, query: Query): TermImportance {
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const compoundTerms = new Set(query.compoundTerms);
  return (term) => {
    const count = terms.get(term)?.chunkCount ?? 0;
    // A compound name that occurs nowhere as a whole must not count as missing: its parts count.
    if (count === 0 && compoundTerms.has(term)) return 0;
    // Nor do the words of a question in another language than the code.
    if (count === 0 && query.language !== undefined) return 0;
    return (weights.get(term) ?? 0) * Math.log(1 + chunkCount / (1 + count));
  };
}
