import { expect, it } from 'vitest';
import { entriesOf } from '../../../../../local/service/engine/search/facts/changelog-entries.js';
import { sourceFile } from './ranked-excerpts.js';

const entries = (text: string, path = 'CHANGES.md') =>
  entriesOf(sourceFile(path, text)).map(({ version, start, end, text: said }) => [
    version,
    start,
    end,
    said,
  ]);

it('entries of a changelog are its list items, with the lines that belong to them', () => {
  const text =
    '# Changes\n\n## 2.1.0\n\n### Fixed\n\n- A rope\n  is [longer](https://ferry.example/1).\n- Bells\n\n2.0.0 / 2024-01-02\n===\n\n  * Horns\n';
  expect(entries(text)).toEqual([
    ['2.1.0', 7, 8, 'A rope is longer.'],
    ['2.1.0', 9, 9, 'Bells'],
    ['2.0.0', 14, 14, 'Horns'],
  ]);
});

it('without marks, they are paragraphs, or lines that are whole sentences', () => {
  const text = '2.1\n---\nRopes are longer (#1).\nBells ring (#2).\n\nA horn is\nlouder.\n';
  expect(entries(text, 'CHANGES.txt')).toEqual([
    ['2.1', 3, 3, 'Ropes are longer (#1).'],
    ['2.1', 4, 4, 'Bells ring (#2).'],
    ['2.1', 6, 7, 'A horn is louder.'],
  ]);
});

it('they are said without markup, issues by their numbers', () => {
  const text = '2.1\n---\n\n- Fix ``moor`` in :class:`Ferry`. :issue:`531`\n- Escaped \\#17\n';
  expect(entries(text, 'CHANGES.rst').map(([, , , said]) => said)).toEqual([
    'Fix `moor` in `Ferry`. #531',
    'Escaped #17',
  ]);
});

it('code, link definitions, comments and titles are none', () => {
  const text =
    '## 3.0.0\n\n```sh\n$ moor --version\n1.2.3\n# a comment\n```\n\n- Ropes\n\n[3.0.0]: https://ferry.example/3\n<!-- none -->\n';
  expect(entries(text)).toEqual([['3.0.0', 9, 9, 'Ropes']]);
  const titles =
    '2.1\n===\n\nNew settings\n~~~~~~~~~~~~\n\n- Bells\n\n.. _link: https://ferry.example\n';
  expect(entries(titles, 'CHANGES.rst')).toEqual([['2.1', 7, 7, 'Bells']]);
});

it('below a heading as high as that of a version, they are of none', () => {
  expect(entries('## 2.1.0\n\n### Fixed\n\n- Ropes\n\n## Older\n\n- Bells\n')).toEqual([
    ['2.1.0', 5, 5, 'Ropes'],
    [undefined, 9, 9, 'Bells'],
  ]);
  expect(entries('2.1\n===\n\n- Ropes\n\nOlder\n=====\n\n- Bells\n', 'CHANGES.rst')).toEqual([
    ['2.1', 4, 4, 'Ropes'],
    [undefined, 9, 9, 'Bells'],
  ]);
});

it('each row of a table is one', () => {
  const text =
    '## 2.1.0\n\n| Change | PR |\n|---|---|\n| Bells are louder | #2 |\n| Ropes | #1 |\n';
  expect(entries(text).map(([, , , said]) => said)).toEqual([
    'Change PR',
    'Bells are louder #2',
    'Ropes #1',
  ]);
});

it('of a changes.xml, they are its actions', () => {
  const text =
    '<release version="1.4" date="x">\n<action issue="F-1">\n Ropes &amp; bells.\n</action>\n<action>Horns.</action>\n</release>\n<release version="1.3"><action>Lamps.</action></release>\n';
  expect(entries(text, 'src/changes/changes.xml')).toEqual([
    ['1.4', 2, 4, 'Ropes & bells.'],
    ['1.4', 5, 5, 'Horns.'],
    ['1.3', 7, 7, 'Lamps.'],
  ]);
});

it('tags of a changes.xml may be on several lines, or several on one, or in comments', () => {
  const text =
    '<!-- <release version="9">\n<action>None.</action> -->\n<release date="x"\n  version=\'1.4\'>\n<action\n  type="fix">Ropes.</action> <action>Bells.</action>\n<action type="add"/>\n</release>\n';
  expect(entries(text, 'src/changes/changes.xml')).toEqual([
    ['1.4', 5, 6, 'Ropes.'],
    ['1.4', 6, 6, 'Bells.'],
  ]);
});
