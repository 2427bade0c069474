import { describe, expect, it } from 'vitest';
import { queryOf } from '../../../../local/service/index/query.js';
import { identifiersOf, nameTerm, termsOf } from '../../../../local/service/index/terms.js';

describe('terms', () => {
  it.each([
    ['getEnvironProxies', ['get', 'environ', 'proxi', 'getenvironproxies']],
    ['get_environ_proxies', ['get', 'environ', 'proxi', 'getenvironproxies']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['retries retried retry', ['retri', 'retri', 'retri']],
    ['x = 1 + 123456', []],
    ['Größe der Straße', ['größe', 'der', 'straße']],
  ])('of %s', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it('are the same for a name in all its spellings', () => {
    expect(nameTerm('fooBar')).toBe(nameTerm('foo_bar'));
    expect(nameTerm('FOO_BAR')).toBe(nameTerm('FooBar'));
  });
});

describe('identifiers', () => {
  it('are compound, in backticks or called', () => {
    expect(identifiersOf('Does `send` in HTTPAdapter call get_proxy or close() Now?')).toEqual(
      expect.arrayContaining(['send', 'HTTPAdapter', 'get_proxy', 'close']),
    );
    expect(identifiersOf('Where is Now?')).toEqual([]);
  });
});

describe('a query', () => {
  it('leaves out what any question has', () => {
    const { words } = queryOf('How does the retry policy work, and where is it defined?');
    expect(words).toEqual(['retry', 'policy']);
  });

  it('knows what kind of place is wanted', () => {
    expect(queryOf('how is Cart tested?').wants.tests).toBe(true);
    expect(queryOf('where is Cart used?').wants.usages).toBe(true);
    expect(queryOf('where is Cart used?').names).toEqual([]);
    expect(queryOf('is it documented?').wants.documents).toBe(true);
  });

  it('finds the files that it names', () => {
    expect(queryOf('what is in ./src/cart/checkout.ts and package.json.').files).toEqual(
      expect.arrayContaining(['src/cart/checkout.ts', 'package.json']),
    );
  });

  it('carries on what was asked before, more where it says little itself', () => {
    const earlier = { questions: ['How does the cart work?'], files: ['src/cart.ts'] };
    const weight = (question: string) =>
      queryOf(question, earlier).terms.find(({ term }) => term === 'cart')?.weight;
    expect(weight('and the tests?')).toBeGreaterThan(
      weight('and payment provider time-outs with retries?') ?? 1,
    );
    expect(weight('what about the cart?')).toBe(1);
  });
});
