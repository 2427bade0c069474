import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { availableTools, resolveNames, TOOLS } from '../../src/mcp/names.js';
import { FileContent, FileList, RepoList } from '../../src/mcp/records.js';
import { readLines, readResult, ToolResult } from '../../src/mcp/results.js';

const read = (result: unknown) => readResult(FileList, ToolResult.parse(result));

const files = fc.array(fc.record({ path: fc.string(), isDirectory: fc.boolean() }));
const textOf = (value: unknown) => [{ type: 'text', text: JSON.stringify(value) }];

/** Every form that the field has of one record. */
const FORMS: Record<string, (record: object) => object> = {
  'structure and text': (record) => ({ structuredContent: record, content: textOf(record) }),
  'structure alone': (record) => ({ structuredContent: record }),
  'text alone': (record) => ({ content: textOf(record) }),
  'structure in one more field': (record) => ({ structuredContent: { content: record } }),
  'text in one more field': (record) => ({ content: textOf({ content: record }) }),
  'JSON in one more field': (record) => ({
    structuredContent: { content: JSON.stringify(record) },
    content: [],
  }),
  'text after other parts': (record) => ({
    content: [{ type: 'image', data: 'x' }, { type: 'text', text: 'Found:' }, ...textOf(record)],
  }),
  'structure of another shape, then text': (record) => ({
    structuredContent: { result: 'ok' },
    content: textOf(record),
  }),
};

describe('a record', () => {
  it.each(Object.entries(FORMS))('reads a result from %s', (_, form) => {
    fc.assert(
      fc.property(files, (files) => {
        expect(read(form({ files }))).toEqual({ kind: 'record', record: { files } });
      }),
    );
  });

  it('tells a file result from its wrapper field', () => {
    const record = { content: '1: {"content": "x"}', url: 'https://code.example.com/a' };
    for (const form of Object.values(FORMS)) {
      const result = ToolResult.parse(form(record));
      expect(readResult(FileContent, result)).toEqual({ kind: 'record', record });
    }
  });

  it('drops only the invalid fields of a result', () => {
    const repositories = [
      { name: 'a', stars: 'many', private: true, more: 1 },
      { description: 'without a name' },
      'b',
    ];
    expect(readResult(RepoList, ToolResult.parse({ structuredContent: { repositories } }))).toEqual(
      {
        kind: 'record',
        record: {
          repositories: [
            { name: 'a', description: '', private: true, archived: false, fork: false, stars: 0 },
          ],
          pagination: { hasNextPage: false, hasPreviousPage: false },
        },
      },
    );
  });

  it('a result without structured content is its text', () => {
    const bare = { content: [{ type: 'text', text: 'No files.' }] };
    expect(read(bare)).toEqual({ kind: 'text', text: 'No files.' });
    expect(read({ structuredContent: { some: 1 } })).toEqual({
      kind: 'text',
      text: '{\n  "some": 1\n}',
    });
  });

  it('any result is parsed without an error', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (anything) => {
        const result = ToolResult.safeParse({ structuredContent: anything, content: anything });
        if (!result.success) return;
        readResult(FileList, result.data);
        readResult(RepoList, result.data);
      }),
    );
  });
});

const SEPARATORS = [': ', '\t', ' | ', '→'];
const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ''));

describe('numbered lines', () => {
  it.each(SEPARATORS)('removes line numbers before %j, and nothing else', (separator) => {
    fc.assert(
      fc.property(fc.nat(9_999), fc.array(line, { minLength: 1 }), (from, lines) => {
        const first = from + 1;
        const content = lines.map((text, n) => `${first + n}${separator}${text}`).join('\n');
        expect(readLines(content)).toEqual({ first, lines });
      }),
    );
  });

  it('removes aligned line numbers, also before a notice', () => {
    const content = '  9: a\n 10: b\n\n[Showing 2 of 400 lines]\n';
    expect(readLines(content)).toEqual({
      first: 9,
      lines: ['a', 'b'],
      notice: '[Showing 2 of 400 lines]',
    });
    expect(readLines('File is large.\n\n1: a')).toMatchObject({ lines: ['a'], notice: /large/ });
  });

  it('lines without numbers start at the requested line', () => {
    expect(readLines('a\r\nb\n', 7)).toEqual({ first: 7, lines: ['a', 'b'] });
    expect(readLines('')).toEqual({ first: 1, lines: [] });
  });

  it('numbered lines end where the numbers are not consecutive', () => {
    expect(readLines('1: a\n2: b\n9: c')).toEqual({ first: 1, lines: ['a', 'b'], notice: '9: c' });
  });
});

describe('names', () => {
  it('finds tool names with any prefix', () => {
    const prefix = fc.stringMatching(/^([A-Za-z0-9]+[_.:/-]){0,3}$/);
    fc.assert(
      fc.property(prefix, fc.shuffledSubarray([...TOOLS]), (prefix, tools) => {
        const listed = tools.map((tool) => prefix + tool);
        const names = resolveNames(listed);
        expect([...names.values()].sort()).toEqual([...listed].sort());
        const { missing, others: further } = availableTools([...listed, `${prefix}deepsearch`]);
        expect(new Set([...missing, ...tools])).toEqual(new Set(TOOLS));
        expect(further).toEqual([`${prefix}deepsearch`]);
      }),
    );
  });

  it('does not match similar tool names', () => {
    expect(availableTools(['x_thread_file', 'myread_file'])).toMatchObject({ offered: [] });
  });
});
