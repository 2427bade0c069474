import type { Query, WeightedTerm } from './query.js';
import { FIELDS, type Field, MESSAGES_FIELD, PATH_FIELD } from './segments/file-table.js';
import type { LiveSegment } from './segments/live-segment.js';
import type { PostingList } from './segments/postings.js';

/** How a field counts in the score of a file. */
interface FieldScoring {
  readonly boost: number;
  /** BM25's b: how much a long field makes each of its terms count less. */
  readonly lengthNorm: number;
}

/** A file's name says best what it is about, if it says little else. Measured, as are all numbers here. */
const FILE_FIELDS: Readonly<Record<Field, FieldScoring>> = {
  name: { boost: 3.5, lengthNorm: 0.75 },
  path: { boost: 1.3, lengthNorm: 0.3 },
  definedNameParts: { boost: 1, lengthNorm: 0.5 },
  definedNames: { boost: 1.5, lengthNorm: 0.3 },
  text: { boost: 1.2, lengthNorm: 0.7 },
  messages: { boost: 1.5, lengthNorm: 0.7 },
};
/** Chunks differ in what they say and define. */
const CHUNK_BOOSTS: Readonly<Record<Field, number>> = {
  name: 0,
  path: 0,
  definedNameParts: 2,
  definedNames: 2,
  text: 1,
  messages: 0,
};
/** For queries about usages: a definition is just one more mention. */
const USAGE_BOOSTS: Readonly<Record<Field, number>> = {
  name: 0.5,
  path: 0.5,
  definedNameParts: 0.1,
  definedNames: 0.1,
  text: 1,
  messages: 0,
};
/** BM25's k1: the higher, the more it counts how often a term occurs. A file says things more often than a chunk. */
const FILE_K = 2.4;
const CHUNK_K = 1.2;
const CHUNK_LENGTH_NORM = 0.7;
/** BM25+'s delta. */
const CHUNK_DELTA = 0.5;
/** How much a term counts that the query has only a prefix of. */
const PREFIX_WEIGHT = 0.375;
/** What every term counts, however many files have it: in a small repository, most have most of them. */
const BASE_IMPORTANCE = 2;

/** Which chunks and files match a query, and how well. */
export interface ScoredCorpus {
  readonly segments: readonly ScoredSegment[];
  readonly fileCount: number;
  /** What matched of the index, by term: the query's terms, and terms that start with one of them. */
  readonly terms: ReadonlyMap<string, TermMatches>;
  /** The query's terms that a file has. */
  readonly foundTerms: ReadonlySet<string>;
  /** The importance of all terms of the question together. */
  readonly totalImportance: number;
  /** The terms of a file's path, without its name, on average. */
  readonly averagePathLength: number;
}

export interface ScoredSegment {
  readonly live: LiveSegment;
  /** By chunk and by file; 0 for what does not match. */
  readonly chunkScores: Float64Array;
  readonly fileScores: Float64Array;
  /** By file: the importance of the question's terms that it, or a message about it, has. */
  readonly covered: Float64Array;
  /** By file: how many of the question's terms its path has, apart from its name. */
  readonly askedInPath: Uint16Array;
}

/** Where a term occurs. */
export interface TermMatches {
  /** The number of files that have it. */
  readonly fileCount: number;
  /** By segment, then by field of the file itself: the chunks in ascending order. */
  readonly lists: readonly (readonly Uint32Array[])[];
  /** By segment: the first chunks of the files whose commits mention it. */
  readonly messages: readonly Uint32Array[];
}

/**
 * Scores all files by BM25 over their fields, each with its own inverse document frequency, and all chunks
 * by BM25+, times how many of the query's terms they have.
 */
export function scoreCorpus(segments: readonly LiveSegment[], query: Query): ScoredCorpus {
  const scoring = new Scoring(segments, query);
  for (const term of query.terms) scoring.addTerm(term, true);
  for (const term of [...query.definitionTerms, ...query.phraseTerms]) scoring.addTerm(term, false);
  return scoring.result();
}

