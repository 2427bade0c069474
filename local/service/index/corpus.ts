import MiniSearch, { type AsPlainObject, type Options } from 'minisearch';
import { type Chunk, chunksOf } from './chunks.js';
import { FINE, type Grain } from './granularity.js';
import { type Definition, outlineOf } from './outline.js';
import type { Query } from './query.js';
import { type Held, rank } from './ranking.js';
import type { Findings } from './search-results.js';
import { nameTerm, spelledTerm, termsOf } from './terms.js';

/** The searchable files of one tree. */
export interface Corpus {
  /** The object id of what is held at a path. */
  held(): ReadonlyMap<string, string>;
  /** Holds the file in place of what was there. */
  put(file: Putting): void;
  drop(path: string): void;
  search(query: Query, limit: number): Findings;
  /** The pieces that can be found. */
  size(): number;
  /** All of it as plain JSON, from which `createCorpus` makes it again. */
  keep(): Kept;
}

export interface Putting {
  readonly path: string;
  readonly objectId: string;
  /** Absent: it can be found by its path alone. */
  readonly text?: string | undefined;
  readonly grain?: Grain;
}

/** `files` are path, object id, and each piece's id, first and last line. */
export interface Kept {
  readonly lastId: number;
  readonly files: readonly (readonly [string, string, readonly (readonly number[])[]])[];
  readonly index: AsPlainObject;
}

interface Document {
  readonly id: number;
  readonly path: string;
  /** The names of what it defines, in parts. */
  readonly defines: string;
  /** The same, whole: in any spelling, and in their own. */
  readonly names: string;
  readonly text: string;
}

const FIELDS = { path: 1.5, defines: 2, names: 2, text: 1 };
/** Where usages are asked for, a definition is one place among others. */
const FIELDS_FOR_USAGES = { path: 0.5, defines: 0.1, names: 0.1, text: 1 };
const LONGEST_LINE = 1_000;
const OPTIONS: Options<Document> = {
  fields: Object.keys(FIELDS),
  // Terms come ready, with a space between them.
  tokenize: (text) => text.split(' '),
  processTerm: (term) => term || null,
};

export function createCorpus(kept?: Kept): Corpus {
  const files = new Map<string, Held>();
  const owners = new Map<number, string>();
  const index = kept ? MiniSearch.loadJS(kept.index, OPTIONS) : new MiniSearch(OPTIONS);
  let lastId = kept?.lastId ?? 0;
  for (const [path, objectId, pieces] of kept?.files ?? []) {
    files.set(path, { objectId, chunks: new Map(pieces.map(asChunk)) });
    for (const [id = 0] of pieces) owners.set(id, path);
  }

  function drop(path: string): void {
    const ids = [...(files.get(path)?.chunks.keys() ?? [])];
    for (const id of ids) owners.delete(id);
    index.discardAll(ids);
    files.delete(path);
  }
  return {
    held: () => new Map([...files].map(([path, { objectId }]) => [path, objectId])),
    put({ path, objectId, text, grain = FINE }) {
      if (files.has(path)) drop(path);
      const chunks = new Map<number, Chunk>();
      for (const [chunk, document] of documentsOf(path, text, grain)) {
        lastId += 1;
        chunks.set(lastId, chunk);
        owners.set(lastId, path);
        index.add({ id: lastId, ...document });
      }
      files.set(path, { objectId, chunks });
    },
    drop,
    search(query, limit) {
      const terms = [...query.terms, ...query.names];
      const results = index.search(terms.map(({ term }) => term).join(' '), {
        boost: query.wants.usages ? FIELDS_FOR_USAGES : FIELDS,
        boostTerm: boostBy(terms),
        // `FST_ERR` is how a family of names begins.
        prefix: (term) => query.compounds.includes(term),
      });
      return rank({ results, query, limit, files, owners });
    },
    size: () => owners.size,
    keep: () => ({ lastId, files: [...files].map(asKept), index: index.toJSON() }),
  };
}

function asChunk([id = 0, start = 1, end = start]: readonly number[]): [number, Chunk] {
  return [id, { start, end }];
}

function asKept([path, { objectId, chunks }]: [string, Held]): Kept['files'][number] {
  return [path, objectId, [...chunks].map(([id, { start, end }]) => [id, start, end])];
}

function* documentsOf(
  path: string,
  text: string | undefined,
  { lines: size, characters }: Grain,
): Generator<[Chunk, Omit<Document, 'id'>]> {
  const pathTerms = termsOf(path).join(' ');
  if (text === undefined) {
    yield [
      { start: 1, end: 1 },
      { path: pathTerms, defines: '', names: '', text: '' },
    ];
    return;
  }
  const lines = text.split('\n').map((line) => line.slice(0, LONGEST_LINE));
  const outline = outlineOf(path, lines);
  let left = characters;
  for (const chunk of chunksOf(lines.length, outline, size)) {
    const code = lines
      .slice(chunk.start - 1, chunk.end)
      .join('\n')
      .slice(0, left);
    left -= code.length;
    const body = termsOf(code).join(' ');
    const names = namesIn(chunk, outline);
    const defines = names.flatMap(termsOf).join(' ');
    const whole = names.flatMap((name) => [nameTerm(name), spelledTerm(name)]).join(' ');
    yield [chunk, { path: pathTerms, defines, names: whole, text: body }];
  }
}

function namesIn({ start, end }: Chunk, outline: readonly Definition[]): string[] {
  return outline.filter(({ line }) => line >= start && line <= end).map(({ name }) => name);
}

function boostBy(terms: Query['terms']): (term: string) => number {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  return (term) => weights.get(term) ?? 1;
}
