import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyOfAsExtendedRegex,
  compileLiteral,
  compileRegex,
  matchRanges,
  nameFilter,
  toExtendedRegex,
} from '../../../../local/service/tools/patterns.js';

describe('nameFilter', () => {
  it.each([
    ['cart', 'src/Shopping-Cart.ts', true],
    ['\\.ts$', 'a.ts', true],
    ['\\.ts$', 'a.tsx', false],
    ['^src/', 'lib/src/a', false],
    ['*.ts', 'a/b.ts', true],
    ['*.ts', 'a/b.tsx', false],
    ['src/*', 'src/a', true],
    ['src/*', 'src/a/b', false],
    ['src/**', 'src/a/b', true],
    ['**/cart/*.ts', 'src/cart/a.ts', true],
    ['*', 'anything', true],
    ['(a|b)c', 'xbc', true],
    ['a.*c', 'abbc', true],
    ['c++', 'c++', true],
    ['[', 'a[b', true],
    ['', 'anything', true],
  ])('%s on %s: %s', (pattern, text, wanted) => {
    expect(nameFilter(pattern)(text)).toBe(wanted);
  });

  it('a hostile pattern takes no longer', () => {
    expect(nameFilter('^(a+)+$')(`${'a'.repeat(5_000)}!`)).toBe(false);
  });

  it('compileLiteral matches any text literally', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), (text) => {
        expect(matchRanges(compileLiteral(text), `${text}`)).toEqual([[0, text.length]]);
      }),
    );
  });
});

describe('POSIX extended expressions', () => {
  it.each([
    ['get_\\w+\\(', 'get_[[:alnum:]_]+\\('],
    ['\\bfoo\\b', 'foo'],
    ['(?:a|b)+?', '(a|b)+'],
    ['\\d{2,3}', '[0-9]{2,3}'],
    ['[\\w.-]+', '[[:alnum:]_.-]+'],
    ['a\\.b\\/c', 'a\\.b/c'],
  ])('%s is converted to %s', (pattern, wanted) => {
    expect(toExtendedRegex(pattern)).toBe(wanted);
  });

  it.each(['(?=a)', '(?i)a', '\\p{Lu}', '\\x41', '[a'])('%s cannot be converted', (pattern) => {
    expect(toExtendedRegex(pattern)).toBeUndefined();
    expect(() => anyOfAsExtendedRegex([{ text: pattern, isRegex: true }])).toThrow(
      'cannot be used here',
    );
  });

  it('joins several literal terms', () => {
    const terms = [
      { text: 'a.b', isRegex: false },
      { text: 'c.d', isRegex: true },
    ];
    expect(anyOfAsExtendedRegex(terms)).toBe('(a\\.b)|(c.d)');
  });

  it('rejects a regular expression that does not compile', () => {
    expect(() => compileRegex('(')).toThrow('is invalid');
    expect(() => compileRegex('a'.repeat(1_001))).toThrow('1,000');
  });
});
