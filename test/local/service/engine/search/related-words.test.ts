import { describe, expect, it } from 'vitest';
import { relatedTo } from '../../../../../local/service/engine/search/text/related-words.js';
import { termsOf } from '../../../../../local/service/index/terms.js';
import { bestExcerpt } from './ranked-excerpts.js';

const FERRY = `export function board(ferry) {
  ferry.cars.forEach((one) => one.park());
  ferry.log('boarded');
}

export function moor(ferry) {
  ferry.horn();
  for (let n = 0; n < ferry.ropes; n += 1) ferry.sleep();
}

export function leave(ferry) {
  ferry.cars.count();
  ferry.horn();
}
`;

describe('words that code has for those of a question', () => {
  it('tell where the answer is, though the question has none of its words', () => {
    const { best } = bestExcerpt('when does a ferry pause?', 'ferry.js', FERRY);
    expect(best.passage.name).toBe('moor');
    expect(best.relatedCoverage).toBeGreaterThan(0);
  });

  it('count less than the words themselves', () => {
    const text = FERRY.replace('ferry.log(', 'ferry.pause(');
    const { best } = bestExcerpt('when does a ferry pause?', 'ferry.js', text);
    expect(best.passage.name).toBe('board');
  });

  it.each([
    ['stops', 'maxAttempts exhausted'],
    ['may an account be created by strangers', 'allowRegistration'],
    ['is told at once', 'broadcast(event)'],
    ['switch', 'disabled'],
    ['crashes', 'throw new Error()'],
    ['are dropped', 'evict(key)'],
    ['frequently', 'pollInterval'],
  ])('“%s” is related to `%s`', (asked, code) => {
    const related = relatedTo(termsOf(asked));
    expect(termsOf(code).some((term) => related.has(term))).toBe(true);
  });

  it.each([
    ['are dropped', 'return price'],
    ['frequently', 'const ropes = []'],
  ])('“%s” is not related to `%s`', (asked, code) => {
    const related = relatedTo(termsOf(asked));
    expect(termsOf(code).some((term) => related.has(term))).toBe(false);
  });
});
