import type { ThreadCommand } from '../model/intent.js';

const WORDS: readonly [RegExp, ThreadCommand['command']][] = [
  [/^(stop|cancel)[.!]?$/i, 'stop'],
  [/^mute[.!]?$/i, 'mute'],
  [/^unmute[.!]?$/i, 'unmute'],
  [/^new question[.!]?$/i, 'new-question'],
];

/** What the whole of a reply says where it is a word to us: longer ones are questions. */
export function wordIn(text: string): ThreadCommand['command'] | undefined {
  return WORDS.find(([form]) => form.test(text))?.[1];
}

/** `new: …` and `new question: …`: the question that is to start afresh. */
export function askedAfresh(text: string): string | undefined {
  return /^new(?: question)?:\s*(\S[\s\S]*)$/i.exec(text)?.[1];
}