/** How much it says about a file that it has this term. */
export function importanceOf(weight: number, matchingFiles: number, files: number): number {
  return weight * (BASE_IMPORTANCE + Math.log(1 + files / (1 + matchingFiles)));
}

interface SegmentScores extends ScoredSegment {
  /** How many of the query's terms matched, by chunk. */
  readonly matches: Uint16Array;
  /** Of the query's term that is being added, by chunk and by file. */
  readonly termChunkScores: Float64Array;
  readonly termFileScores: Float64Array;
  /** The number of the last term of the index that matched, by file. */
  readonly lastTerm: Uint32Array;
}

class Scoring {
  readonly #segments: readonly SegmentScores[];
  readonly #fileBoosts: Readonly<Record<Field, number>>;
  readonly #chunkBoosts: Readonly<Record<Field, number>>;
  readonly #prefixes: ReadonlySet<string>;
  readonly #chunkCount: number;
  readonly #fileCount: number;
  /** By field, of a chunk and of a file. */
  readonly #chunkLengths: readonly number[];
  readonly #fileLengths: readonly number[];
  readonly #terms = new Map<string, TermMatches>();
  readonly #foundTerms = new Set<string>();
  #termNumber = 0;
  #totalImportance = 0;

  constructor(segments: readonly LiveSegment[], { intent, compoundTerms }: Query) {
    this.#segments = segments.map(emptyScores);
    this.#fileBoosts = intent.usages ? USAGE_BOOSTS : boostsOf(FILE_FIELDS);
    this.#chunkBoosts = intent.usages ? { ...USAGE_BOOSTS, name: 0, path: 0 } : CHUNK_BOOSTS;
    // `FST_ERR` is the prefix of a family of names.
    this.#prefixes = new Set(compoundTerms);
    this.#chunkCount = sum(segments.map(({ liveChunks }) => liveChunks));
    this.#fileCount = sum(segments.map(({ liveFiles }) => liveFiles));
    const lengths = FIELDS.map((_, field) =>
      Math.max(1, sum(segments.map(({ fieldLengths }) => fieldLengths[field] ?? 0))),
    );
    this.#chunkLengths = lengths.map((length) => length / this.#chunkCount);
    this.#fileLengths = lengths.map((length) => length / this.#fileCount);
  }

  /** `isAsked`: the question has the term, which is not only made of its words. */
  addTerm({ term, weight }: WeightedTerm, isAsked: boolean): void {
    const longerTerms = this.#prefixes.has(term) ? this.#termsWithPrefix(term) : [];
    const weights = longerTerms.map((longer): [string, number] => {
      const distance = longer.length - term.length;
      return [longer, (weight * PREFIX_WEIGHT * longer.length) / (longer.length + 0.3 * distance)];
    });
    const found = [[term, weight] as const, ...weights].flatMap(
      ([matching, its]) => this.#scoreTerm(matching, its) ?? [],
    );
    const matchingFiles = this.#terms.get(term)?.fileCount ?? 0;
    const importance = isAsked ? importanceOf(weight, matchingFiles, this.#fileCount) : 0;
    this.#totalImportance += importance;
    for (const matches of found) this.#addUp(matches, importance);
    if (isAsked) this.#countInPaths(term);
    if (found.some(({ fileCount }) => fileCount > 0)) this.#foundTerms.add(term);
  }

  result(): ScoredCorpus {
    for (const { chunkScores, matches } of this.#segments) {
      for (let chunk = 0; chunk < chunkScores.length; chunk += 1) {
        chunkScores[chunk] = (chunkScores[chunk] ?? 0) * (matches[chunk] ?? 0);
      }
    }
    return {
      segments: this.#segments,
      fileCount: this.#fileCount,
      terms: this.#terms,
      foundTerms: this.#foundTerms,
      totalImportance: this.#totalImportance,
      averagePathLength: this.#fileLengths[PATH_FIELD] ?? 0,
    };
  }

  #countInPaths(term: string): void {
    for (const [n, { live, askedInPath }] of this.#segments.entries()) {
      for (const chunk of this.#terms.get(term)?.lists[n]?.[PATH_FIELD] ?? []) {
        const file = live.fileOfChunk[chunk] ?? 0;
        askedInPath[file] = (askedInPath[file] ?? 0) + 1;
      }
    }
  }

