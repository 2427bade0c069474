import { expect, it } from 'vitest';
import { askedParts } from '../../../../../local/service/engine/search/forms/asked-parts.js';
import { buildQuery } from '../../../../../local/service/index/query.js';
import { termsOf } from '../../../../../local/service/index/terms.js';

function weightIn(question: string, word: string): number {
  const [part] = askedParts({ question, query: buildQuery(question) }, []);
  const [term = ''] = termsOf(word);
  return part?.weights.get(term) ?? 0;
}

it.each([
  ['The purser lost my ticket. Where is the captain chosen?', 'purser', 'captain'],
  ['Where is the captain chosen? The purser lost my ticket.', 'purser', 'captain'],
])('what is told around a question counts less than what is asked: %s', (question, told, asked) => {
  expect(weightIn(question, told)).toBeGreaterThan(0);
  expect(weightIn(question, told)).toBeLessThan(weightIn(question, asked));
});

it.each([
  ['Where is the captain chosen by the purser?', 'purser', 'captain'],
  ['The purser lost my ticket. The captain is away', 'purser', 'captain'],
  ['The purser lost my ticket. Why?', 'purser', 'ticket'],
])('all counts the same where nothing else is told, or nothing is asked: %s', (question, a, b) => {
  expect(weightIn(question, a)).toBeCloseTo(weightIn(question, b));
});
