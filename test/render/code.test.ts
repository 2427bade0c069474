import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateModal } from '../../local/workspace/block-kit/validate-view.js';
import { parseCodeCall } from '../../src/intake/command/code-command.js';
import type { CodeCall } from '../../src/model/code.js';
import { ViewMetadata } from '../../src/model/modal.js';
import { commandOf } from '../../src/render/code/command.js';
import { fileResult, folderResult, rangeOf } from '../../src/render/code/file.js';
import { renderCodeForm } from '../../src/render/code/form.js';
import { commitsResult, comparisonResult } from '../../src/render/code/history.js';
import { resultPages } from '../../src/render/code/layout.js';
import {
  NOTE_CODE_SIZE,
  NOTE_LAYOUT,
  renderNote,
  renderSharedNote,
} from '../../src/render/code/note.js';
import { reposResult } from '../../src/render/code/repositories.js';
import { navigationResult, searchResult } from '../../src/render/code/searches.js';
import { languageOf, type ToolResultView } from '../../src/render/code/tool-result-view.js';
import { renderCodeView, VIEW_CODE_SIZE } from '../../src/render/code/view.js';
import { createLinks } from '../../src/render/markdown/instance-link.js';
import { expectWithinLimits } from './slack.js';

type ReadCall = CodeCall & { readonly tool: 'read' };

const links = createLinks('https://code.example.com/base');
const anything = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 3_000 }),
  fc
    .array(fc.constantFrom('<!channel>', '<@U1>', '@here', '```', '`', '&', '\n', '|', '>', 'a '), {
      maxLength: 400,
    })
    .map((parts) => parts.join('')),
);

/** Outside of code blocks nobody is mentioned. */
function expectHarmless(result: ToolResultView, call: CodeCall): void {
  const page = { call, page: 0 };
  for (const index of [0, 1, 999]) {
    const note = renderNote(result, { call, page: index });
    expectWithinLimits(note);
    const json = JSON.stringify(note.blocks.filter(({ type }) => type !== 'markdown'));
    const shown = json.replace(/<!date\^[^>]*>|"value":"(?:\\.|[^"\\])*"/g, '');
    expect(shown).not.toMatch(/<!|<@|@(?:channel|here|everyone)\b/);
  }
  const shared = renderSharedNote(result, page, 'U0ASK');
  expectWithinLimits(shared.line);
  expectWithinLimits(shared.result);
  const context = { modal: { kind: 'code', page } } as const;
  const view = renderCodeView(context, { result, page, back: [], forward: [] });
  expect(validationError(view)).toBeUndefined();
}

function validationError(view: unknown): unknown {
  try {
    validateModal(view);
    return undefined;
  } catch (error) {
    return (error as { extra?: unknown }).extra ?? error;
  }
}

function sixtyFiles(): ToolResultView {
  const blocks = Array.from({ length: 60 }, (_, i) => ({
    ...{ type: 'file', repo: 'shop', file: `f${i}.ts`, url: undefined },
    chunks: [{ startLine: 1, endLine: 1, content: 'line\n'.repeat(i % 40) }],
  }));
  return searchResult(SEARCH, { blocks, notice: undefined }, links);
}

/** The files that a search shows, in order. */
const filesIn = (shown: object) => JSON.stringify(shown).match(/\|f\d+\.ts>/g);

const SEARCH = { tool: 'search', query: 'x' } as const;
const READ = { tool: 'read', repo: 'acme/shop', path: 'src/a.ts' } as const;
const COMMITS = { tool: 'commits' as const, repos: ['acme/shop'] };
const COMPARE = { tool: 'compare', repo: 'acme/shop', base: 'main', head: 'next' } as const;
const REPOS = { tool: 'repos', query: 'shop' } as const;

