import { coverageBy } from './coverage.js';
import { type ExactMatch, exactMatches } from './exact-match.js';
import { fileBoost, maxFileBoost } from './file-boost.js';
import { roleFor } from './file-role.js';
import type { Query } from './query.js';
import type { ScoredCorpus, TermMatches } from './scoring.js';
import { byRelevance, type FileHit, type SearchResults } from './search-results.js';
import { FIELDS, NAME_FIELD, PATH_FIELD } from './segments/file-table.js';
import { includes } from './sorted-numbers.js';
import { normalizedName } from './terms.js';

/** How much the score of a file's best chunk adds to its own: what is asked may be in one place. */
const CHUNK_WEIGHT = 0.05;
/** How much its second best chunk adds to that. */
const SECOND_CHUNK_FACTOR = 0.3;
/** Of a file with none of the question's terms: it may have a name that is made of them. */
const MIN_COVERAGE = 0.02;
/** Of two files that say the same, the larger one is where more of it is done: 5 % for twice as many chunks. */
const SIZE_EXPONENT = 0.07;
/** What a part is about is in files with short names, near the top: 13 % less for `cartRow` than for `cart`. */
const NAME_TERMS_EXPONENT = -0.2;
/** 11 % less for each term of the path that the question does not have. */
const PATH_TERM_WEIGHT = -0.12;
/**
 * The three above are for a question of so many terms, and of a longer one they count less: it says more by itself,
 * but the scores of its terms are averaged.
 */
const TERMS_OF_USUAL_QUESTION = 5;
const MAX_PLACE_WEIGHT = 1.5;
/** How much more a file counts that mentions or defines a requested name. */
const EXACT_MATCH_FACTORS: Readonly<Record<ExactMatch, number>> = { 0: 1, 1: 1.1, 2: 1.5 };
const MAX_CHUNKS_PER_FILE = 3;
/** Somebody who asks for usages already knows the definition. */
const DEFINITION_ONLY_FACTOR = 0.4;
const DEFINED_NAME_PARTS = FIELDS.indexOf('definedNameParts');

/** A file that matches. */
interface Candidate {
  readonly segment: number;
  readonly file: number;
  readonly path: string;
  /** Its best chunk. */
  readonly chunk: number;
  readonly score: number;
  readonly exactMatch: ExactMatch;
  readonly tier: number;
}

/** Ranks the matching files. */
export function rank(scored: ScoredCorpus, query: Query, limit: number): SearchResults {
  const best = new BestCandidates(limit);
  const exact = exactMatches(scored, query);
  const isDefinitionOnly = definitionOnly(scored, query);
  const isOnlyName = query.keywords.length === 1 && query.exactNames.length === 1;
  const maxBoost = maxFileBoost(query);
  let total = 0;
  for (const found of matchingFiles(scored, placeWeightOf(query))) {
    total += 1;
    const { segment, file, chunk } = found;
    // Most files are left out here, before their path is looked at, which takes longer.
    const mayDefine = exact.of(segment, file, false);
    const highest = found.score * maxBoost * EXACT_MATCH_FACTORS[mayDefine];
    if (!best.admits(isOnlyName ? mayDefine : 0, highest)) continue;
    const path = scored.segments[segment]?.live.segment.files.paths[file] ?? '';
    const isSecondary = roleFor(path, query) === 'document' && !query.intent.documents;
    const exactMatch = isSecondary ? exact.of(segment, file, true) : mayDefine;
    const factor = isDefinitionOnly(segment, chunk) ? DEFINITION_ONLY_FACTOR : 1;
    const boost = fileBoost(path, query) * EXACT_MATCH_FACTORS[exactMatch];
    const score = found.score * boost * factor;
    const tier = isOnlyName ? exactMatch : 0;
    best.add({ segment, file, path, chunk, score, exactMatch, tier });
  }
  const coverage = coverageBy(scored, query);
  return {
    files: best.sorted().map((candidate) => toFileHit(candidate, { scored, coverage })),
    total,
    missingTerms: query.terms
      .map(({ term }) => term)
      .filter((term) => !scored.foundTerms.has(term)),
  };
}

function placeWeightOf({ terms }: Query): number {
  return Math.min(MAX_PLACE_WEIGHT, TERMS_OF_USUAL_QUESTION / Math.max(1, terms.length));
}

