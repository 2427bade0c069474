import { expect, it } from 'vitest';
import { hasAmount } from '../../../../../local/service/engine/search/forms/value-in-guide.js';
import { askedValue } from '../../../../../local/service/engine/search/text/asked-value.js';

it.each([
  ['How old may a raft be?', 'Rafts that are more than 31 days old are removed.', true],
  ['How old may a raft be?', 'Since 2019 rafts are found by hand.', false],
  ['How old may a raft be?', 'In the 2010s rafts were heavy.', false],
  ['How many workers does the queue start?', 'The queue starts 4 workers.', true],
  ['How many workers does the queue start?', 'Since 2019 workers run many jobs.', false],
  ['How many workers does the queue start?', 'Step 2 starts the workers.', false],
  ['How many workers does the queue start?', 'It listens on port 8080 and starts workers.', false],
  ['How big may an upload of a raft be?', 'An upload has at most 5 MB.', true],
])('%s: whether the amount is in "%s"', (question, sentence, expected) => {
  const asked = askedValue(question, 'amount');
  expect(asked && hasAmount(sentence, asked)).toBe(expected);
});