describe('code tool results', () => {
  it('code results stay within Slack’s limits and mention nobody', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 0, max: 30 }), (text, many) => {
        const all = Array.from({ length: many }, () => text);
        const chunk = { startLine: 3, endLine: 9, content: text };
        const blocks = all.map((file) => ({
          ...{ type: 'file', repo: text, file, url: undefined, chunks: [chunk] },
        }));
        expectHarmless(searchResult(SEARCH, { blocks, notice: text }, links), SEARCH);
        const read = { first: 1, lines: all.flatMap((one) => one.split('\n')), notice: text };
        const options = { links, codeSize: Math.min(NOTE_CODE_SIZE, VIEW_CODE_SIZE) };
        expectHarmless(fileResult(READ, read, options), READ);
        const commits = all.map((title) => ({
          ...{ repository: text, commit: text, author: text, date: text, title, message: text },
        }));
        const found = { query: '', totalCount: many, limitHit: true, commits, notice: undefined };
        expectHarmless(commitsResult(COMMITS, found, links), COMMITS);
        const files = all.map((path) => ({ path, added: 1, deleted: 2, hunks: [text] }));
        const record = {
          ...{ repository: '', base: '', head: '', totalAdded: 1, totalDeleted: 2 },
          ...{ totalModified: many, files, hasNextPage: true, endCursor: `c${text.length}` },
          notice: undefined,
        };
        expectHarmless(comparisonResult(COMPARE, record, links), COMPARE);
      }),
      { numRuns: 40 },
    );
  });

  it('code results are divided into pages, each item once and in order', () => {
    const result = sixtyFiles();
    const pages = resultPages(result, NOTE_LAYOUT);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flat()).toEqual(result.items);
    const labels = (page: number) => JSON.stringify(renderNote(result, { call: SEARCH, page }));
    expect(labels(0)).not.toContain('Previous page');
    expect(labels(0)).toContain('"value":"page 1 search x"');
    expect(labels(pages.length - 1)).not.toContain('Next page');
  });

  it('code results have the same pages in messages and views', () => {
    const result = sixtyFiles();
    const { length } = resultPages(result, NOTE_LAYOUT);
    expect(length).toBeGreaterThan(2);
    for (let index = 0; index < length; index++) {
      const page = { call: SEARCH, page: index };
      const context = { modal: { kind: 'code', page } } as const;
      const view = renderCodeView(context, { result, page, back: [], forward: [] });
      expect(filesIn(view)).toEqual(filesIn(renderNote(result, page)));
      expect(JSON.stringify(view)).toContain(`page ${index + 1} of ${length}`);
    }
  });

  it('empty code results show the instance’s notice once, or else our text', () => {
    const said = 'No definition of x was found.';
    const call = { tool: 'def', repo: 'shop', path: 'a.ts', symbol: 'x' } as const;
    const read = (notice: string | undefined) =>
      JSON.stringify(
        renderNote(navigationResult(call, { fileBlocks: [], notice }, links), { call, page: 0 }),
      );
    expect(read(said).match(/No definition/g)).toHaveLength(1);
    expect(read(said)).toContain(said);
    expect(read(undefined)).toContain('spelling and letter case');
  });

  it('code results count only shown entries if the instance left some out', () => {
    const block = { type: 'file', repo: 'shop', file: 'a.ts', url: undefined, chunks: [] };
    const record = { blocks: [block, block], notice: 'Showing 2 of 81 files.' };
    expect(searchResult(SEARCH, record, links).head).toContain(' · the first 2 files');
    const whole = { ...record, notice: undefined };
    expect(searchResult(SEARCH, whole, links).head).toMatch(/ · 2 files$/);
    const defs = { fileBlocks: [{ ...block, rev: undefined }], notice: 'Showing 1 of 3 files.' };
    const call = { tool: 'refs', repo: 'shop', path: 'a.ts', symbol: 'x' } as const;
    expect(navigationResult(call, defs, links).head).toContain(' · the first file');
    const files = [{ path: 'src', isDirectory: true }];
    const listed = { files, notice: 'Showing the first 1 of 9 entries.' };
    expect(folderResult({ tool: 'ls', repo: 'shop' }, listed, links).head).toContain(
      'the first entry',
    );
  });

  it('a long item says how many lines are left out', () => {
    const hunks = [Array.from({ length: 5_000 }, (_, i) => `+line ${i}`).join('\n')];
    const files = [{ path: 'a.ts', added: 5_000, deleted: 0, hunks }];
    const record = {
      ...{ repository: '', base: '', head: '', totalAdded: 5_000, totalDeleted: 0 },
      ...{ totalModified: 1, files, hasNextPage: false, endCursor: undefined, notice: undefined },
    };
    const note = renderNote(comparisonResult(COMPARE, record, links), { call: COMPARE, page: 0 });
    expect(JSON.stringify(note)).toMatch(/[\d,]+ more lines left out/);
  });

  it('a button refers to a page by key if its cursor is too long', () => {
    const pagination = {
      ...{ totalCount: 9, hasNextPage: true, hasPreviousPage: false },
      ...{ startCursor: 'a', endCursor: 'x'.repeat(5_000) },
    };
    const repositories = [
      { name: 'a', description: '', private: true, archived: false, fork: true, stars: 3 },
    ];
    const result = reposResult(REPOS, { repositories, pagination, notice: undefined }, links);
    const note = renderNote(result, { call: REPOS, page: 0 });
    expect(JSON.stringify(note)).toMatch(/"More repositories".*"value":"#[0-9a-f]{20}"/);
    expect(JSON.stringify(note)).toContain('private · fork · 3 stars');
  });
});