/** Their scores, without what named files and definitions add. */
function* matchingFiles(
  { segments, totalImportance, averagePathLength }: ScoredCorpus,
  placeWeight: number,
): Generator<Omit<Candidate, 'path' | 'exactMatch' | 'tier'>> {
  for (const [segment, scores] of segments.entries()) {
    const { live, chunkScores, fileScores, covered, askedInPath } = scores;
    const { firstChunks } = live.segment.files;
    const [nameLengths, pathLengths] = [live.fileLengths[NAME_FIELD], live.fileLengths[PATH_FIELD]];
    for (let file = 0; file < fileScores.length; file += 1) {
      const own = fileScores[file] ?? 0;
      if (own === 0) continue;
      const start = firstChunks[file] ?? 0;
      const after = firstChunks[file + 1] ?? 0;
      let [chunk, first, second] = [start, 0, 0];
      for (let n = start; n < after; n += 1) {
        const score = chunkScores[n] ?? 0;
        if (score > first) [chunk, first, second] = [n, score, first];
        else if (score > second) second = score;
      }
      const passage = CHUNK_WEIGHT * (first + SECOND_CHUNK_FACTOR * second);
      // Divided by the importance of all terms, scores of several repositories can be compared.
      const most = totalImportance || 1;
      // A cube root takes a sixth of the time of another power.
      const coverage = Math.cbrt(MIN_COVERAGE + (covered[file] ?? 0) / most);
      const others = (pathLengths?.[file] ?? 0) - (askedInPath[file] ?? 0);
      // Next to the average, so that repositories with deep folders can be compared with others.
      const place = Math.exp(
        placeWeight *
          (SIZE_EXPONENT * Math.log(after - start) +
            NAME_TERMS_EXPONENT * Math.log(1 + (nameLengths?.[file] ?? 0)) +
            PATH_TERM_WEIGHT * (others - averagePathLength)),
      );
      yield { segment, file, chunk, score: ((own + passage) / most) * coverage * place };
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
  admits(tier: number, score: number): boolean {
    const last = this.#last;
    return !last || tier > last.tier || (tier === last.tier && score >= last.score);
  }
  add(candidate: Candidate): void {
    this.#candidates.push(candidate);
    if (this.#candidates.length < 3 * this.#limit) return;
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
  readonly scored: ScoredCorpus;
  readonly coverage: (candidate: Candidate) => number;
}

function toFileHit(candidate: Candidate, context: HitContext): FileHit {
  const { segment, file, path, score, exactMatch, tier } = candidate;
  const { live, chunkScores } = context.scored.segments[segment] ?? missingSegment();
  const { firstChunks, objectIds, starts, ends } = live.segment.files;
  const [first, after] = [firstChunks[file] ?? 0, firstChunks[file + 1] ?? 0];
  const chunks = Array.from({ length: after - first }, (_, n) => first + n)
    .filter((chunk) => (chunkScores[chunk] ?? 0) > 0 || chunk === candidate.chunk)
    .sort((a, b) => (chunkScores[b] ?? 0) - (chunkScores[a] ?? 0))
    .slice(0, MAX_CHUNKS_PER_FILE);
  return {
    path,
    objectId: objectIds[file] ?? '',
    score,
    exactMatch,
    tier,
    coverage: context.coverage(candidate),
    chunks: chunks.map((chunk) => ({
      start: starts[chunk] ?? 1,
      end: ends[chunk] ?? 1,
      terms: [...context.scored.terms]
        .filter(([, matches]) => hasTerm(matches, segment, chunk))
        .map(([term]) => term),
    })),
  };
}

function missingSegment(): never {
  throw new Error('a candidate is in no segment');
}

/** Whether a chunk has a term in any field. */
function hasTerm({ lists }: TermMatches, segment: number, chunk: number): boolean {
  return (lists[segment] ?? []).some((chunks) => includes(chunks, chunk));
}

/** Whether a chunk defines one of the names whose usages are asked for. */
function definitionOnly(
  { terms }: ScoredCorpus,
  { intent, keywords }: Query,
): (segment: number, chunk: number) => boolean {
  if (!intent.usages) return () => false;
  const names = keywords.flatMap((keyword) => terms.get(normalizedName(keyword)) ?? []);
  return (segment, chunk) =>
    names.some(({ lists }) => includes(lists[segment]?.[DEFINED_NAME_PARTS], chunk));
}
