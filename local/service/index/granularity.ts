/** How finely files are indexed. It bounds the memory that a large repository needs. */
export interface Granularity {
  /** The size of a chunk, in lines. */
  readonly chunkLines: number;
  /** How much of a file's text is indexed, in characters. Definitions are indexed in all of it. */
  readonly maxCharacters: number;
}

export const FINE_GRANULARITY: Granularity = {
  chunkLines: 50,
  maxCharacters: Number.POSITIVE_INFINITY,
};

/** Indexed finely, text takes about four times its size in memory. */
const MAX_FINE_BYTES = 60 * 1_048_576;
/** Of larger repositories only the beginning of each file is indexed. */
const MAX_TEXT_BYTES = 160 * 1_048_576;
const COARSE_CHUNK_LINES = 250;
const MIN_FILE_CHARACTERS = 400;

/** For a repository with so many indexable files, of so many bytes in total. */
export function granularityFor(files: number, bytes: number): Granularity {
  if (bytes <= MAX_FINE_BYTES) return FINE_GRANULARITY;
  const chunkLines = COARSE_CHUNK_LINES;
  if (bytes <= MAX_TEXT_BYTES) return { chunkLines, maxCharacters: Number.POSITIVE_INFINITY };
  const maxCharacters = Math.max(MIN_FILE_CHARACTERS, Math.floor(MAX_TEXT_BYTES / files));
  return { chunkLines, maxCharacters };
}