  #termsWithPrefix(prefix: string): string[] {
    const terms = this.#segments.flatMap(({ live }) => live.segment.withPrefix(prefix));
    return [...new Set(terms)].filter((term) => term !== prefix).sort();
  }

  #scoreTerm(term: string, weight: number): TermMatches | undefined {
    this.#termNumber += 1;
    const found = this.#segments.map(({ live }) => liveLists(live, term));
    const [inMessages = 0, ...inFiles] = FIELDS.map((_, field) => {
      const lists = found.map((fields) => fields[field]);
      return this.#scoreField(field, lists, weight);
    }).reverse();
    const fileCount = sum(inFiles);
    if (fileCount + inMessages === 0) return undefined;
    const chunks = found.map((fields) => fields.map((list) => list.chunks));
    const matches = {
      fileCount,
      lists: chunks.map((fields) => fields.slice(0, MESSAGES_FIELD)),
      messages: chunks.map((fields) => fields[MESSAGES_FIELD] ?? new Uint32Array()),
    };
    if (fileCount > 0) this.#terms.set(term, matches);
    return matches;
  }

  /** Gives the number of the files that have the term in no earlier field. */
  #scoreField(field: number, lists: readonly (PostingList | undefined)[], weight: number): number {
    const name = FIELDS[field] ?? 'text';
    const chunks = sum(lists.map((list) => list?.chunks.length ?? 0));
    if (chunks === 0) return 0;
    const inFiles = this.#segments.map(({ live }, n) => filesWith(lists[n], live));
    const files = sum(inFiles.map((list) => list.files.length));
    const ofFile = {
      factor: weight * this.#fileBoosts[name] * inverseFrequency(files, this.#fileCount),
      lengthNorm: FILE_FIELDS[name].lengthNorm,
      averageLength: this.#fileLengths[field] ?? 1,
    };
    const ofChunk = {
      factor: weight * this.#chunkBoosts[name] * inverseFrequency(chunks, this.#chunkCount),
      lengthNorm: CHUNK_LENGTH_NORM,
      averageLength: this.#chunkLengths[field] ?? 1,
    };
    let newFiles = 0;
    this.#segments.forEach((segment, n) => {
      const [list, ofFiles] = [lists[n], inFiles[n]];
      if (!list || !ofFiles) return;
      scoreFiles(segment, ofFiles, { field, ...ofFile });
      if (ofChunk.factor > 0) scoreChunks(segment, list, { field, ...ofChunk });
      newFiles += markFiles(segment.lastTerm, ofFiles.files, this.#termNumber);
    });
    return newFiles;
  }

  /** Adds the scores of the query's term to those of the chunks and files, once for each. */
  #addUp({ lists, messages }: TermMatches, importance: number): void {
    this.#segments.forEach((segment, n) => {
      const { live, termFileScores, termChunkScores } = segment;
      for (const chunks of [...(lists[n] ?? []), messages[n] ?? []]) {
        for (const chunk of chunks) {
          const file = live.fileOfChunk[chunk] ?? 0;
          const fileScore = termFileScores[file] ?? 0;
          if (fileScore > 0) {
            segment.fileScores[file] = (segment.fileScores[file] ?? 0) + fileScore;
            segment.covered[file] = (segment.covered[file] ?? 0) + importance;
            termFileScores[file] = 0;
          }
          const chunkScore = termChunkScores[chunk] ?? 0;
          if (chunkScore > 0) {
            segment.chunkScores[chunk] = (segment.chunkScores[chunk] ?? 0) + chunkScore;
            segment.matches[chunk] = (segment.matches[chunk] ?? 0) + 1;
            termChunkScores[chunk] = 0;
          }
        }
      }
    });
  }
}

