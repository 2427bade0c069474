import type { LineRange } from '../../../index/chunks.js';
import type { ProseLine } from './prose.js';

const MAX_WORDS_SKIPPED = 60;

/** Finds the lines of one sentence after the other: by its words, since the markup between them is gone. */
export function placesIn(lines: readonly ProseLine[]): (sentence: string) => LineRange {
  const words = lines.flatMap(({ text, line }) => wordsIn(text).map((word) => ({ word, line })));
  let at = 0;
  return (sentence) => {
    const found: number[] = [];
    for (const word of wordsIn(sentence)) {
      const near = words.slice(at, at + MAX_WORDS_SKIPPED);
      const next = near.findIndex((one) => one.word === word);
      if (next < 0) continue;
      found.push(near[next]?.line ?? 0);
      at += next + 1;
    }
    const first = lines[0]?.line ?? 1;
    const last = lines.at(-1)?.line ?? first;
    return { start: found[0] ?? first, end: found.at(-1) ?? last };
  };
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
