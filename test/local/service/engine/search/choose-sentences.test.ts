import { expect, it } from 'vitest';
import { chooseSentences } from '../../../../../local/service/engine/search/passages/prose.js';
import { termsOf } from '../../../../../local/service/index/terms.js';

const DOCS = [
  'Sets how much space is kept.',
  'Freed space is kept for later files.',
  'By default, it is as much as there is.',
].map((text, n) => ({ text, start: n + 1, end: n + 1 }));

function chosenFor(question: string): string[] {
  const weights = new Map(termsOf(question).map((term) => [term, 1]));
  const chosen = chooseSentences(DOCS, { maxLength: 200, maxSentences: 2, weights });
  return chosen.map(({ text }) => text);
}

it('of a comment are the first one and what says most of the question', () => {
  expect(chosenFor('how much freed space is kept')).toEqual([DOCS[0]?.text, DOCS[1]?.text]);
});

it('say the default if that is asked for', () => {
  expect(chosenFor('the default for freed space')).toEqual([DOCS[0]?.text, DOCS[2]?.text]);
});
