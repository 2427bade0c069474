import MiniSearch, { type AsPlainObject, type Options } from 'minisearch';
import { type Chunk, splitIntoChunks } from './chunks.js';
import { FINE_GRANULARITY, type Granularity } from './granularity.js';
import { type Definition, outlineOf } from './outline.js';
import type { Query } from './query.js';
import { type IndexedFile, rank } from './ranking.js';
import type { SearchResults } from './search-results.js';
import { definitionTerm, exactDefinitionTerm, termsOf } from './terms.js';

/** The searchable files of one tree. */
export interface Corpus {
  /** The object ids of the indexed files, by path. */
  objectIds(): ReadonlyMap<string, string>;
  /** Adds the file, or replaces the one at its path. */
  put(file: CorpusFile): void;
  remove(path: string): void;
  search(query: Query, limit: number): SearchResults;
  chunkCount(): number;
  /** As plain JSON for `createCorpus`. */
  serialize(): SerializedCorpus;
}

export interface CorpusFile {
  readonly path: string;
  readonly objectId: string;
  /** Absent: the file is indexed by its path alone. */
  readonly text?: string | undefined;
  readonly granularity?: Granularity;
}

/** `files` have path, object id, and for each chunk its id, first and last line. */
export interface SerializedCorpus {
  readonly lastId: number;
  readonly files: readonly (readonly [string, string, readonly (readonly number[])[]])[];
  readonly index: AsPlainObject;
}

interface ChunkDocument {
  readonly id: number;
  readonly path: string;
  /** The stemmed parts of the names that the chunk defines. */
  readonly definedNameParts: string;
  /** The same names as a whole: a term for any spelling, and one for the exact spelling. */
  readonly definedNames: string;
  readonly text: string;
}

const FIELD_BOOSTS = { path: 1.5, definedNameParts: 2, definedNames: 2, text: 1 };
/** For queries about usages: a definition is just one more mention. */
const USAGE_FIELD_BOOSTS = { path: 0.5, definedNameParts: 0.1, definedNames: 0.1, text: 1 };
const MAX_LINE_LENGTH = 1_000;
const INDEX_OPTIONS: Options<ChunkDocument> = {
  fields: Object.keys(FIELD_BOOSTS),
  // Texts are tokenized by `termsOf` already: terms separated by spaces.
  tokenize: (text) => text.split(' '),
  processTerm: (term) => term || null,
};

export function createCorpus(serialized?: SerializedCorpus): Corpus {
  const files = new Map<string, IndexedFile>();
  const pathByChunk = new Map<number, string>();
  const index = serialized
    ? MiniSearch.loadJS(serialized.index, INDEX_OPTIONS)
    : new MiniSearch(INDEX_OPTIONS);
  let lastId = serialized?.lastId ?? 0;
  for (const [path, objectId, chunks] of serialized?.files ?? []) {
    files.set(path, { objectId, chunks: new Map(chunks.map(toChunkEntry)) });
    for (const [id = 0] of chunks) pathByChunk.set(id, path);
  }

  function remove(path: string): void {
    const ids = [...(files.get(path)?.chunks.keys() ?? [])];
    for (const id of ids) pathByChunk.delete(id);
    index.discardAll(ids);
    files.delete(path);
  }
  return {
    objectIds: () => new Map([...files].map(([path, { objectId }]) => [path, objectId])),
    put({ path, objectId, text, granularity = FINE_GRANULARITY }) {
      if (files.has(path)) remove(path);
      const chunks = new Map<number, Chunk>();
      for (const [chunk, document] of documentsOf(path, text, granularity)) {
        lastId += 1;
        chunks.set(lastId, chunk);
        pathByChunk.set(lastId, path);
        index.add({ id: lastId, ...document });
      }
      files.set(path, { objectId, chunks });
    },
    remove,
    search(query, limit) {
      const terms = [...query.terms, ...query.definitionTerms];
      const compoundTerms = new Set(query.compoundTerms);
      const results = index.search(terms.map(({ term }) => term).join(' '), {
        boost: query.intent.usages ? USAGE_FIELD_BOOSTS : FIELD_BOOSTS,
        boostTerm: termBoost(terms),
        // `FST_ERR` is the prefix of a family of names.
        prefix: (term) => compoundTerms.has(term),
      });
      return rank({ results, query, limit, files, pathByChunk });
    },
    chunkCount: () => pathByChunk.size,
    serialize: () => ({ lastId, files: [...files].map(toSerializedFile), index: index.toJSON() }),
  };
}

function toChunkEntry([id = 0, start = 1, end = start]: readonly number[]): [number, Chunk] {
  return [id, { start, end }];
}

function toSerializedFile([path, { objectId, chunks }]: [
  string,
  IndexedFile,
]): SerializedCorpus['files'][number] {
  return [path, objectId, [...chunks].map(([id, { start, end }]) => [id, start, end])];
}

function* documentsOf(
  path: string,
  text: string | undefined,
  { chunkLines, maxCharacters }: Granularity,
): Generator<[Chunk, Omit<ChunkDocument, 'id'>]> {
  const pathTerms = termsOf(path).join(' ');
  if (text === undefined) {
    yield [
      { start: 1, end: 1 },
      { path: pathTerms, definedNameParts: '', definedNames: '', text: '' },
    ];
    return;
  }
  const lines = text.split('\n').map((line) => line.slice(0, MAX_LINE_LENGTH));
  const outline = outlineOf(path, lines);
  let charactersLeft = maxCharacters;
  for (const chunk of splitIntoChunks(lines.length, outline, chunkLines)) {
    const code = lines
      .slice(chunk.start - 1, chunk.end)
      .join('\n')
      .slice(0, charactersLeft);
    charactersLeft -= code.length;
    const names = namesDefinedIn(chunk, outline);
    const nameTerms = names.flatMap((name) => [definitionTerm(name), exactDefinitionTerm(name)]);
    yield [
      chunk,
      {
        path: pathTerms,
        definedNameParts: names.flatMap(termsOf).join(' '),
        definedNames: nameTerms.join(' '),
        text: termsOf(code).join(' '),
      },
    ];
  }
}

function namesDefinedIn({ start, end }: Chunk, outline: readonly Definition[]): string[] {
  return outline.filter(({ line }) => line >= start && line <= end).map(({ name }) => name);
}

function termBoost(terms: Query['terms']): (term: string) => number {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  return (term) => weights.get(term) ?? 1;
}
