import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCodeCall, parseCodeCommand } from '../../../src/intake/command/code-command.js';
import { straightQuotes } from '../../../src/intake/command/code-tokens.js';
import { CODE_TOOLS, CodeCall } from '../../../src/model/code.js';
import { commandOf } from '../../../src/render/code/command.js';
import { toolHelp, toolList } from '../../../src/render/texts/code-help.js';

/** The text of a slash command. */
const parseCode = (text: string) => {
  const found = /^code(?:\s+([\s\S]*))?$/i.exec(text.trim());
  return found === null ? undefined : parseCodeCommand(found[1] ?? '');
};

const called = (said: string) => {
  const wish = parseCode(`code ${said}`);
  return wish?.kind === 'call' ? wish.call : wish;
};

describe('a call', () => {
  const read = { tool: 'read', repo: 'acme/shop', path: 'src/queue.ts' };
  const commits = { tool: 'commits', repos: ['acme/shop'] };
  const diffs = { tool: 'diffs', repos: ['acme/shop'], pattern: 'retry' };
  const compare = { tool: 'compare', repo: 'acme/shop', base: 'main', head: 'feature' };
  it.each([
    ['search retry OR backoff repo:shop', { tool: 'search', query: 'retry OR backoff repo:shop' }],
    ['SEARCH  "failed   payment" ', { tool: 'search', query: '"failed payment"' }],
    ['search “failed payment”', { tool: 'search', query: '"failed payment"' }],
    ['nls where do we retry?', { tool: 'nls', query: 'where do we retry?' }],
    ['find where do we retry?', { tool: 'nls', query: 'where do we retry?' }],
    ['read acme/shop src/queue.ts', read],
    ['read acme/shop src/queue.ts @main', { ...read, revision: 'main' }],
    ['read acme/shop src/queue.ts:10-40', { ...read, startLine: 10, endLine: 40 }],
    ['read acme/shop src/queue.ts:10–40', { ...read, startLine: 10, endLine: 40 }],
    ['read acme/shop src/queue.ts:10', { ...read, startLine: 10, endLine: 10 }],
    ['read acme/shop src/queue.ts:10- @v1', { ...read, startLine: 10, revision: 'v1' }],
    ['read acme/shop src/queue.ts:-40', { ...read, endLine: 40 }],
    ['read acme/shop src/queue.ts?L10-40', { ...read, startLine: 10, endLine: 40 }],
    ['read acme/shop src/queue.ts#L10-L40', { ...read, startLine: 10, endLine: 40 }],
    ['read acme/shop src/queue.ts --lines 10-40', { ...read, startLine: 10, endLine: 40 }],
    ['read acme/shop --rev main src/queue.ts', { ...read, revision: 'main' }],
    ['read acme/shop "my file.ts:3"', { ...read, path: 'my file.ts', startLine: 3, endLine: 3 }],
    ['read acme/shop @types/a.ts', { ...read, path: '@types/a.ts' }],
    ['ls shop', { tool: 'ls', repo: 'shop' }],
    ['ls shop src @main', { tool: 'ls', repo: 'shop', path: 'src', revision: 'main' }],
    ['ls shop @main', { tool: 'ls', repo: 'shop', revision: 'main' }],
    ['ls shop "@types"', { tool: 'ls', repo: 'shop', path: '@types' }],
    [
      'repos shop --limit 5 --after abc=',
      { tool: 'repos', query: 'shop', limit: 5, after: 'abc=' },
    ],
    ['repos --limit=5 the shop', { tool: 'repos', query: 'the shop', limit: 5 }],
    [
      'def acme/shop src/queue.ts backoff @main',
      { ...read, tool: 'def', symbol: 'backoff', revision: 'main' },
    ],
    ['refs acme/shop src/queue.ts Cart.add', { ...read, tool: 'refs', symbol: 'Cart.add' }],
    [
      'commits acme/shop --author kim --after "2 weeks ago"',
      { ...commits, authors: ['kim'], after: '2 weeks ago' },
    ],
    [
      'commits acme/shop —author ‘Kim Lee’ —after “2 weeks ago”',
      { ...commits, authors: ['Kim Lee'], after: '2 weeks ago' },
    ],
    [
      'commits acme/shop,acme/lib fix retry --author kim --author lee --file src --content backoff --regex --count 5 --before today',
      {
        ...{ tool: 'commits', repos: ['acme/shop', 'acme/lib'], messageTerms: ['fix', 'retry'] },
        ...{ authors: ['kim', 'lee'], files: ['src'], contentTerms: ['backoff'] },
        ...{ useRegex: true, count: 5, before: 'today' },
      },
    ],
    ['diffs acme/shop retry --added', { ...diffs, added: true }],
    ['diffs acme/shop retry --Removed --author kim', { ...diffs, removed: true, author: 'kim' }],
    ['diffs acme/shop "don\'t \\"x\\""', { ...diffs, pattern: 'don\'t "x"' }],
    ["diffs acme/shop don't stop", { ...diffs, pattern: "don't stop" }],
    ['diffs acme/shop retry\\d+ --regex', { ...diffs, pattern: 'retry\\d+', useRegex: true }],
    ['compare acme/shop main..feature', compare],
    ['compare acme/shop main...feature --first 5', { ...compare, first: 5 }],
    ['compare acme/shop main feature', compare],
    ['contributors kim@example.com', { tool: 'contributors', author: 'kim@example.com' }],
    [
      'contributors Kim Lee --min-commits 3 --limit 2',
      { tool: 'contributors', author: 'Kim Lee', minCommits: 3, limit: 2 },
    ],
  ])('parses %j', (said, call) => expect(called(said)).toEqual(call));

  it.each([
    'code review guidelines for payments',
    'code read the docs about retries',
    'code owners of the queue',
    'code def of done',
    'code commits since last week?',
    'code help me with retries',
    'codesearch retries',
    'code compare apples with oranges please',
    'decode search x',
    `code search ${'x'.repeat(20_000)}`,
  ])('is not a call: %j', (said) => expect(parseCode(said)).toBeUndefined());
});

