import { expect, it } from 'vitest';
import { buildQuery } from '../../../../local/service/index/query.js';

const numbersIn = (question: string) =>
  buildQuery(question).terms.filter(({ term }) => /^\d/.test(term));

it.each(['where does the 404 response come from?', 'the app received a 500', 'status 1006, why?'])(
  'a number counts for less than a word: %s',
  (question) => {
    const [number, ...others] = numbersIn(question);
    expect(number?.weight).toBeLessThan(1);
    expect(others).toEqual([]);
  },
);

it.each(['see cart.ts:120', 'version 1.200.3', 'issue #4711', 'a list of 10', '12:300'])(
  'a line, a version, an issue or a small number is no term: %s',
  (question) => {
    expect(numbersIn(question)).toEqual([]);
  },
);

it('a number alone is no question', () => {
  expect(buildQuery('404').terms).toEqual([]);
});
