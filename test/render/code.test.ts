import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateModal } from '../../local/workspace/block-kit/validate-view.js';
import type { CodeCall } from '../../src/model/code.js';
import { ViewMetadata } from '../../src/model/modal.js';
import { fileSheet, listSheet } from '../../src/render/code/file.js';
import { renderCodeForm } from '../../src/render/code/form.js';
import { commitsSheet, comparisonSheet } from '../../src/render/code/history.js';
import { languageOf } from '../../src/render/code/language.js';
import { pagesOf } from '../../src/render/code/layout.js';
import { NOTE, NOTE_ROOM, renderNote, renderShared } from '../../src/render/code/note.js';
import { reposSheet } from '../../src/render/code/repositories.js';
import { navigationSheet, searchSheet } from '../../src/render/code/searches.js';
import type { Sheet } from '../../src/render/code/sheet.js';
import { renderCodeView, VIEW_ROOM } from '../../src/render/code/view.js';
import { createLinks } from '../../src/render/instance-link.js';
import { expectWithinLimits } from './slack.js';

const links = createLinks('https://code.example.com/base');
const anything = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 3_000 }),
  fc
    .array(fc.constantFrom('<!channel>', '<@U1>', '@here', '```', '`', '&', '\n', '|', '>', 'a '), {
      maxLength: 400,
    })
    .map((parts) => parts.join('')),
);

/** Outside of code, nothing calls anybody. */
function expectHarmless(sheet: Sheet, call: CodeCall): void {
  const turn = { call, page: 0 };
  for (const page of [0, 1, 999]) {
    const note = renderNote(sheet, { call, page });
    expectWithinLimits(note);
    const said = JSON.stringify(note.blocks.filter(({ type }) => type !== 'markdown'));
    const shown = said.replace(/<!date\^[^>]*>|"value":"(?:\\.|[^"\\])*"/g, '');
    expect(shown).not.toMatch(/<!|<@|@(?:channel|here|everyone)\b/);
  }
  expectWithinLimits(renderShared(sheet, turn, 'U0ASK'));
  const opened = { modal: { of: 'code', show: turn } } as const;
  const view = renderCodeView(opened, { sheet, turn, back: [], forth: [] });
  expect(troubleWith(view)).toBeUndefined();
}

function troubleWith(view: unknown): unknown {
  try {
    validateModal(view);
    return undefined;
  } catch (error) {
    return (error as { extra?: unknown }).extra ?? error;
  }
}

function sixtyFiles(): Sheet {
  const blocks = Array.from({ length: 60 }, (_, i) => ({
    ...{ type: 'file', repo: 'shop', file: `f${i}.ts`, url: undefined },
    chunks: [{ startLine: 1, endLine: 1, content: 'line\n'.repeat(i % 40) }],
  }));
  return searchSheet(SEARCH, { blocks, notice: undefined }, links);
}

/** The files that a search shows, in order. */
const filesIn = (shown: object) => JSON.stringify(shown).match(/\|f\d+\.ts>/g);

const SEARCH = { do: 'search', query: 'x' } as const;
const READ = { do: 'read', repo: 'acme/shop', path: 'src/a.ts' } as const;
const COMMITS = { do: 'commits' as const, repos: ['acme/shop'] };
const COMPARE = { do: 'compare', repo: 'acme/shop', base: 'main', head: 'next' } as const;
const REPOS = { do: 'repos', query: 'shop' } as const;

