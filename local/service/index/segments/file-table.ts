import type { WordFilter } from './word-filter.js';

/** What a chunk has of its file. */
const FILE_FIELDS = ['name', 'path', 'definedNameParts', 'definedNames', 'text'] as const;
/** The fields of a chunk, in the order of their posting lists. Last, what was said about its file. */
export const FIELDS = [...FILE_FIELDS, 'messages'] as const;
export type Field = (typeof FIELDS)[number];
/** Where these are in `FIELDS`. */
export const MESSAGES_FIELD = FIELDS.indexOf('messages');
export const NAME_FIELD = FIELDS.indexOf('name');
export const PATH_FIELD = FIELDS.indexOf('path');

/** A file as it is put into an index. */
export interface IndexedFile {
  readonly path: string;
  readonly objectId: string;
  readonly chunks: readonly IndexedChunk[];
  readonly words: WordFilter;
}

export interface IndexedChunk {
  /** Its first and last line, counted from 1. */
  readonly start: number;
  readonly end: number;
  readonly terms: Readonly<Record<Field, readonly string[]>>;
}

/** The files of a segment and their chunks, numbered from 0: the chunks of a file follow each other. */
export interface FileTable {
  readonly paths: readonly string[];
  readonly objectIds: readonly string[];
  /** The first chunk of each file; at the end the number of all chunks. */
  readonly firstChunks: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** By field: how many different terms each chunk has. */
  readonly fieldLengths: readonly Uint32Array[];
}

/** Collects the rows of a file table. */
export class FileTableBuilder {
  readonly #paths: string[] = [];
  readonly #objectIds: string[] = [];
  readonly #firstChunks: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #fieldLengths: readonly number[][] = FIELDS.map(() => []);

  get files(): number {
    return this.#paths.length;
  }
  get chunks(): number {
    return this.#starts.length;
  }
  /** The chunks that are added next are those of this file. */
  addFile(path: string, objectId: string): void {
    this.#paths.push(path);
    this.#objectIds.push(objectId);
    this.#firstChunks.push(this.chunks);
  }
  addChunk(start: number, end: number, fieldLengths: readonly number[]): void {
    this.#starts.push(start);
    this.#ends.push(end);
    this.#fieldLengths.forEach((lengths, field) => void lengths.push(fieldLengths[field] ?? 0));
  }
  build(): FileTable {
    return {
      paths: this.#paths,
      objectIds: this.#objectIds,
      firstChunks: Uint32Array.from([...this.#firstChunks, this.chunks]),
      starts: Uint32Array.from(this.#starts),
      ends: Uint32Array.from(this.#ends),
      fieldLengths: this.#fieldLengths.map((lengths) => Uint32Array.from(lengths)),
    };
  }
}
