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

it('of a changes.xml, they are its actions', () => {
  const text =
    '<release version="1.4" date="x">\n<action issue="F-1">\n Ropes &amp; bells.\n</action>\n<action>Horns.</action>\n</release>\n<release version="1.3"><action>Lamps.</action></release>\n';
  expect(entries(text, 'src/changes/changes.xml')).toEqual([
    ['1.4', 2, 4, 'Ropes & bells.'],
    ['1.4', 5, 5, 'Horns.'],
    ['1.3', 7, 7, 'Lamps.'],
  ]);
});