describe('what the code tools give', () => {
  it('fits and calls nobody, whatever is in it', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 0, max: 30 }), (text, many) => {
        const all = Array.from({ length: many }, () => text);
        const chunk = { startLine: 3, endLine: 9, content: text };
        const blocks = all.map((file) => ({
          ...{ type: 'file', repo: text, file, url: undefined, chunks: [chunk] },
        }));
        expectHarmless(searchSheet(SEARCH, { blocks, notice: text }, links), SEARCH);
        const read = { first: 1, lines: all.flatMap((one) => one.split('\n')), notice: text };
        const room = { links, room: Math.min(NOTE_ROOM, VIEW_ROOM) };
        expectHarmless(fileSheet(READ, read, room), READ);
        const commits = all.map((title) => ({
          ...{ repository: text, commit: text, author: text, date: text, title, message: text },
        }));
        const found = { query: '', totalCount: many, limitHit: true, commits, notice: undefined };
        expectHarmless(commitsSheet(COMMITS, found, links), COMMITS);
        const files = all.map((path) => ({ path, added: 1, deleted: 2, hunks: [text] }));
        const record = {
          ...{ repository: '', base: '', head: '', totalAdded: 1, totalDeleted: 2 },
          ...{ totalModified: many, files, hasNextPage: true, endCursor: `c${text.length}` },
          notice: undefined,
        };
        expectHarmless(comparisonSheet(COMPARE, record, links), COMPARE);
      }),
      { numRuns: 40 },
    );
  });

  it('stands on pages, each thing once and in order', () => {
    const sheet = sixtyFiles();
    const pages = pagesOf(sheet, NOTE);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flat()).toEqual(sheet.items);
    const labels = (page: number) => JSON.stringify(renderNote(sheet, { call: SEARCH, page }));
    expect(labels(0)).not.toContain('Previous page');
    expect(labels(0)).toContain('"value":"page 1 search x"');
    expect(labels(pages.length - 1)).not.toContain('Next page');
  });

  it('is explored from where one is: a page of a note is the same page of a view', () => {
    const sheet = sixtyFiles();
    const { length } = pagesOf(sheet, NOTE);
    expect(length).toBeGreaterThan(2);
    for (let page = 0; page < length; page++) {
      const turn = { call: SEARCH, page };
      const opened = { modal: { of: 'code', show: turn } } as const;
      const view = renderCodeView(opened, { sheet, turn, back: [], forth: [] });
      expect(filesIn(view)).toEqual(filesIn(renderNote(sheet, turn)));
      expect(JSON.stringify(view)).toContain(`page ${page + 1} of ${length}`);
    }
  });

  it('says once that there is nothing: in the words of the service where it has some', () => {
    const said = 'No definition of x was found.';
    const call = { do: 'def', repo: 'shop', path: 'a.ts', symbol: 'x' } as const;
    const read = (notice: string | undefined) =>
      JSON.stringify(
        renderNote(navigationSheet(call, { fileBlocks: [], notice }, links), { call, page: 0 }),
      );
    expect(read(said).match(/No definition/g)).toHaveLength(1);
    expect(read(said)).toContain(said);
    expect(read(undefined)).toContain('letter case included');
  });

  it('counts no more than is there where the service left something out', () => {
    const block = { type: 'file', repo: 'shop', file: 'a.ts', url: undefined, chunks: [] };
    const record = { blocks: [block, block], notice: 'Showing 2 of 81 files.' };
    expect(searchSheet(SEARCH, record, links).head).toContain(' · the first 2 files');
    const whole = { ...record, notice: undefined };
    expect(searchSheet(SEARCH, whole, links).head).toMatch(/ · 2 files$/);
    const defs = { fileBlocks: [{ ...block, rev: undefined }], notice: 'Showing 1 of 3 files.' };
    const call = { do: 'refs', repo: 'shop', path: 'a.ts', symbol: 'x' } as const;
    expect(navigationSheet(call, defs, links).head).toContain(' · the first file');
    const files = [{ path: 'src', isDirectory: true }];
    const listed = { files, notice: 'Showing the first 1 of 9 entries.' };
    expect(listSheet({ do: 'ls', repo: 'shop' }, listed, links).head).toContain('the first entry');
  });

  it('says that something is left out of what is too long for a page', () => {
    const hunks = [Array.from({ length: 5_000 }, (_, i) => `+line ${i}`).join('\n')];
    const files = [{ path: 'a.ts', added: 5_000, deleted: 0, hunks }];
    const record = {
      ...{ repository: '', base: '', head: '', totalAdded: 5_000, totalDeleted: 0 },
      ...{ totalModified: 1, files, hasNextPage: false, endCursor: undefined, notice: undefined },
    };
    const note = renderNote(comparisonSheet(COMPARE, record, links), { call: COMPARE, page: 0 });
    expect(JSON.stringify(note)).toMatch(/[\d,]+ more lines of it left out here/);
  });

  it('keeps a cursor that is too long for a button on our side, by its name', () => {
    const pagination = {
      ...{ totalCount: 9, hasNextPage: true, hasPreviousPage: false },
      ...{ startCursor: 'a', endCursor: 'x'.repeat(5_000) },
    };
    const repositories = [
      { name: 'a', description: '', private: true, archived: false, fork: true, stars: 3 },
    ];
    const sheet = reposSheet(REPOS, { repositories, pagination, notice: undefined }, links);
    const note = renderNote(sheet, { call: REPOS, page: 0 });
    expect(JSON.stringify(note)).toMatch(/"More repositories".*"value":"#[0-9a-f]{20}"/);
    expect(JSON.stringify(note)).toContain('private · fork · 3 stars');
  });
});

describe('a view of code', () => {
  it('can be gone on from, however far one has come', () => {
    const seen = Array.from({ length: 9 }, (_, i) => String(i).repeat(20));
    const turn = { call: { do: 'search', query: 'retry' }, page: 0 } as const;
    const sheet = { head: 'retry', items: [], none: 'Nothing', moves: [] };
    const opened = { modal: { of: 'code', show: turn } } as const;
    const view = renderCodeView(opened, { sheet, turn, back: seen, forth: [] });
    const { modal } = ViewMetadata.parse(JSON.parse(view.private_metadata ?? ''));
    expect(modal).toMatchObject({ back: seen.slice(1) });
  });

  it('is a form of what was typed so far, however long that is', () => {
    const given = { repo: 'r'.repeat(9_000), path: 'src/a.ts' };
    const view = renderCodeForm({ modal: { of: 'code-form', verb: 'def', given } });
    validateModal(view);
    expect(JSON.stringify(view.blocks)).toContain('src/a.ts');
  });
});

describe('lines of a file', () => {
  const lines = (n: number) => Array.from({ length: n }, (_, i) => `line ${i}`);
  const moves = (call: typeof READ & { startLine?: number; endLine?: number }, n: number) =>
    fileSheet(call, { first: call.startLine ?? 1, lines: lines(n) }, { links, room: 9_000 }).moves;
  const labels = (all: ReturnType<typeof moves>) => all.map(({ label }) => label);

  it('go on where there is one more than was wanted', () => {
    expect(labels(moves({ ...READ, startLine: 1, endLine: 5 }, 6))).toContain('Next lines');
    expect(labels(moves({ ...READ, startLine: 1, endLine: 5 }, 5))).not.toContain('Next lines');
    expect(labels(moves({ ...READ, startLine: 5, endLine: 9 }, 5))).toContain('Previous lines');
  });

  it('stay within the file when they grow', () => {
    const wider = moves({ ...READ, startLine: 5, endLine: 9 }, 6).find(
      ({ label }) => label === 'Wider',
    );
    expect(wider?.turn.call).toMatchObject({ startLine: 1, endLine: 29 });
  });

  it('are none in an empty file', () => {
    const sheet = fileSheet(READ, { first: 1, lines: [] }, { links, room: 9_000 });
    expect(sheet).toMatchObject({ items: [], none: expect.stringContaining('empty') });
  });
});

it('links lead to the instance, below its own path', () => {
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
