import { closeSync, fstatSync, readSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { FileTable } from './file-table.js';
import { ByteReader, type PostingList, readPostingLists } from './postings.js';
import { type SegmentTables, TRAILER_BYTES } from './segment-writer.js';
import type { WordFilter } from './word-filter.js';

/** A segment file open for reading. It never changes. */
export interface Segment {
  readonly files: FileTable;
  /** A term's posting lists by field; `undefined` if it has none. */
  find(term: string): readonly PostingList[] | undefined;
  /** The terms that start with `prefix`, in ascending order. */
  withPrefix(prefix: string): string[];
  /** All terms in ascending order, with their posting lists. */
  all(): Generator<TermLists>;
  /** Those of the files, in their order. */
  wordFilters(): Generator<WordFilter>;
  close(): void;
}

export interface TermLists {
  readonly term: string;
  readonly lists: readonly PostingList[];
}

const READ_BYTES = 1_048_576;

/** Opens a finished segment file. Throws if it is damaged. */
export function openSegment(fd: number): Segment {
  const end = fstatSync(fd).size - TRAILER_BYTES;
  if (end <= 0) throw new Error('the segment file is too short');
  const trailer = readRange(fd, end, end + TRAILER_BYTES);
  if (checksumOf(fd, end) !== trailer.readUInt32LE(4)) throw new Error('the segment is damaged');
  const tables = deserialize(readRange(fd, end - trailer.readUInt32LE(0), end)) as SegmentTables;
  return segmentOf(fd, tables);
}

/** A segment file that was just written. */
export function segmentOf(
  fd: number,
  { files, blockOffsets, blockTerms, filterOffsets }: SegmentTables,
): Segment {
  const readBlocks = (first: number, after: number) =>
    readRange(fd, blockOffsets[first] ?? 0, blockOffsets[after] ?? 0);
  /** The last block that starts at or before the term. */
  const blockOf = (term: string) => Math.max(0, firstIndex(blockTerms, (it) => it > term) - 1);
  return {
    files,
    find(term) {
      const name = Buffer.from(term);
      const block = blockOf(term);
      for (const record of recordsIn(readBlocks(block, block + 1))) {
        if (record.name.equals(name)) return readPostingLists(record.postings);
      }
      return undefined;
    },
    withPrefix(prefix) {
      const terms: string[] = [];
      for (let block = blockOf(prefix); block < blockTerms.length; block += 1) {
        const all = [...recordsIn(readBlocks(block, block + 1))].map(({ name }) => `${name}`);
        terms.push(...all.filter((term) => term.startsWith(prefix)));
        const last = all.at(-1) ?? '';
        if (last > prefix && !last.startsWith(prefix)) break;
      }
      return terms;
    },
    *all() {
      for (const [first, after] of readRanges(blockOffsets)) {
        for (const { name, postings } of recordsIn(readBlocks(first, after))) {
          yield { term: `${name}`, lists: readPostingLists(postings) };
        }
      }
    },
    *wordFilters() {
      for (const [first, after] of readRanges(filterOffsets)) {
        const start = filterOffsets[first] ?? 0;
        const bytes = readRange(fd, start, filterOffsets[after] ?? 0);
        for (let n = first; n < after; n += 1) {
          yield bytes.subarray(
            (filterOffsets[n] ?? 0) - start,
            (filterOffsets[n + 1] ?? 0) - start,
          );
        }
      }
    },
    close: () => closeSync(fd),
  };
}

/** Divides what lies between the offsets into ranges of about a megabyte: the first one, and the one after the last. */
function* readRanges(offsets: Float64Array): Generator<readonly [first: number, after: number]> {
  const count = offsets.length - 1;
  for (let n = 0; n < count; ) {
    const first = n;
    const limit = (offsets[first] ?? 0) + READ_BYTES;
    do n += 1;
    while (n < count && (offsets[n + 1] ?? 0) <= limit);
    yield [first, n];
  }
}

function* recordsIn(
  bytes: Buffer,
): Generator<{ readonly name: Buffer; readonly postings: Buffer }> {
  const from = new ByteReader(bytes);
  while (!from.isAtEnd) {
    const name = from.readBytes(from.readNumber());
    yield { name, postings: from.readBytes(from.readNumber()) };
  }
}

/** The index of the first item that fulfils `isAfter`, which holds for all items behind it. */
function firstIndex<T>(items: readonly T[], isAfter: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && isAfter(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function checksumOf(fd: number, end: number): number {
  let checksum = 0;
  for (let at = 0; at < end; at += READ_BYTES) {
    checksum = crc32(readRange(fd, at, Math.min(end, at + READ_BYTES)), checksum);
  }
  return checksum;
}

function readRange(fd: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - start);
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(fd, bytes, at, bytes.length - at, start + at);
    if (read === 0) throw new Error('the segment file ends early');
    at += read;
  }
  return bytes;
}
