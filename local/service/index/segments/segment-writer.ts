import { writeSync } from 'node:fs';
import { serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { FileTable } from './file-table.js';
import { ByteWriter } from './postings.js';
import type { WordFilter } from './word-filter.js';

/** The end of a segment file: the length of its tables and the CRC-32 of all before, 4 bytes each. */
export const TRAILER_BYTES = 8;
/** A block ends after the record with which it reaches this size. */
const BLOCK_BYTES = 4_096;
const WRITE_BYTES = 1_048_576;

/** What a segment keeps in memory. */
export interface SegmentTables {
  readonly files: FileTable;
  /** Where each block starts, and where the last one ends, in bytes. */
  readonly blockOffsets: Float64Array;
  /** The first term of each block. */
  readonly blockTerms: readonly string[];
  /** Where the word filter of each file starts, and where the last one ends, in bytes. */
  readonly filterOffsets: Float64Array;
}

/**
 * Writes a segment file: blocks of records, the word filters of the files, then the tables in V8's
 * serialization format. A record is a term and its posting lists, each after its length in bytes. Terms come in
 * ascending order.
 */
export class SegmentWriter {
  readonly #fd: number;
  readonly #blockOffsets: number[] = [0];
  readonly #blockTerms: string[] = [];
  readonly #pending = new ByteWriter(WRITE_BYTES + BLOCK_BYTES);
  #written = 0;
  #checksum = 0;
  #isBlockStart = true;

  constructor(fd: number) {
    this.#fd = fd;
  }

  add(term: string, postings: Buffer): void {
    if (this.#isBlockStart) this.#blockTerms.push(term);
    const name = Buffer.from(term);
    this.#pending.writeNumber(name.length);
    this.#pending.writeBytes(name);
    this.#pending.writeNumber(postings.length);
    this.#pending.writeBytes(postings);
    this.#isBlockStart = this.#position() - (this.#blockOffsets.at(-1) ?? 0) >= BLOCK_BYTES;
    if (!this.#isBlockStart) return;
    this.#blockOffsets.push(this.#position());
    if (this.#pending.length >= WRITE_BYTES) this.#flush();
  }

  /** The filters are those of the files, in their order. */
  finish(files: FileTable, wordFilters: Iterable<WordFilter>): SegmentTables {
    if (!this.#isBlockStart) this.#blockOffsets.push(this.#position());
    const blockOffsets = Float64Array.from(this.#blockOffsets);
    const filterOffsets = this.#writeFilters(wordFilters, files.paths.length);
    const tables = { files, blockOffsets, blockTerms: this.#blockTerms, filterOffsets };
    const bytes = serialize(tables);
    this.#pending.writeBytes(bytes);
    this.#flush();
    const trailer = Buffer.alloc(TRAILER_BYTES);
    trailer.writeUInt32LE(bytes.length, 0);
    trailer.writeUInt32LE(this.#checksum, 4);
    writeFully(this.#fd, trailer);
    return tables;
  }

  #writeFilters(wordFilters: Iterable<WordFilter>, files: number): Float64Array {
    const offsets = new Float64Array(files + 1);
    let file = 0;
    for (const filter of wordFilters) {
      offsets[file] = this.#position();
      this.#pending.writeBytes(filter);
      file += 1;
      if (this.#pending.length >= WRITE_BYTES) this.#flush();
    }
    offsets[file] = this.#position();
    return offsets;
  }

  #position(): number {
    return this.#written + this.#pending.length;
  }

  #flush(): void {
    const bytes = this.#pending.bytes();
    writeFully(this.#fd, bytes);
    this.#checksum = crc32(bytes, this.#checksum);
    this.#written += bytes.length;
    this.#pending.clear();
  }
}

function writeFully(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
