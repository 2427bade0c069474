import { FIELDS, type FileTable } from './file-table.js';
import type { Segment } from './segment.js';
import type { SegmentFile } from './storage.js';

/** A segment and which of its files are still those of the index. */
export class LiveSegment {
  readonly segment: Segment;
  readonly file: SegmentFile;
  /** By file and by chunk: 0 for what was changed or removed. */
  readonly isLiveFile: Uint8Array;
  readonly isLiveChunk: Uint8Array;
  liveFiles: number;
  liveChunks: number;
  /** By field: the sum of the lengths of live chunks. */
  readonly fieldLengths: number[];
  /** By chunk: the number of its file. */
  readonly fileOfChunk: Uint32Array;
  /** By field and file: the sum of the lengths of its chunks. */
  readonly fileLengths: readonly Uint32Array[];

  constructor(segment: Segment, file: SegmentFile, removed: readonly number[] = []) {
    const { paths, starts, fieldLengths } = segment.files;
    this.segment = segment;
    this.file = file;
    this.liveFiles = paths.length;
    this.liveChunks = starts.length;
    this.isLiveFile = new Uint8Array(this.liveFiles).fill(1);
    this.isLiveChunk = new Uint8Array(this.liveChunks).fill(1);
    this.fieldLengths = fieldLengths.map((lengths) => lengths.reduce((sum, n) => sum + n, 0));
    this.fileOfChunk = filesOfChunks(segment.files);
    this.fileLengths = fieldLengths.map((lengths) => sumsByFile(lengths, segment.files));
    for (const number of removed) this.remove(number);
  }

  get chunks(): number {
    return this.isLiveChunk.length;
  }

  get files(): number {
    return this.isLiveFile.length;
  }

  remove(number: number): void {
    if (this.isLiveFile[number] !== 1) return;
    const { firstChunks, fieldLengths } = this.segment.files;
    this.isLiveFile[number] = 0;
    this.liveFiles -= 1;
    const after = firstChunks[number + 1] ?? 0;
    for (let chunk = firstChunks[number] ?? 0; chunk < after; chunk += 1) {
      this.isLiveChunk[chunk] = 0;
      this.liveChunks -= 1;
      FIELDS.forEach((_, field) => {
        const length = fieldLengths[field]?.[chunk] ?? 0;
        this.fieldLengths[field] = (this.fieldLengths[field] ?? 0) - length;
      });
    }
  }

  removedFiles(): number[] {
    return [...this.isLiveFile.keys()].filter((number) => this.isLiveFile[number] === 0);
  }
}

function filesOfChunks({ starts, firstChunks }: FileTable): Uint32Array {
  const files = new Uint32Array(starts.length);
  for (let file = 0; file + 1 < firstChunks.length; file += 1) {
    files.fill(file, firstChunks[file], firstChunks[file + 1]);
  }
  return files;
}

function sumsByFile(lengths: Uint32Array, { paths, firstChunks }: FileTable): Uint32Array {
  const sums = new Uint32Array(paths.length);
  for (let file = 0; file < sums.length; file += 1) {
    const after = firstChunks[file + 1] ?? 0;
    for (let chunk = firstChunks[file] ?? 0; chunk < after; chunk += 1) {
      sums[file] = (sums[file] ?? 0) + (lengths[chunk] ?? 0);
    }
  }
  return sums;
}

/** More segments than this are merged until `TARGET_SEGMENTS` are left, the smallest first. */
const MAX_SEGMENTS = 16;
const TARGET_SEGMENTS = 8;

/** Which segments to merge into one: those that are mostly gone, and small ones if there are many. */
export function segmentsToMerge<T extends Pick<LiveSegment, 'chunks' | 'liveChunks'>>(
  segments: readonly T[],
): T[] {
  const bySize = [...segments].sort((a, b) => a.liveChunks - b.liveChunks);
  const excess =
    segments.length > MAX_SEGMENTS ? bySize.slice(0, segments.length - TARGET_SEGMENTS + 1) : [];
  return segments.filter((one) => excess.includes(one) || 2 * one.liveChunks < one.chunks);
}
