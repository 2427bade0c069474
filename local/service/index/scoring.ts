import type { Query, WeightedTerm } from './query.js';
import { FIELDS, type Field } from './segments/file-table.js';
import type { LiveSegment } from './segments/live-segment.js';
import type { PostingList } from './segments/postings.js';

const FIELD_BOOSTS: Readonly<Record<Field, number>> = {
  path: 1.5,
  definedNameParts: 2,
  definedNames: 2,
  text: 1,
};
/** For queries about usages: a definition is just one more mention. */
const USAGE_FIELD_BOOSTS: Readonly<Record<Field, number>> = {
  path: 0.5,
  definedNameParts: 0.1,
  definedNames: 0.1,
  text: 1,
};
/** The parameters of BM25+. */
const K = 1.2;
const B = 0.7;
const DELTA = 0.5;
/** How much a term counts that the query has only a prefix of. */
const PREFIX_WEIGHT = 0.375;

/** Which chunks match a query, and how well. */
export interface ScoredChunks {
  readonly segments: readonly ScoredSegment[];
  /** How many chunks there are. */
  readonly chunkCount: number;
  /** What matched of the index, by term: the query's terms, and terms that start with one of them. */
  readonly terms: ReadonlyMap<string, TermMatches>;
  /** The query's terms that match a chunk. */
  readonly foundTerms: ReadonlySet<string>;
}

export interface ScoredSegment {
  readonly live: LiveSegment;
  /** By chunk; 0 if it does not match. */
  readonly scores: Float64Array;
}

/** Where a term occurs. */
export interface TermMatches {
  /** The number of chunks. */
  readonly chunkCount: number;
  /** By segment, then by field: the chunks in ascending order. */
  readonly lists: readonly (readonly Uint32Array[])[];
}

/**
 * Scores all chunks by BM25+ over their fields. A chunk's score is multiplied by how many of the
 * query's terms it has.
 */
export function scoreChunks(segments: readonly LiveSegment[], query: Query): ScoredChunks {
  const scoring = new Scoring(segments, query);
  for (const term of [...query.terms, ...query.definitionTerms]) scoring.addTerm(term);
  return scoring.result();
}

interface SegmentScores {
  readonly live: LiveSegment;
  readonly scores: Float64Array;
  /** How many of the query's terms matched, by chunk. */
  readonly matches: Uint16Array;
  /** Of the query's term that is being added. */
  readonly termScores: Float64Array;
  /** The number of the last term of the index that matched, by chunk. */
  readonly lastTerm: Uint32Array;
}

class Scoring {
  readonly #segments: readonly SegmentScores[];
  readonly #boosts: Readonly<Record<Field, number>>;
  readonly #prefixes: ReadonlySet<string>;
  readonly #chunkCount: number;
  readonly #averageLengths: readonly number[];
  readonly #terms = new Map<string, TermMatches>();
  readonly #foundTerms = new Set<string>();
  #termNumber = 0;