function boostsOf(fields: Readonly<Record<Field, FieldScoring>>): Record<Field, number> {
  const { name, path, definedNameParts, definedNames, text, messages } = fields;
  return {
    name: name.boost,
    path: path.boost,
    definedNameParts: definedNameParts.boost,
    definedNames: definedNames.boost,
    text: text.boost,
    messages: messages.boost,
  };
}

function emptyScores(live: LiveSegment): SegmentScores {
  const { chunks, files } = live;
  return {
    live,
    chunkScores: new Float64Array(chunks),
    fileScores: new Float64Array(files),
    covered: new Float64Array(files),
    askedInPath: new Uint16Array(files),
    matches: new Uint16Array(chunks),
    termChunkScores: new Float64Array(chunks),
    termFileScores: new Float64Array(files),
    lastTerm: new Uint32Array(files),
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
  /** The term's weight, the field's boost and the inverse document frequency, multiplied. */
  readonly factor: number;
  readonly lengthNorm: number;
  readonly averageLength: number;
}

/** The files of a posting list, and how often each has the term. */
interface FileCounts {
  readonly files: Uint32Array;
  readonly counts: Uint32Array;
}

function filesWith(list: PostingList | undefined, { fileOfChunk }: LiveSegment): FileCounts {
  const length = list?.chunks.length ?? 0;
  const files = new Uint32Array(length);
  const counts = new Uint32Array(length);
  let last = -1;
  for (let n = 0; n < length; n += 1) {
    const file = fileOfChunk[list?.chunks[n] ?? 0] ?? 0;
    // The chunks of a file follow each other.
    if (last < 0 || files[last] !== file) last += 1;
    files[last] = file;
    counts[last] = (counts[last] ?? 0) + (list?.counts[n] ?? 0);
  }
  return { files: files.subarray(0, last + 1), counts: counts.subarray(0, last + 1) };
}

/** Returns how many of the files are new to the term. */
function markFiles(lastTerm: Uint32Array, files: Uint32Array, term: number): number {
  let newFiles = 0;
  for (const file of files) {
    if (lastTerm[file] === term) continue;
    lastTerm[file] = term;
    newFiles += 1;
  }
  return newFiles;
}

function scoreFiles(
  { live, termFileScores }: SegmentScores,
  { files, counts }: FileCounts,
  { field, factor, lengthNorm, averageLength }: ListScoring,
): void {
  const lengths = live.fileLengths[field] ?? new Uint32Array();
  for (let n = 0; n < files.length; n += 1) {
    const file = files[n] ?? 0;
    const count = counts[n] ?? 0;
    const length = 1 - lengthNorm + (lengthNorm * (lengths[file] ?? 0)) / averageLength;
    const score = (factor * count * (FILE_K + 1)) / (count + FILE_K * length);
    termFileScores[file] = (termFileScores[file] ?? 0) + score;
  }
}

function scoreChunks(
  { live, termChunkScores }: SegmentScores,
  { chunks, counts }: PostingList,
  { field, factor, lengthNorm, averageLength }: ListScoring,
): void {
  const lengths = live.segment.files.fieldLengths[field] ?? new Uint32Array();
  for (let n = 0; n < chunks.length; n += 1) {
    const chunk = chunks[n] ?? 0;
    const count = counts[n] ?? 0;
    const length = 1 - lengthNorm + (lengthNorm * (lengths[chunk] ?? 0)) / averageLength;
    const score = factor * (CHUNK_DELTA + (count * (CHUNK_K + 1)) / (count + CHUNK_K * length));
    termChunkScores[chunk] = (termChunkScores[chunk] ?? 0) + score;
  }
}

function inverseFrequency(matching: number, all: number): number {
  return Math.log(1 + (all - matching + 0.5) / (matching + 0.5));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
