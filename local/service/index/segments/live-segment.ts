import { FIELDS } from './file-table.js';
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

  constructor(segment: Segment, file: SegmentFile, removed: readonly number[] = []) {
    const { paths, starts, fieldLengths } = segment.files;
    this.segment = segment;
    this.file = file;
    this.liveFiles = paths.length;
    this.liveChunks = starts.length;
    this.isLiveFile = new Uint8Array(this.liveFiles).fill(1);
    this.isLiveChunk = new Uint8Array(this.liveChunks).fill(1);
    this.fieldLengths = fieldLengths.map((lengths) => lengths.reduce((sum, n) => sum + n, 0));
    for (const number of removed) this.remove(number);
  }

  get chunks(): number {
    return this.isLiveChunk.length;
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