  constructor(segments: readonly LiveSegment[], query: Query) {
    this.#segments = segments.map(emptyScores);
    this.#boosts = query.intent.usages ? USAGE_FIELD_BOOSTS : FIELD_BOOSTS;
    // `FST_ERR` is the prefix of a family of names.
    this.#prefixes = new Set(query.compoundTerms);
    this.#chunkCount = segments.reduce((sum, { liveChunks }) => sum + liveChunks, 0);
    this.#averageLengths = FIELDS.map(
      (_, field) =>
        segments.reduce((sum, { fieldLengths }) => sum + (fieldLengths[field] ?? 0), 0) /
        this.#chunkCount,
    );
  }

  addTerm({ term, weight }: WeightedTerm): void {
    const longerTerms = this.#prefixes.has(term) ? this.#termsWithPrefix(term) : [];
    const weights = longerTerms.map((longer): [string, number] => {
      const distance = longer.length - term.length;
      return [longer, (weight * PREFIX_WEIGHT * longer.length) / (longer.length + 0.3 * distance)];
    });
    const found = [[term, weight] as const, ...weights].flatMap(
      ([matching, its]) => this.#scoreTerm(matching, its) ?? [],
    );
    for (const matches of found) this.#addUp(matches);
    if (found.length > 0) this.#foundTerms.add(term);
  }

  result(): ScoredChunks {
    for (const { scores, matches } of this.#segments) {
      for (let chunk = 0; chunk < scores.length; chunk += 1) {
        scores[chunk] = (scores[chunk] ?? 0) * (matches[chunk] ?? 0);
      }
    }
    return {
      segments: this.#segments,
      chunkCount: this.#chunkCount,
      terms: this.#terms,
      foundTerms: this.#foundTerms,
    };
  }

  #termsWithPrefix(prefix: string): string[] {
    const terms = this.#segments.flatMap(({ live }) => live.segment.withPrefix(prefix));
    return [...new Set(terms)].filter((term) => term !== prefix).sort();
  }

  #scoreTerm(term: string, weight: number): TermMatches | undefined {
    this.#termNumber += 1;
    const found = this.#segments.map(({ live }) => liveLists(live, term));
    let chunkCount = 0;
    FIELDS.forEach((name, field) => {
      const matching = found.reduce((sum, lists) => sum + (lists[field]?.chunks.length ?? 0), 0);
      if (matching === 0) return;
      const inverse = Math.log(1 + (this.#chunkCount - matching + 0.5) / (matching + 0.5));
      const scoring = {
        field,
        factor: weight * this.#boosts[name] * inverse,
        averageLength: this.#averageLengths[field] ?? 1,
        termNumber: this.#termNumber,
      };
      this.#segments.forEach((segment, n) => {
        const list = found[n]?.[field];
        if (list) chunkCount += scoreList(segment, list, scoring);
      });
    });
    if (chunkCount === 0) return undefined;
    const lists = found.map((fields) => fields.map(({ chunks }) => chunks));
    const matches = { chunkCount, lists };
    this.#terms.set(term, matches);
    return matches;
  }

  /** Adds the scores of the query's term to those of the chunks, once for each chunk. */
  #addUp({ lists }: TermMatches): void {
    this.#segments.forEach(({ scores, matches, termScores }, n) => {
      for (const chunks of lists[n] ?? []) {
        for (const chunk of chunks) {
          const score = termScores[chunk] ?? 0;
          if (score === 0) continue;
          scores[chunk] = (scores[chunk] ?? 0) + score;
          matches[chunk] = (matches[chunk] ?? 0) + 1;
          termScores[chunk] = 0;
        }
      }
    });
  }
}

function emptyScores(live: LiveSegment): SegmentScores {
  const { chunks } = live;
  return {
    live,
    scores: new Float64Array(chunks),
    matches: new Uint16Array(chunks),
    termScores: new Float64Array(chunks),
    lastTerm: new Uint32Array(chunks),
  };
}

/** A term's posting lists by field, without what was removed since. */
function liveLists({ segment, isLiveChunk, liveChunks }: LiveSegment, term: string): PostingList[] {
  const lists = segment.find(term) ?? [];
  if (liveChunks === isLiveChunk.length) return [...lists];
  return lists.map(({ chunks, counts }) => {
    const isLive = (_: number, n: number) => isLiveChunk[chunks[n] ?? 0] === 1;
    return { chunks: chunks.filter(isLive), counts: counts.filter(isLive) };
  });
}

interface ListScoring {
  readonly field: number;
  readonly factor: number;
  readonly averageLength: number;
  readonly termNumber: number;
}

/** Returns how many of the chunks have the term in no earlier field. */
function scoreList(
  { live, termScores, lastTerm }: SegmentScores,
  { chunks, counts }: PostingList,
  { field, factor, averageLength, termNumber }: ListScoring,
): number {
  const lengths = live.segment.files.fieldLengths[field] ?? new Uint32Array();
  let newChunks = 0;
  for (let n = 0; n < chunks.length; n += 1) {
    const chunk = chunks[n] ?? 0;
    const count = counts[n] ?? 0;
    const length = 1 - B + (B * (lengths[chunk] ?? 0)) / averageLength;
    const score = factor * (DELTA + (count * (K + 1)) / (count + K * length));
    termScores[chunk] = (termScores[chunk] ?? 0) + score;
    if (lastTerm[chunk] === termNumber) continue;
    lastTerm[chunk] = termNumber;
    newChunks += 1;
  }
  return newChunks;
}
