import { describe, expect, it } from 'vitest';
import { buildQuery } from '../../../../local/service/index/query.js';

function numbersIn(question: string, added = '') {
  const { terms } = buildQuery(question, { questions: [], files: [], added });
  return terms.filter(({ term }) => /^\d/.test(term));
}

describe('the numbers of a question', () => {
  it.each([
    ['where does the 404 come from?', '404'],
    ['who answers with 404s?', '404'],
    ['wo entsteht der 404-Fehler?', '404'],
    ['the app received a 500', '500'],
    ['status 1006, why?', '1006'],
  ])('count for less than its words: %s', (question, term) => {
    expect(numbersIn(question)).toEqual([{ term, weight: 0.5 }]);
  });

  it.each([
    'see cart.ts:120',
    'version 1.200.3',
    'issue #4711',
    'a list of 10',
    'since 2024-05-01',
    'id 123456',
    'at 100 it logs 200, then 300 and 400',
  ])('are left out if they say nothing about code: %s', (question) => {
    expect(numbersIn(question)).toEqual([]);
  });

  it('stand for the names of HTTP errors, which code has as one word', () => {
    const named = (question: string) => buildQuery(question).phraseTerms.map(({ term }) => term);
    expect(named('where do we send the 408?')).toContain('requesttimeout');
    expect(named('what happens after a 404?')).toEqual(
      expect.arrayContaining(['notfound', 'statusnotfound']),
    );
    expect(named('where do we wait 200 ms?')).not.toContain('ok');
    expect(named('where do we page 500 rows?')).not.toContain('internalservererror');
    expect(named('is it 400, 404, 409 or 500?')).not.toContain('notfound');
  });

  it('are not those of a log that goes along with it', () => {
    expect(numbersIn('why does this fail?', 'worker 3411 exited after 1200 ms')).toEqual([]);
  });
});
