import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../../../local/service/engine/agent/answer-places.js';
import { createEvidence } from '../../../../../local/service/engine/agent/evidence.js';
import { excerptRanges } from '../../../../../local/service/engine/agent/excerpt-ranges.js';
import { messagesBefore, systemPrompt } from '../../../../../local/service/engine/agent/prompt.js';
import { describeToolCall } from '../../../../../local/service/engine/agent/tool-call-description.js';
import { renderToolResult } from '../../../../../local/service/engine/agent/tool-result.js';
import { errorKindOf } from '../../../../../local/service/engine/llm/model-error.js';
import {
  parseRetryAfter,
  retryDelay,
} from '../../../../../local/service/engine/llm/retry-delay.js';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

describe('what the model is shown', () => {
  it('a file is rendered as numbered lines below its cited name', () => {
    const record = { content: '3: a\n4: b: c', url: 'http://h/shop/-/blob/src/a%20b.ts?L3-4' };
    expect(renderToolResult(record, 1_000, ['shop'])).toEqual({
      text: 'shop/src/a b.ts\n3: a\n4: b: c',
      lines: [{ repo: 'shop', path: 'src/a b.ts', start: 3, end: 4 }],
    });
  });

  it('the cited name of another revision has its commit', () => {
    const url = `http://h/base/shop@${COMMIT}/-/blob/a.ts`;
    expect(renderToolResult({ content: '1: x', url }, 1_000, ['shop'])).toEqual({
      text: 'shop@0123456789ab/a.ts\n1: x',
      lines: [{ repo: 'shop', rev: COMMIT, path: 'a.ts', start: 1, end: 1 }],
    });
  });

  it('names of repositories with slashes are told from the path of the service', () => {
    const url = `http://h/base/acme/shop@${COMMIT}/-/blob/a.ts`;
    const { lines } = renderToolResult({ content: '1: x', url }, 1_000, ['shop', 'acme/shop']);
    expect(lines).toEqual([{ repo: 'acme/shop', rev: COMMIT, path: 'a.ts', start: 1, end: 1 }]);
  });

  it('search and navigation results are rendered with all chunks and their notice', () => {
    const chunks = [
      { startLine: 2, endLine: 3, content: 'x\ny' },
      { startLine: 9, endLine: 9, content: 'z' },
    ];
    const found = { type: 'file', repo: 'shop', file: 'a.ts', url: '/shop/-/blob/a.ts?L2', chunks };
    const named = { type: 'path', repo: 'zoo', file: 'b.ts', url: '/zoo/-/blob/b.ts', chunks: [] };
    expect(
      renderToolResult({ blocks: [found, named], notice: 'Showing 2 of 9.' }, 1_000, ['shop']),
    ).toEqual({
      text: 'Showing 2 of 9.\nshop/a.ts\n2: x\n3: y\nshop/a.ts\n9: z\nzoo/b.ts',
      lines: [
        { repo: 'shop', path: 'a.ts', start: 2, end: 3 },
        { repo: 'shop', path: 'a.ts', start: 9, end: 9 },
      ],
    });
    const block = { type: 'definition', repo: 'shop', file: 'a.ts', rev: COMMIT, chunks };
    const { text } = renderToolResult({ fileBlocks: [block], precise: true }, 1_000, ['shop']);
    expect(text).toBe('shop@0123456789ab/a.ts\n2: x\n3: y\nshop@0123456789ab/a.ts\n9: z');
  });

  it('other results are rendered as JSON, and empty ones as a sentence', () => {
    expect(renderToolResult({ commits: [] }, 1_000, ['shop'])).toEqual({
      text: '{\n "commits": []\n}',
      lines: [],
    });
    expect(renderToolResult({ blocks: [] }, 1_000, ['shop']).text).toBe('No results.');
  });

  it('a truncated result reports only the lines that it shows', () => {
    const content = Array.from({ length: 100 }, (_, n) => `${n + 1}: line`).join('\n');
    const { text, lines } = renderToolResult({ content, url: '/shop/-/blob/a.ts' }, 200, ['shop']);
    expect(text.length).toBeLessThanOrEqual(200);
    const last = lines[0]?.end ?? 0;
    expect(text).toContain(`\n${last}: line\n[Truncated: ask for`);
    expect(text).not.toContain(`\n${last + 1}: line`);
    expect(renderToolResult({ content, url: '/shop/-/blob/a.ts' }, 10, ['shop']).lines).toEqual([]);
    expect(
      renderToolResult({ commits: ['x'.repeat(500)] }, 200, ['shop']).text.length,
    ).toBeLessThanOrEqual(200);
    expect(
      renderToolResult({ content: `1: ${'x'.repeat(5_000)}`, url: '/s/-/blob/a' }, 9_000, ['s'])
        .text,
    ).toBe(`s/a\n1: ${'x'.repeat(1_000)}…`);
  });
});

