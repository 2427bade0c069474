import type { Word } from '../model/intent.js';

const WORDS: readonly [RegExp, Word['word']][] = [[/^(stop|cancel)[.!]?$/i, 'stop']];

/** What the whole of a reply says where it is a word to us: longer ones are questions. */
export function wordIn(text: string): Word['word'] | undefined {
  return WORDS.find(([form]) => form.test(text))?.[1];
}
