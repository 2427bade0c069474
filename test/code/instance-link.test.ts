import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instanceLink } from '../../src/code/instance-link.js';

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
  ])('%s is understood', (path, expected) => {
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

  it('is not of the instance where it is beside its path', () => {
    expect(instanceLink(`${BASE}/codes/deepsearch/42`, `${BASE}/code`)).toBeUndefined();
  });

  it('of any form is read, or is none', () => {
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
});
