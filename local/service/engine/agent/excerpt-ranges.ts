import type { LineRange } from '../../index/chunks.js';
import { mergeRanges } from './evidence.js';

/** What stands for lines that are left out. */
const OMISSION = /^\s*…\s*$/;
/** What is near the lines of an answer often belongs to it, mostly below them. */
const LINES_ABOVE = 2;
const LINES_BELOW = 6;

/**
 * Where the lines of an excerpt are in their file, whose line `first` is the first of `lines`. Excerpts are dedented, have no blank
 * lines, and “…” for what is left out; parts that are not found are skipped.
 */
export function excerptRanges(
  excerpt: readonly string[],
  lines: readonly string[],
  first: number,
): LineRange[] {
  const filled = lines.flatMap((line, n) =>
    line.trim() === '' ? [] : [{ text: line.trim(), number: first + n }],
  );
  const ranges: LineRange[] = [];
  let from = 0;
  for (const part of partsOf(excerpt)) {
    const at = filled.findIndex(
      (_, n) => n >= from && part.every((text, offset) => filled[n + offset]?.text === text),
    );
    const [start, end] = [filled[at]?.number, filled[at + part.length - 1]?.number];
    if (start === undefined || end === undefined) continue;
    from = at + part.length;
    ranges.push({ start: Math.max(1, start - LINES_ABOVE), end: end + LINES_BELOW });
  }
  return mergeRanges(ranges);
}

function partsOf(excerpt: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const line of excerpt) {
    if (OMISSION.test(line)) parts.push([]);
    else if (line.trim() !== '') parts.at(-1)?.push(line.trim());
  }
  return parts.filter((part) => part.length > 0);
}
