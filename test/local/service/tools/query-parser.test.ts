import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  matchesExpression,
  positiveTerms,
} from '../../../../local/service/tools/query-evaluation.js';
import {
  type Expression,
  parseQuery,
  separateFilters,
} from '../../../../local/service/tools/query-parser.js';

/** An expression in one line: `(a AND (b OR NOT /c/))`. */
function shown(expression: Expression | undefined): string {
  if (!expression) return '';
  if (expression.kind === 'not') return `NOT ${shown(expression.part)}`;
  if (expression.kind !== 'term') {
    return `(${expression.parts.map(shown).join(` ${expression.kind.toUpperCase()} `)})`;
  }
  const { text, isRegex } = expression.term;
  return isRegex ? `/${text}/` : text;
}

describe('parseQuery', () => {
  it.each([
    ['a', 'a'],
    ['a b', '(a AND b)'],
    ['a AND b', '(a AND b)'],
    ['a OR b c', '(a OR (b AND c))'],
    ['(a OR b) c', '((a OR b) AND c)'],
    ['a NOT b', '(a AND NOT b)'],
    ['NOT (a OR NOT b)', 'NOT (a OR NOT b)'],
    ['a and b or not c', '(a AND and AND b AND or AND not AND c)'],
    ['"a b" OR \'c d\'', '(a b OR c d)'],
    ['"say \\"AND\\""', 'say "AND"'],
    ['/a\\d+ b/ c', '(/a\\d+ b/ AND c)'],
    ['/a\\/b/', '/a/b/'],
    ['src/main.ts', 'src/main.ts'],
    ['/api/v1 AND x', '(/api/v1 AND x)'],
    ['/usr/lib/', '/usr/lib/'],
    ['call(x, y)', '(call(x, AND y))'],
    ['foo() bar(', '(foo() AND bar()'],
    ['(foo() OR bar)', '(foo() OR bar)'],
    ['a)', 'a)'],
    ['a:b -v', '(a:b AND -v)'],
    ['"unclosed', '"unclosed'],
    ['type:string a', '(type:string AND a)'],
    ['std::vector file::x', '(std::vector AND file::x)'],
    ['"type:diff"', 'type:diff'],
  ])('%s is parsed as %s', (query, wanted) => {
    expect(shown(parseQuery(query).expression)).toBe(wanted);
  });

  it('filters apply to the whole query', () => {
    const { filters, expression } = parseQuery(
      'a repo:x -file:"b c" OR b -rev:v1 case:yes file:(y)',
    );
    expect(shown(expression)).toBe('(a OR b)');
    expect(
      filters.map(({ name, value, negated }) => `${negated ? '-' : ''}${name}:${value}`),
    ).toEqual(['repo:x', '-file:b c', '-rev:v1', 'case:yes', 'file:(y)']);
  });

  it('filters go by the names of other code searches as well', () => {
    const { filters } = parseQuery('r:x path:y f:z lang:go -language:c ext:.ts author:kim');
    expect(
      filters.map(({ name, value, negated }) => `${negated ? '-' : ''}${name}:${value}`),
    ).toEqual(['repo:x', 'file:y', 'file:z', 'lang:go', '-lang:c', 'lang:.ts', 'author:kim']);
  });

  it('a query may consist of filters only', () => {
    expect(parseQuery('file:x').expression).toBeUndefined();
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['a OR', 'has no term at the end'],
    ['AND a', 'has no term before AND'],
    ['(a', 'not closed'],
    ['()', 'has no term before )'],
    ['NOT', 'has no term'],
    ['(a repo:x)', 'outside of the parentheses'],
    ['a '.repeat(1_001), 'longer than'],
    [Array.from({ length: 21 }, (_, n) => `t${n}`).join(' '), '21 terms'],
  ])('%j is rejected', (query, why) => {
    expect(() => parseQuery(query)).toThrow(why);
  });

  it('any query is parsed or rejected with a ToolError', () => {
    const piece = fc.constantFrom(
      'a',
      '(',
      ')',
      'AND',
      'OR',
      'NOT',
      '"',
      '/',
      ' ',
      'repo:',
      '-',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          parseQuery(pieces.join(''));
        } catch (error) {
          expect(error).toHaveProperty('name', 'ToolError');
        }
      }),
    );
  });
});

describe('an expression', () => {
  const letters = ['a', 'b', 'c'];
  const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc
        .constantFrom(...letters)
        .map((text): Expression => ({ kind: 'term', term: { text, isRegex: false } })),
      tie('tree').map((part): Expression => ({ kind: 'not', part: part as Expression })),
      fc
        .tuple(fc.constantFrom('and' as const, 'or' as const), tie('tree'), tie('tree'))
        .map(([kind, a, b]): Expression => ({ kind, parts: [a as Expression, b as Expression] })),
    ),
  }));

  it('an expression means the same after formatting and parsing again', () => {
    fc.assert(
      fc.property(tree, fc.subarray(letters), (expression, there) => {
        const again = parseQuery(shown(expression)).expression;
        const has = ({ text }: { text: string }) => there.includes(text);
        expect(again && matchesExpression(again, has)).toBe(matchesExpression(expression, has));
      }),
    );
  });

  it('wantedTerms returns the terms that are not negated', () => {
    const { expression } = parseQuery('a NOT b NOT (NOT c) /d/ a');
    const terms = expression ? positiveTerms(expression) : [];
    expect(terms.map(({ text }) => text)).toEqual(['a', 'c', 'd']);
  });
});

describe('separateFilters', () => {
  it('separateFilters keeps the text without the filters', () => {
    const { text, filters } = separateFilters('how (really) does repo:shop "x y" -file:test work');
    expect(text.replace(/ +/g, ' ')).toBe('how (really) does "x y" work');
    expect(filters.map(({ name }) => name)).toEqual(['repo', 'file']);
  });
});