describe('what was read', () => {
  const file = { repo: 'shop', path: 'a.ts' };

  it('evidence merges adjacent lines and returns the part that was shown', () => {
    const ledger = createEvidence();
    ledger.addLines(file, { start: 10, end: 14 });
    ledger.addLines(file, { start: 1, end: 3 });
    ledger.addLines(file, { start: 15, end: 20 });
    expect(ledger.findLines('shop/a.ts', { start: 12, end: 18 })).toEqual({
      ...file,
      start: 12,
      end: 18,
    });
    expect(ledger.findLines('shop/a.ts', { start: 3, end: 12 })).toEqual({
      ...file,
      start: 10,
      end: 12,
    });
    expect(ledger.findLines('shop/a.ts', { start: 4, end: 9 })).toBeUndefined();
    expect(ledger.findLines('zoo/a.ts', { start: 1, end: 1 })).toBeUndefined();
  });

  it('evidence of a revision does not count for the head', () => {
    const ledger = createEvidence();
    ledger.addLines({ ...file, rev: COMMIT }, { start: 1, end: 3 });
    expect(ledger.findLines('shop/a.ts', { start: 1, end: 1 })).toBeUndefined();
    expect(ledger.findLines('shop@0123456789ab/a.ts', { start: 1, end: 1 })?.rev).toBe(COMMIT);
  });
});

describe('a step', () => {
  it.each([
    ['nls_search', { query: 'how it retries' }, 'Searching for how it retries'],
    ['read_file', { path: 'a.ts', startLine: 10, endLine: 40 }, 'Reading a.ts:10-40'],
    ['read_file', { path: 'a.ts', startLine: 10 }, 'Reading a.ts:10-'],
    ['read_file', { path: 'a.ts', endLine: 9 }, 'Reading a.ts:1-9'],
    ['list_files', { repo: 'shop' }, 'Looking into shop'],
    ['list_repos', { query: 'sh' }, 'Looking for repositories named sh'],
    ['go_to_definition', { symbol: 'Cart' }, 'Going to the definition of Cart'],
    ['find_references', { symbol: 'Cart' }, 'Finding references to Cart'],
    [
      'commit_search',
      { repos: ['a', 'b'], messageTerms: ['fix'] },
      'Searching commits of a, b for fix',
    ],
    ['commit_search', { repos: ['a'] }, 'Searching commits of a'],
    ['diff_search', { pattern: 'retry' }, 'Searching changes for retry'],
    ['compare_revisions', { base: 'v1', head: 'main' }, 'Comparing v1 with main'],
    ['get_contributor_repos', { author: 'ann' }, 'Looking for repositories that ann works on'],
    ['other', 'not even arguments', 'Calling other'],
    ['nls_search', { query: `a\n\n${'b'.repeat(500)}` }, `Searching for a ${'b'.repeat(123)}…`],
  ])('describes the tool call %s: %j', (name, input, words) => {
    expect(describeToolCall({ id: '1', name, input })).toBe(words);
  });
});

describe('the patience with a model', () => {
  it.each([
    [['rate-limited', undefined, 1], 1_000],
    [['server-error', undefined, 2], 4_000],
    [['server-error', undefined, 3], undefined],
    [['malformed', 0, 1], 0],
    [['rate-limited', 30_000, 1], 30_000],
    [['rate-limited', 31_000, 1], undefined],
    [['unauthorized', 0, 1], undefined],
    [['too-long', undefined, 1], undefined],
    [['unreachable', undefined, 1], undefined],
    [['timeout', undefined, 1], undefined],
  ] as const)(
    'the retry delay after %j (kind, Retry-After, failures) is %s ms',
    ([kind, wish, failures], ms) => {
      expect(retryDelay({ kind, retryAfterMs: wish }, failures)).toBe(ms);
    },
  );

  it('Retry-After is parsed as seconds or as a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(parseRetryAfter('2', now)).toBe(2_000);
    expect(parseRetryAfter('Thu, 01 Jan 2026 00:00:05 GMT', now)).toBe(5_000);
    expect(parseRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
    expect(parseRetryAfter('soon', now)).toBeUndefined();
    expect(parseRetryAfter(undefined, now)).toBeUndefined();
  });
});

