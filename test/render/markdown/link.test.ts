import { expect, it } from 'vitest';
import { absoluteUrl } from '../../../src/render/markdown/link.js';

it.each([
  ['/repo/-/blob/src/a.ts?L10-20', 'https://code.example.com/repo/-/blob/src/a.ts?L10-20'],
  ['/a?b=1&c=<d>', 'https://code.example.com/a?b=1&c=%3Cd%3E'],
  ['/a?b=1&amp;c=2', 'https://code.example.com/a?b=1&c=2'],
  ['github.com/acme/shop/-/blob/a.ts', 'https://code.example.com/github.com/acme/shop/-/blob/a.ts'],
  ['docs/a b(c)|d', 'https://code.example.com/docs/a%20b%28c%29%7Cd'],
  ['<https://x.example.com/a b>', 'https://x.example.com/a%20b'],
  ['//x.example.com/a', 'https://x.example.com/a'],
  ['www.example.com', 'http://www.example.com/'],
  ['HTTP://X.example.com', 'http://x.example.com/'],
  ['https://example.com/@channel', 'https://example.com/%40channel'],
  ['/a?b&copy;', 'https://code.example.com/a?b%26copy;'],
])('resolves %s to %s', (link, url) => {
  expect(absoluteUrl(link, 'https://code.example.com')).toBe(url);
  expect(absoluteUrl(link, 'https://code.example.com/')).toBe(url);
});

it.each([
  'javascript:alert(1)',
  ' JavaScript:x',
  'data:x',
  'mailto:a@b.c',
  'ftp://x',
  '#a',
  '',
  'http://',
])('%s is not a link', (link) =>
  expect(absoluteUrl(link, 'https://code.example.com')).toBeUndefined(),
);

it('adds the instance’s path once', () => {
  const base = 'https://example.com/search/';
  expect(absoluteUrl('/acme/shop', base)).toBe('https://example.com/search/acme/shop');
  expect(absoluteUrl('/search/acme/shop', base)).toBe('https://example.com/search/acme/shop');
});
