import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docCommentSummary } from '../../../../../local/service/engine/search/passages/doc-comment.js';
import { selectExcerpt } from '../../../../../local/service/index/excerpt.js';
import { outlineOf } from '../../../../../local/service/index/outline.js';
import { buildQuery } from '../../../../../local/service/index/query.js';
import { isRelevant } from '../../../../../local/service/index/search-results.js';
import { codeBlock, codeSpan } from '../../../../../local/service/markdown/markdown.js';

const line = fc.constantFrom(
  '',
  'def retry():',
  '  retry policy',
  'x = 1',
  '# backoff',
  'class A:',
);

describe('an excerpt', () => {
  it('an excerpt has at most 15 lines and starts in its chunk', () => {
    const files = fc.array(line, { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(files, fc.nat(119), fc.nat(50), (lines, from, length) => {
        const start = Math.min(from + 1, lines.length);
        const place = { start, end: Math.min(start + length, lines.length) };
        const outline = outlineOf('a.py', lines);
        const got = selectExcerpt(place, { lines, outline }, buildQuery('retry policy backoff'));
        expect(got.start).toBeGreaterThanOrEqual(Math.max(1, place.start - 4));
        expect(got.start).toBeLessThanOrEqual(place.end);
        expect(got.end).toBeGreaterThanOrEqual(got.start);
        expect(got.end).toBeLessThanOrEqual(Math.min(lines.length, got.start + 14));
      }),
    );
  });

  it('an excerpt of blank lines starts at the first line', () => {
    const text = { lines: ['', ''], outline: [] };
    const { start } = selectExcerpt({ start: 1, end: 1 }, text, buildQuery('retry'));
    expect(start).toBe(1);
  });

  it('an excerpt ends before the comment of the next definition', () => {
    const lines = [
      'function retry() {',
      '  wait();',
      '}',
      '',
      '/** Next. */',
      'function next() {}',
    ];
    const text = { lines, outline: outlineOf('a.ts', lines) };
    expect(selectExcerpt({ start: 1, end: 6 }, text, buildQuery('retry'))).toEqual({
      start: 1,
      end: 3,
    });
  });
});

describe('a summary', () => {
  it.each([
    [
      '/**\n * Adds two. Then rests.\n * @param a one\n */\n@log()\nexport function add() {',
      6,
      'Adds two.',
    ],
    ['// Adds two\n// numbers.\nfunction add() {', 3, 'Adds two numbers.'],
    ['/// Adds two.\npub fn add() {', 2, 'Adds two.'],
    ['def add(\n    a,\n) -> int:\n    """Adds two.\n\n    More.\n    """', 1, 'Adds two.'],
    ['function add() {', 1, undefined],
    ['import x\n\nfunction add() {', 3, undefined],
  ])('summarizes the doc comment of %j', (text, at, expected) => {
    expect(docCommentSummary(text.split('\n'), at)).toBe(expected);
  });
});

describe('Markdown', () => {
  it('Markdown code is fenced, whatever backticks it contains', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('`', '``', '```', 'a', ' '), { maxLength: 9 }),
        (parts) => {
          const text = parts.join('');
          const fence = /^`+/.exec(codeBlock('', [text]))?.[0] ?? '';
          expect(text.includes(fence)).toBe(false);
          const span = /^`+/.exec(codeSpan(`x${text}`))?.[0] ?? '';
          expect(text.split(/[^`]+/)).not.toContain(span);
        },
      ),
    );
  });
});

describe('relevance', () => {
  it('a relevant file covers most of a short question, and a little of a long one', () => {
    const short = buildQuery('kubernetes pods');
    const long = buildQuery(
      'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda omicron',
    );
    expect(isRelevant({ coverage: 0.4 }, short)).toBe(false);
    expect(isRelevant({ coverage: 0.8 }, short)).toBe(true);
    expect(isRelevant({ coverage: 0.4 }, long)).toBe(true);
    expect(isRelevant({ coverage: 0.5 }, buildQuery('kubernetes'))).toBe(true);
    expect(isRelevant({ coverage: 0 }, buildQuery(''))).toBe(false);
  });
});
