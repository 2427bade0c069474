import { expect, it } from 'vitest';
import { ALL_THINGS, allCells, type Cell, nameOf } from './cells.js';
import { NOT_YET } from './not-yet.js';
import { followsLink, SETUPS, verdictWith } from './own-accounts.js';
import { isAllowed } from './pure/decide.js';
import { expectedVerdict } from './rules.js';

const CELLS = allCells().filter((cell) => expectedVerdict(cell).kind !== 'does not apply');

async function isRight(cell: Cell): Promise<boolean> {
  return (await isAllowed(cell)) === (expectedVerdict(cell).kind === 'allowed');
}

/** What a read token opens is up to the instance, and a page knows nobody: only the built bot is tried with them. */
const isDecidedElsewhere = (cell: Cell): boolean =>
  followsLink(cell) || cell.way === 'sign-in page';

async function named(cells: readonly Cell[], right: boolean): Promise<string[]> {
  const found = await Promise.all(cells.map(async (cell) => (await isRight(cell)) === right));
  return cells.filter((_, i) => found[i]).map(nameOf);
}

it.each(ALL_THINGS)('the permissions and access rules decide who may: %s', async (thing) => {
  const cells = CELLS.filter((cell) => cell.thing === thing && !NOT_YET.has(nameOf(cell)));
  expect(await named(cells, false)).toEqual([]);
});

it.each(ALL_THINGS)('with accounts of their own, the same decide who may: %s', async (thing) => {
  const cells = CELLS.filter((cell) => cell.thing === thing && !isDecidedElsewhere(cell));
  const found = await Promise.all(
    cells.map(async (cell) => {
      const expected = verdictWith(cell, SETUPS['both, connected']);
      return (await isAllowed(cell, 'own')) === (expected.kind === 'allowed');
    }),
  );
  expect(cells.filter((_, i) => !found[i]).map(nameOf)).toEqual([]);
});

it('the list of wrong cells holds only those that are wrong', async () => {
  const listed = CELLS.filter((cell) => NOT_YET.has(nameOf(cell)));
  expect(listed).toHaveLength(NOT_YET.size);
  expect(await named(listed, true)).toEqual([]);
});

it('each kind of person, way in, thing and place has a request', () => {
  const all = allCells();
  const values = (cells: readonly Cell[]) =>
    new Set(cells.flatMap(({ person, way, thing, place }) => [person, way, thing, place]));
  expect(values(CELLS)).toEqual(values(all));
});
