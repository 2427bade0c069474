import { expect, it } from 'vitest';
import { comparableLines } from './comparable-text.js';

it('two runs of the same page compare equal', () => {
  const slow = [
    'Yesterday',
    'deepsearch 13:05',
    'Answered below · 12 s · 3 tool calls',
    '@Kim Park How a payment is retried',
    'It resets Tomorrow at 0:30. Channel C0QCA8YAMJX at http://127.0.0.1:40123',
    'Searched: shop at 8c63f35b. Fetched 2 minutes ago, on Nov 23',
    '2 replies',
    '👀',
  ];
  const fast = [
    'Today',
    'deepsearch 9:05 PM',
    'Searching the code…',
    'How a payment is retried',
    'It resets Today at 12:30 AM. Channel C01234567 at http://127.0.0.1:1',
    'Searched: shop at abcdefab. Fetched just now, on Jan 1',
    '1 reply',
    '✅',
  ];
  expect(comparableLines(slow.join('\n'))).toEqual(comparableLines(fast.join('\n')));
  expect(comparableLines(slow.join('\n'))).toEqual([
    'Today',
    'deepsearch TIME',
    'How a payment is retried',
    'It resets TIME. Channel ID at http://HOST',
    'Searched: shop at HASH. Fetched DURATION, on DATE',
  ]);
});

it('another label, one more and one less are differences', () => {
  const page = ['Cancel', 'Sources (1)', '2 questions today'];
  const others = [
    ['Stop', 'Sources (1)', '2 questions today'],
    [...page, 'Share'],
    page.slice(1),
    ['Cancel', 'Sources (2)', '2 questions today'],
  ];
  for (const other of others) {
    expect(comparableLines(other.join('\n'))).not.toEqual(comparableLines(page.join('\n')));
  }
});
