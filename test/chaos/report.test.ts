import { expect, it } from 'vitest';
import { machineInfo, type ReportRow, withRows } from './report.js';

const EMPTY = 'Before.\n<!-- chaos:begin -->\n<!-- chaos:end -->\nAfter.\n';
const CATALOGUE = [
  { name: 'hail', says: 'It hails.' },
  { name: 'rain', says: 'It rains.' },
];

function row(name: string, asked: number): ReportRow {
  const found = {
    notAcknowledged: 0,
    lost: [],
    duplicated: [],
    mostAtOnce: 1,
    overlapping: [],
    left: [],
    stray: [],
    duplicateConversations: [],
  };
  return { ...found, name, asked, endedMs: 1_000, note: '', seed: 7, faults: [] };
}

const inTurn = (...all: ReportRow[]) =>
  all.reduce((document, each) => withRows(document, [each], CATALOGUE), EMPTY);

it('the table shows each measured row, in the order of the catalogue', () => {
  const document = inTurn(row('rain', 1), row('hail', 2));
  expect(document).toMatch(/^Before\.\n<!-- chaos:begin -->\n\n.*\n\n\| fault /);
  expect(document).toMatch(/\n\| hail \| 2 \|.*seed 7, .*\n\| rain \| 1 \|/);
  expect(document).toMatch(
    /- \*\*hail\*\*: It hails\.\n- \*\*rain\*\*: It rains\.\n\n<!-- chaos:end/,
  );
  expect(document).toMatch(/\nAfter\.\n$/);
});

it('a row that is measured again replaces the old one', () => {
  const document = inTurn(row('rain', 1), row('hail', 2), row('rain', 3));
  expect(document).toBe(inTurn(row('hail', 2), row('rain', 3)));
});

it('the table drops rows of another machine and of removed scenarios', () => {
  const elsewhere = inTurn(row('rain', 1)).replace(machineInfo(), '64 cores, 1 GB');
  expect(withRows(elsewhere, [row('hail', 2)], CATALOGUE)).toBe(inTurn(row('hail', 2)));
  const [hail] = CATALOGUE.slice(0, 1);
  expect(withRows(inTurn(row('rain', 1)), [], hail === undefined ? [] : [hail])).not.toContain(
    'rain',
  );
});
