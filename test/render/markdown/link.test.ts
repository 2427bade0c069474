import { expect, it } from 'vitest';
import { absoluteUrl, labelWithHost } from '../../../src/render/markdown/link.js';

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
  'http://kim@here/',
])('%s is not a link', (link) =>
  expect(absoluteUrl(link, 'https://code.example.com')).toBeUndefined(),
);

it('adds the instance’s path once', () => {
  const base = 'https://example.com/search/';
  expect(absoluteUrl('/acme/shop', base)).toBe('https://example.com/search/acme/shop');
  expect(absoluteUrl('/search/acme/shop', base)).toBe('https://example.com/search/acme/shop');
});

const BASE = 'https://code.example.com/search';
const EVIL = 'https://evil.example/x';

it.each([
  'repo/file.ts',
  'file.ts',
  'see file.ts there',
  '.env',
  'src\\file',
  'src∕file',
  'src／file',
  'file．ts',
  'src\u200b/\u202efile',
  'line:12',
  '10.1.2.3',
  'https://code.example.com/repo',
  'https://evil.example@code.example.com/',
  'evil.example.code.example.com',
  'evil.example and code.example.com',
  'code.example.com/evil.example',
])('the label %j of a link to another host gets that host', (label) => {
  expect(labelWithHost(label, EVIL, BASE)).toBe(`${label} (evil.example)`);
});

it.each([
  'the manual',
  'What is new in 2.0',
  'evil.example',
  'HTTPS://Evil.example/x',
  'evil.example/a?b',
])('the label %j of a link to another host stays', (label) =>
  expect(labelWithHost(label, EVIL, BASE)).toBe(label),
);

it('a label that names another host than the instance gets the host of the instance', () => {
  const url = 'https://code.example.com/search/repo';
  for (const label of ['repo/file.ts', 'file.rs', 'code.example.com/search', url]) {
    expect(labelWithHost(label, url, BASE)).toBe(label);
  }
  for (const label of ['https://evil.example', 'www.evil.example/x', 'see //evil.example/x']) {
    expect(labelWithHost(label, url, BASE)).toBe(`${label} (code.example.com)`);
  }
});

it('shows a host with a port, and one of other letters as Punycode', () => {
  expect(labelWithHost('a.ts', 'https://evil.example:8443/', BASE)).toBe(
    'a.ts (evil.example:8443)',
  );
  expect(labelWithHost('a.ts', 'https://cоde.example.com/', BASE)).toBe(
    'a.ts (xn--cde-sed.example.com)',
  );
});
