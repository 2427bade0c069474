/** How finely files are indexed: what a large repository costs in memory is bounded by it. */
export interface Grain {
  /** About so many lines make a piece that is found by itself. */
  readonly lines: number;
  /** So much of a file's text is indexed, in characters; of the rest only what it defines. */
  readonly characters: number;
}

export const FINE: Grain = { lines: 50, characters: Number.POSITIVE_INFINITY };

/** Indexed finely, text costs about four times its size in memory. */
const MOST_FINE_BYTES = 60 * 1_048_576;
/** Of more than this only the beginning of each file is indexed. */
const MOST_TEXT = 160 * 1_048_576;
const COARSE_LINES = 250;
const LEAST_TEXT = 400;

/** The grain for so many files worth reading, of so many bytes in all. */
export function grainFor(files: number, bytes: number): Grain {
  if (bytes <= MOST_FINE_BYTES) return FINE;
  if (bytes <= MOST_TEXT) return { lines: COARSE_LINES, characters: Number.POSITIVE_INFINITY };
  const characters = Math.max(LEAST_TEXT, Math.floor(MOST_TEXT / files));
  return { lines: COARSE_LINES, characters };
}
