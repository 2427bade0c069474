import { setImmediate as nextTurn } from 'node:timers/promises';
import { FIELDS, type FileTable, FileTableBuilder } from './file-table.js';
import { ByteWriter, type PostingList, writePosting } from './postings.js';
import type { Segment, TermLists } from './segment.js';
import type { SegmentTables, SegmentWriter } from './segment-writer.js';
import type { WordFilter } from './word-filter.js';

export interface MergeInput {
  readonly segment: Segment;
  /** By file: 0 if it is left out. */
  readonly isLive: Uint8Array;
}

/** Terms after which searches may run. */
const TERMS_PER_TURN = 5_000;
const GONE = 0xffffffff;

/** Writes the live files of several segments into a new one. Searches run meanwhile. */
export async function mergeSegments(
  inputs: readonly MergeInput[],
  to: SegmentWriter,
): Promise<SegmentTables> {
  const files = new FileTableBuilder();
  const numbers = inputs.map(({ segment, isLive }) => copyFiles(segment.files, isLive, files));
  const streams = inputs.map(({ segment }) => segment.all());
  const heads = streams.map((stream) => stream.next().value as TermLists | undefined);
  const bytes = new ByteWriter();
  for (let written = 1; ; written += 1) {
    const term = smallestTerm(heads);
    if (term === undefined) break;
    const parts = heads.map((head) => (head?.term === term ? head.lists : undefined));
    bytes.clear();
    FIELDS.forEach((_, field) => {
      const lists = parts.map((part) => part?.[field]);
      writeJoined(bytes, lists, numbers);
    });
    if (bytes.length > FIELDS.length) to.add(term, bytes.bytes());
    heads.forEach((head, n) => {
      if (head?.term === term) heads[n] = streams[n]?.next().value as TermLists | undefined;
    });
    if (written % TERMS_PER_TURN === 0) await nextTurn();
  }
  return to.finish(files.build(), liveFilters(inputs));
}

function* liveFilters(inputs: readonly MergeInput[]): Generator<WordFilter> {
  for (const { segment, isLive } of inputs) {
    let file = 0;
    for (const filter of segment.wordFilters()) {
      if (isLive[file] !== 0) yield filter;
      file += 1;
    }
  }
}

/** Gives the new number of each chunk. */
function copyFiles(from: FileTable, isLive: Uint8Array, to: FileTableBuilder): Uint32Array {
  const numbers = new Uint32Array(from.starts.length).fill(GONE);
  for (let file = 0; file < from.paths.length; file += 1) {
    if (isLive[file] === 0) continue;
    to.addFile(from.paths[file] ?? '', from.objectIds[file] ?? '');
    const after = from.firstChunks[file + 1] ?? 0;
    for (let chunk = from.firstChunks[file] ?? 0; chunk < after; chunk += 1) {
      numbers[chunk] = to.chunks;
      const lengths = from.fieldLengths.map((field) => field[chunk] ?? 0);
      to.addChunk(from.starts[chunk] ?? 0, from.ends[chunk] ?? 0, lengths);
    }
  }
  return numbers;
}

function smallestTerm(heads: readonly (TermLists | undefined)[]): string | undefined {
  let smallest: string | undefined;
  for (const head of heads) {
    if (head && (smallest === undefined || head.term < smallest)) smallest = head.term;
  }
  return smallest;
}

/** Writes one field's lists of several segments as one, with the new numbers. */
function writeJoined(
  to: ByteWriter,
  lists: readonly (PostingList | undefined)[],
  numbers: readonly Uint32Array[],
): void {
  const joined = lists.flatMap((list, n) =>
    Array.from(list?.chunks ?? [], (chunk, at) => ({
      chunk: numbers[n]?.[chunk] ?? GONE,
      count: list?.counts[at] ?? 0,
    })).filter(({ chunk }) => chunk !== GONE),
  );
  to.writeNumber(joined.length);
  let previous = 0;
  for (const { chunk, count } of joined) {
    writePosting(to, chunk - previous, count);
    previous = chunk;
  }
}
