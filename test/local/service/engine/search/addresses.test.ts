import { expect, it } from 'vitest';
import { plainText } from '../../../../../local/service/engine/search/passages/prose.js';

it.each([
  ['Read [the docs](https://example.com/_next_/a).', 'the docs (https://example.com/_next_/a).'],
  ['Read <https://example.com/_next_/a>.', 'https://example.com/_next_/a'],
  ['Read https://example.com/_next_/a and _that_.', 'https://example.com/_next_/a and that.'],
])('an address is kept as it is: %s', (markup, expected) => {
  expect(plainText(markup)).toContain(expected);
});
