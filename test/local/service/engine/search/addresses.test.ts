import { expect, it } from 'vitest';
import {
  plainText,
  proseMarkdown,
} from '../../../../../local/service/engine/search/passages/prose.js';

it.each([
  ['Read [the docs](https://example.com/_next_/a).', 'the docs (https://example.com/_next_/a).'],
  ['Read <https://example.com/_next_/a>.', 'https://example.com/_next_/a'],
  ['Read https://example.com/_next_/a and _that_.', 'https://example.com/_next_/a and that.'],
])('an address is kept as it is: %s', (markup, expected) => {
  expect(plainText(markup)).toContain(expected);
});

it.each([
  ['See https://example.com/a_b_c.', 'See <https://example.com/a_b_c>.'],
  [
    'See (https://example.com/_next_/a#b), and *that*',
    'See (<https://example.com/_next_/a#b>), and \\*that\\*',
  ],
  ['Use `https://example.com/a_b` or <b>', 'Use `https://example.com/a_b` or \\<b\\>'],
  ['No https:// here_', 'No https:// here\\_'],
])('an address in a sentence leads to where it says: %s', (text, markdown) => {
  expect(proseMarkdown(text)).toBe(markdown);
});