describe('a refusal', () => {
  it.each([
    [400, "This model's maximum context length is 8192 tokens", 'too-long'],
    [400, 'prompt is too long: 9 tokens > 8 maximum', 'too-long'],
    [400, 'the request exceeds the available context size', 'too-long'],
    [413, '', 'too-long'],
    [400, 'The model `x` does not exist', 'unknown-model'],
    [404, '', 'unknown-model'],
    [400, 'tools are not supported', 'refused'],
    [402, 'no credit', 'refused'],
    [408, '', 'server-error'],
    [529, '', 'server-error'],
  ])('a response with status %s and "%s" is the error %s', (status, words, kind) => {
    expect(errorKindOf(status, words)).toBe(kind);
  });
});

describe('what a model is shown of an answer from search', () => {
  it('each place with the lines of it that the answer shows, and no code in the text', () => {
    const { text, places } = readAnswer(
      [
        'Best guess: `retry` is a function ([a.ts:3–90](/shop/-/blob/src/a.ts?L3-90))',
        '```ts\nfunction retry() {\n  …\n  wait(9);\n```',
        '- It calls `wait`. ([b.ts:7](/shop/-/blob/b.ts?L7))',
        '*Found by search, without a model.* Searched: `shop`.',
      ].join('\n\n'),
    );
    expect(text).toBe(
      'Best guess: `retry` is a function (`shop/src/a.ts:3-90`)\n\n- It calls `wait`. (`shop/b.ts:7-7`)',
    );
    const of = { repo: 'shop', path: 'src/a.ts', start: 3, end: 90 };
    expect(places).toEqual([
      { ...of, excerpt: ['function retry() {', '  …', '  wait(9);'] },
      { repo: 'shop', path: 'b.ts', start: 7, end: 7, excerpt: [] },
    ]);
  });

  it('an excerpt is found in its file though it is dedented, and lacks blank lines', () => {
    const lines = Array.from({ length: 60 }, (_, n) => `  line${n + 10};`);
    lines[21] = '';
    expect(excerptRanges(['line30;', 'line32;', '…', 'line60;'], lines, 10)).toEqual([
      { start: 28, end: 38 },
      { start: 58, end: 66 },
    ]);
    expect(excerptRanges(['line30;', '…', 'line35;'], lines, 10)).toEqual([{ start: 28, end: 41 }]);
    expect(excerptRanges(['line30;', '…', 'elsewhere'], lines, 10)).toEqual([
      { start: 28, end: 36 },
    ]);
    expect(excerptRanges([], lines, 10)).toEqual([]);
  });

  it('the questions before it are left out from the first that does not fit', () => {
    const history = [1, 2, 3].map((n) => {
      return { question: `q${n}`, answer: 'a'.repeat(n === 2 ? 500 : 50), sources: [] };
    });
    expect(messagesBefore(history, 300).map(({ content }) => String(content).slice(0, 2))).toEqual([
      'q3',
      'aa',
    ]);
  });
});

describe('what the model is told', () => {
  it('the system prompt names up to 30 repositories', () => {
    expect(systemPrompt(['shop', 'zoo'])).toMatch(
      /`shop\/path\/to[\s\S]*Repositories: shop, zoo\.$/,
    );
    const many = systemPrompt(Array.from({ length: 32 }, (_, n) => `r${n}`));
    expect(many).toMatch(/r29, and 2 more; list_repos lists them all\.$/);
  });

  it('the prompt has the latest six answered questions, each truncated', () => {
    const history = Array.from({ length: 9 }, (_, n) => ({
      ...{ question: `q${n}`, sources: [] },
      ...(n !== 4 && { answer: 'a'.repeat(5_000) }),
    }));
    const messages = messagesBefore(history, Number.POSITIVE_INFINITY);
    expect(messages.map(({ content }) => String(content).slice(0, 3))).toEqual([
      'q2',
      'aaa',
      'q3',
      'aaa',
      'q5',
      'aaa',
      'q6',
      'aaa',
      'q7',
      'aaa',
      'q8',
      'aaa',
    ]);
    expect(String(messages[1]?.content).length).toBe(4_001);
  });
});
