import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createLinks,
  fileOn,
  instanceLink,
  sourcePlace,
} from '../../src/render/markdown/instance-link.js';

const BASE = 'https://code.example.com';
const TOKEN = '0f4b5a3e-1c2d-4e5f-8a9b-0c1d2e3f4a5b';
const FILE = { kind: 'file', repo: 'acme/shop', path: 'src/queue.ts' };

describe('a link of the instance', () => {
  it.each([
    [`/deepsearch/shared/${TOKEN}`, { kind: 'conversation' }],
    [`/deepsearch/${TOKEN}`, { kind: 'conversation' }],
    ['/deepsearch/42', { kind: 'conversation' }],
    ['/acme/shop/-/blob/src/queue.ts', FILE],
    ['/acme/shop/-/blob/src/queue.ts?L10', { ...FILE, lines: { start: 10, end: 10 } }],
    ['/acme/shop/-/blob/src/queue.ts?L10-20', { ...FILE, lines: { start: 10, end: 20 } }],
    ['/acme/shop/-/blob/src/queue.ts?L20-10', { ...FILE, lines: { start: 10, end: 20 } }],
    ['/acme/shop/-/blob/src/queue.ts?L1:3-L2:5', { ...FILE, lines: { start: 1, end: 2 } }],
    ['/acme/shop/-/blob/src/queue.ts#L7-9', { ...FILE, lines: { start: 7, end: 9 } }],
    ['/acme/shop/-/blob/src/queue.ts?L0', FILE],
    ['/acme/shop@main/-/blob/src/queue.ts', { ...FILE, revision: 'main' }],
    ['/acme/shop@fix/pay/-/blob/src/queue.ts', { ...FILE, revision: 'fix/pay' }],
    ['/npm/@acme/shop/-/blob/a.ts', { kind: 'file', repo: 'npm/@acme/shop', path: 'a.ts' }],
    [
      '/npm/@acme/shop@v2/-/blob/a%20b.ts',
      { kind: 'file', repo: 'npm/@acme/shop', revision: 'v2', path: 'a b.ts' },
    ],
    ['/acme/shop/-/commit/3f2a9c1', { kind: 'commit', repo: 'acme/shop', commit: '3f2a9c1' }],
    [
      '/acme/shop/-/compare/main...fix/pay',
      { kind: 'comparison', repo: 'acme/shop', base: 'main', head: 'fix/pay' },
    ],
  ])('parses the link %s', (path, expected) => {
    expect(instanceLink(BASE + path, BASE)).toEqual(expected);
    expect(instanceLink(`${BASE}/code${path}`, `${BASE}/code`)).toEqual(expected);
  });

  it.each([
    `${BASE}/`,
    `${BASE}/acme/shop`,
    `${BASE}/search?q=x`,
    `${BASE}/deepsearch`,
    `${BASE}/acme/shop/-/tree/src`,
    `${BASE}/acme/shop/-/compare/main`,
    `${BASE}/acme/shop/-/compare/a...b...c`,
    `${BASE}/acme/shop/-/blob/%E0%A4%A`,
    `${BASE}:8443/deepsearch/42`,
    'https://docs.code.example.com/deepsearch/42',
    'https://other.example.com/deepsearch/42',
    'not a link',
  ])('%s gets no preview', (link) => expect(instanceLink(link, BASE)).toBeUndefined());

  it('a link outside the instance’s path is not of the instance', () => {
    expect(instanceLink(`${BASE}/codes/deepsearch/42`, `${BASE}/code`)).toBeUndefined();
  });

  it('any URL is parsed or rejected', () => {
    const part = fc.stringMatching(/^[\w@./%:?#-]{0,40}$/);
    fc.assert(
      fc.property(part, part, (place, rest) => {
        for (const kind of ['blob', 'commit', 'compare']) {
          const link = instanceLink(`${BASE}/${place}/-/${kind}/${rest}`, BASE);
          if (link?.kind === 'file') expect(link.repo).not.toBe('');
        }
      }),
    );
  });

  it('a formatted link is parsed to the same target', () => {
    const word = fc.stringMatching(/^[\w@. %#?&()-]{1,12}$/).filter((it) => !/^\.+$/.test(it));
    const path = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    const repo = fc.stringMatching(/^[\w.-]{0,6}[a-z](\/@?[\w.-]{0,6}[a-z]){0,2}$/);
    // As git wants its names: none of their parts begins with a dot or a dash.
    const part = fc.stringMatching(/^[a-z][\w.-]{0,6}[a-z]$/);
    const branch = fc.array(part, { minLength: 1, maxLength: 3 }).map((all) => all.join('/'));
    const revision = fc.option(branch, { nil: undefined });
    // Together no more than seven digits: nobody reads on from there.
    const line = fc.integer({ min: 1, max: 4_000_000 });
    const range = fc.tuple(line, line).map(([a, b]) => ({ first: a, last: a + b }));
    const lines = fc.option(range, { nil: undefined });
    fc.assert(
      fc.property(fc.record({ repo, path, revision, lines }), (place) => {
        const link = createLinks(`${BASE}/code`).file(place) ?? '';
        const { path, revision: at, lines: span } = place;
        const rest = {
          ...(at !== undefined && { revision: at }),
          ...(span && { lines: { start: span.first, end: span.last } }),
        };
        const read = { kind: 'file', repo: place.repo, path, ...rest };
        expect(instanceLink(link, `${BASE}/code`)).toEqual(read);
        const { repo: repository } = place;
        expect(fileOn({ link }, `${BASE}/code`)).toEqual({ repository, path, ...rest });
      }),
    );
  });
});

describe('a source', () => {
  const place = { repository: 'acme/shop', path: 'src/queue.ts', lines: { start: 3, end: 9 } };

  it.each([
    'https://code.example.com/base/acme/shop/-/blob/src/queue.ts?L3-9',
    '/base/acme/shop/-/blob/src/queue.ts?L3-9',
    '/acme/shop/-/blob/src/queue.ts?L3-9',
    'acme/shop/-/blob/src/queue.ts#L9-L3',
  ])('the source %s is the same with or without the instance’s path', (link) => {
    expect(sourcePlace({ type: 'File', link }, `${BASE}/base`)).toEqual(place);
    expect(fileOn({ link }, `${BASE}/base`)).toEqual(place);
  });

  it.each(['https://other.example.com', `${BASE}/beside`])(
    'a source of %s is not a file of the instance',
    (there) => {
      const link = `${there}/acme/shop/-/blob/src/queue.ts`;
      expect(fileOn({ link }, `${BASE}/base`)).toBeUndefined();
      expect(sourcePlace({ type: 'File', link }, `${BASE}/base`)).toMatchObject({
        path: 'src/queue.ts',
      });
    },
  );

  it.each(['//', ' //', '\\\\\\\\', ' https://', 'www.'])(
    'a link that begins with %j leads to another host',
    (start) => {
      const link = `${start}evil.example/acme/shop/-/blob/src/queue.ts`;
      for (const target of [link, `<${link.trim()}>`]) {
        expect(fileOn({ link: target }, `${BASE}/base`)).toBeUndefined();
        expect(fileOn({ link: target }, BASE)).toBeUndefined();
      }
    },
  );

  it('a link given by the service is one only if it leads to the instance', () => {
    const links = createLinks(BASE);
    expect(links.given('/acme/shop')).toBe(`${BASE}/acme/shop`);
    expect(links.given('https://evil.example/acme/shop')).toBeUndefined();
  });

  it('a source without a file is located by its type', () => {
    expect(sourcePlace({ type: 'Repository', link: '/acme/shop' }, BASE)).toEqual({
      repository: 'acme/shop',
    });
    expect(sourcePlace({ type: 'Web', link: '/acme/shop' }, BASE)).toBeUndefined();
    expect(sourcePlace({ type: 'Repository', link: 'mailto:a@example.com' }, BASE)).toBeUndefined();
  });
});