describe('incomplete call', () => {
  it.each([
    ['code', { kind: 'form', args: {} }],
    ['code repos', { kind: 'call', call: { tool: 'repos', query: '.*' } }],
    ['code repos --limit 5', { kind: 'call', call: { tool: 'repos', query: '.*', limit: 5 } }],
    ['Code  read', { kind: 'form', tool: 'read', args: {} }],
    ['code read shop', { kind: 'form', tool: 'read', args: { repo: 'shop' } }],
    [
      'code refs acme/shop src/queue.ts',
      { kind: 'form', tool: 'refs', args: { repo: 'acme/shop', path: 'src/queue.ts' } },
    ],
    ['code help', { kind: 'help' }],
    ['code help Read', { kind: 'help', tool: 'read' }],
  ])('%j opens a form, lists the repositories or shows help', (said, wish) =>
    expect(parseCode(said)).toEqual(wish),
  );
});

describe('what is wrong', () => {
  it.each([
    [
      'raed acme/shop a.ts',
      { kind: 'unknown-tool', typed: 'raed', suggestion: 'read' },
      'read acme/shop a.ts',
    ],
    ['serach', { kind: 'unknown-tool', typed: 'serach', suggestion: 'search' }, 'search'],
    [
      'commits acme/shop --auther kim',
      { kind: 'unknown-option', typed: 'auther', suggestion: 'author' },
      'commits acme/shop --author kim',
    ],
    ['commits acme/shop --colour red', { kind: 'unknown-option', typed: 'colour' }, undefined],
    ['commits acme/shop --author', { kind: 'missing-value', option: 'author' }, undefined],
    ['commits acme/shop --author --regex', { kind: 'missing-value', option: 'author' }, undefined],
    [
      'repos shop --limit many',
      { kind: 'invalid-value', option: 'limit', typed: 'many' },
      undefined,
    ],
    ['repos shop --limit 500', { kind: 'invalid-value', option: 'limit', typed: '500' }, undefined],
    [
      'read acme/shop a.ts:40-10',
      { kind: 'line-range', typed: '40-10' },
      'read acme/shop a.ts:10-40',
    ],
    ['read acme/shop a.ts --lines x', { kind: 'line-range', typed: 'x' }, undefined],
    ['def acme/shop a.ts f g', { kind: 'extra-word', typed: 'g' }, 'def acme/shop a.ts f '],
    ['diffs acme/shop "a b', { kind: 'unclosed-quote' }, undefined],
  ])('reports the error in %j', (said, mistake, corrected) => {
    expect(parseCode(`code ${said}`)).toMatchObject({ kind: 'invalid', mistake });
    const wish = parseCode(`code ${said}`);
    expect(wish?.kind === 'invalid' ? wish.corrected : '').toBe(corrected);
  });
});

