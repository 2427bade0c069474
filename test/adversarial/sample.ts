import type { Cell } from './cells.js';
import { expectedVerdict, type Verdict } from './rules.js';

/** The values that a cell combines. */
type Part = (cell: Cell) => string;

/** A sample in which each kind of person uses each way, and each thing is done in each way and place. */
const COMBINATIONS: readonly Part[] = [
  ({ person, way }) => `${person} ${way}`,
  ({ thing, way }) => `${thing} ${way}`,
  ({ thing, place }) => `${thing} ${place}`,
];

type Judge = (cell: Cell) => Verdict;

/** A sample in which each value is tried at least once, each thing by somebody who may and one who may not. */
const values = (judge: Judge): readonly Part[] => [
  ({ person }) => `person ${person}`,
  ({ way }) => `way ${way}`,
  (cell) => `thing ${cell.thing} ${cell.whose} ${judge(cell).kind}`,
  (cell) => `place ${cell.place} ${judge(cell).kind}`,
];

/** The fewest cells, roughly, that have every value of every dimension. */
export const sampleOfValues = (cells: readonly Cell[], judge: Judge = expectedVerdict): Cell[] =>
  cover(cells, values(judge));

/** The same for the combinations of two. */
export const sampleOfCombinations = (cells: readonly Cell[]): Cell[] => cover(cells, COMBINATIONS);

/** Takes the cell that adds most, until none adds anything. */
function cover(cells: readonly Cell[], parts: readonly Part[]): Cell[] {
  const open = new Set(cells.flatMap((cell) => parts.map((part) => part(cell))));
  const chosen: Cell[] = [];
  const added = (cell: Cell) =>
    new Set(parts.map((part) => part(cell)).filter((it) => open.has(it)));
  while (open.size > 0) {
    let best: { readonly cell: Cell; readonly adds: ReadonlySet<string> } | undefined;
    for (const cell of cells) {
      const adds = added(cell);
      if (adds.size > (best?.adds.size ?? 0)) best = { cell, adds };
    }
    if (best === undefined) break;
    chosen.push(best.cell);
    for (const it of best.adds) open.delete(it);
  }
  return chosen;
}