describe('views of the code tools', () => {
  it('a code view keeps the last eight pages for going back', () => {
    const seen = Array.from({ length: 9 }, (_, i) => String(i).repeat(20));
    const page = { call: { tool: 'search', query: 'retry' }, page: 0 } as const;
    const result = { head: 'retry', items: [], none: 'Nothing', pageLinks: [] };
    const context = { modal: { kind: 'code', page } } as const;
    const view = renderCodeView(context, { result, page, back: seen, forward: [] });
    const { modal } = ViewMetadata.parse(JSON.parse(view.private_metadata ?? ''));
    expect(modal).toMatchObject({ back: seen.slice(1) });
  });

  it('a form is filled in with the given values, however long', () => {
    const given = { repo: 'r'.repeat(9_000), path: 'src/a.ts' };
    const view = renderCodeForm({ modal: { kind: 'code-form', tool: 'def', values: given } });
    validateModal(view);
    expect(JSON.stringify(view.blocks)).toContain('src/a.ts');
  });
});

describe('line ranges of a file', () => {
  const lines = (n: number) => Array.from({ length: n }, (_, i) => `line ${i}`);
  const linksOf = (call: typeof READ & { startLine?: number; endLine?: number }, n: number) =>
    fileResult(call, { first: call.startLine ?? 1, lines: lines(n) }, { links, codeSize: 9_000 })
      .pageLinks;
  const labels = (all: ReturnType<typeof linksOf>) => all.map(({ label }) => label);

  it('a line range links to the next lines if the file continues', () => {
    expect(labels(linksOf({ ...READ, startLine: 1, endLine: 5 }, 6))).toContain('Next lines');
    expect(labels(linksOf({ ...READ, startLine: 1, endLine: 5 }, 5))).not.toContain('Next lines');
    expect(labels(linksOf({ ...READ, startLine: 5, endLine: 9 }, 5))).toContain('Previous lines');
  });

  /** The lines of a file of `total` lines that a call shows, and where its buttons lead. */
  function read(call: ReadCall, total: number, codeSize = 9_000) {
    const { startLine, endLine } = rangeOf(call);
    const inFile = lines(total).slice(startLine - 1, endLine);
    const result = fileResult(call, { first: startLine, lines: inFile }, { links, codeSize });
    const target = (wanted: string) =>
      result.pageLinks.find(({ label }) => label === wanted)?.page.call as ReadCall | undefined;
    return { text: result.items[0]?.code?.text, to: target };
  }

  it('an extended line range starts at line 1 at the earliest', () => {
    const wider = read({ ...READ, startLine: 5, endLine: 9 }, 100).to('More lines');
    expect(wider && rangeOf(wider)).toEqual({ startLine: 1, endLine: 20 });
  });

  it('more lines and fewer lines are inverse, also at the ends of a file', () => {
    const end = fc.option(fc.integer({ min: 1, max: 260 }), { nil: undefined });
    const file = fc.record({
      start: end,
      end,
      around: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
      n: fc.integer({ min: 1, max: 250 }),
      size: fc.constantFrom(300, 2_000, 9_000),
    });
    fc.assert(
      fc.property(file, ({ start, end, around, n, size }) => {
        const call: ReadCall = {
          ...READ,
          ...(start !== undefined && { startLine: start }),
          ...(end !== undefined && { endLine: Math.max(start ?? 1, end) }),
          ...(around !== undefined && { around }),
        };
        fc.pre(rangeOf(call).startLine <= n);
        const shown = read(call, n, size);
        for (const [there, back] of [
          ['More lines', 'Fewer lines'],
          ['Fewer lines', 'More lines'],
        ] as const) {
          const other = shown.to(there);
          if (other === undefined) continue;
          expect(parseCodeCall(commandOf(other))).toEqual(other);
          expect(read(other, n, size).text).toBeDefined();
          expect(read(other, n, size).to(back)).toEqual(call);
        }
      }),
    );
  });

  it('fewer lines of a long range are offered, and of a short one are not', () => {
    const narrower = read({ ...READ, startLine: 1000, endLine: 1040 }, 2_000).to('Fewer lines');
    expect(narrower && rangeOf(narrower)).toEqual({ startLine: 1010, endLine: 1031 });
    expect(read({ ...READ, startLine: 10, endLine: 29 }, 99).to('Fewer lines')).toBeUndefined();
  });

  it('an empty file has no line range', () => {
    const result = fileResult(READ, { first: 1, lines: [] }, { links, codeSize: 9_000 });
    expect(result).toMatchObject({ items: [], none: expect.stringContaining('empty') });
  });
});

it("links keep the path of the instance's base URL", () => {
  const lines = { first: 3, last: 9 };
  expect(links.file({ repo: 'a/b', path: 'x (1).ts', revision: 'v/1', lines })).toBe(
    'https://code.example.com/base/a/b@v/1/-/blob/x%20%281%29.ts?L3-9',
  );
  expect(links.commit('a/b', 'abc')).toBe('https://code.example.com/base/a/b/-/commit/abc');
});

it.each([
  ['src/a.TS', 'ts'],
  ['Dockerfile', 'dockerfile'],
  ['LICENSE', ''],
  ['a.`x', ''],
])('the language of %s is %j', (path, language) => expect(languageOf(path)).toBe(language));