describe('the examples', () => {
  const USING = readFileSync(new URL('../../../docs/using.md', import.meta.url), 'utf8');
  const helped = [toolList(CODE_TOOLS), ...CODE_TOOLS.map(toolHelp)].join('\n');

  it.each([
    ['the documentation', USING, 5],
    ['the help', helped, 15],
  ])('the examples of %s are valid calls', (_where, text, least) => {
    const examples = [...text.matchAll(/`\/deepsearch (code [^`]+)`/g)].map(
      ([, said]) => said ?? '',
    );
    expect(examples.length).toBeGreaterThanOrEqual(least);
    for (const said of examples) {
      expect([said, parseCode(said)?.kind]).toEqual([said, /help/.test(said) ? 'help' : 'call']);
    }
  });
});

const blankless = (text: string) => text.replace(/\s+/g, '');
const text = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.constantFrom('--x', '@a', "'", '“a', '—a', 'a:1-2', '\\"', 'x=\\'),
  )
  .filter((one) => one.trim() !== '');
const repo = text
  .map(blankless)
  .map((one) => one.replaceAll(',', ''))
  .filter((one) => one !== '');
const revision = text
  .map((one) => blankless(one).replace(/["'\u2018-\u201f]|\.+|^-+/g, ''))
  .filter((one) => /^[^-]/.test(one));
const query = text.map((one) => straightQuotes(one).replace(/\s+/g, ' ').trim());
const several = fc.array(text, { minLength: 1, maxLength: 3 });
const few = fc.integer({ min: 1, max: 50 });
const flag = fc.constant(true as const);
const cursor = text.map(blankless).filter((one) => one !== '');

const call: fc.Arbitrary<CodeCall> = fc.oneof(
  fc.record({ tool: fc.constantFrom('search' as const, 'nls' as const), query }),
  fc
    .record(
      {
        tool: fc.constant('read' as const),
        repo,
        path: text,
        revision,
        startLine: few,
        endLine: few,
      },
      { requiredKeys: ['tool', 'repo', 'path'] },
    )
    .filter(({ startLine = 1, endLine = 1e9 }) => startLine <= endLine),
  fc.record(
    { tool: fc.constant('ls' as const), repo, path: text, revision },
    { requiredKeys: ['tool', 'repo'] },
  ),
  fc.record(
    { tool: fc.constant('repos' as const), query: text, limit: few, after: cursor },
    { requiredKeys: ['tool', 'query'] },
  ),
  fc.record(
    {
      ...{ tool: fc.constantFrom('def' as const, 'refs' as const), repo, path: text, symbol: text },
      ...{ revision, limit: few },
    },
    { requiredKeys: ['tool', 'repo', 'path', 'symbol'] },
  ),
  fc.record(
    {
      ...{
        tool: fc.constant('commits' as const),
        repos: fc.array(repo, { minLength: 1, maxLength: 3 }),
      },
      ...{ messageTerms: several, authors: several, contentTerms: several, files: several },
      ...{ after: text, before: text, count: few, useRegex: flag },
    },
    { requiredKeys: ['tool', 'repos'] },
  ),
  fc.record(
    {
      ...{
        tool: fc.constant('diffs' as const),
        repos: fc.array(repo, { minLength: 1, maxLength: 3 }),
      },
      ...{ pattern: text, added: flag, removed: flag, author: text },
      ...{ after: text, before: text, count: few, useRegex: flag },
    },
    { requiredKeys: ['tool', 'repos', 'pattern'] },
  ),
  fc.record(
    {
      ...{ tool: fc.constant('compare' as const), repo, base: revision, head: revision },
      ...{ first: few, after: cursor },
    },
    { requiredKeys: ['tool', 'repo', 'base', 'head'] },
  ),
  fc.record(
    { tool: fc.constant('contributors' as const), author: text, limit: few, minCommits: few },
    { requiredKeys: ['tool', 'author'] },
  ),
);

describe('a command that we write', () => {
  it('a formatted command is parsed to the same call', () => {
    fc.assert(
      fc.property(call, (call) => {
        fc.pre(CodeCall.safeParse(call).success);
        expect(parseCodeCall(commandOf(call))).toEqual(call);
      }),
      { numRuns: 2_000 },
    );
  });

  it('formatting a parsed command is stable', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.constantFrom(...VERBS), (rest, verb) => {
        const found = parseCodeCall(`${verb} ${rest}`);
        if (found !== undefined) expect(parseCodeCall(commandOf(found))).toEqual(found);
      }),
      { numRuns: 2_000 },
    );
  });

  it('parsing takes linear time', () => {
    for (const nasty of ['"\\'.repeat(4_000), '\\"'.repeat(4_000), "'".repeat(9_000)]) {
      expect(() => parseCode(`code diffs ${nasty}`)).not.toThrow();
    }
  });
});

const VERBS = [
  'search',
  'read',
  'ls',
  'repos',
  'def',
  'commits',
  'diffs',
  'compare',
  'contributors',
];
