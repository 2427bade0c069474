import {
  ALL_PEOPLE,
  ALL_PLACES,
  ALL_WAYS,
  type Person,
  type Thing,
  type Way,
  type Whose,
  whoseOf,
} from './cells.js';
import { expectedVerdict } from './rules.js';

/** What holds for some people, in some ways, for one thing. */
export interface TableRow {
  readonly people: readonly Person[];
  readonly ways: readonly Way[];
  readonly whose: readonly Whose[];
  /** In the order of the places: `yes`, the name of a note, or undefined where nothing applies. */
  readonly verdicts: readonly (string | undefined)[];
}

/** The rows of a thing; those that say the same are one row. */
export function rowsOf(thing: Thing): TableRow[] {
  const single = whoseOf(thing).flatMap((whose) =>
    ALL_WAYS.flatMap((way) =>
      ALL_PEOPLE.map((person) => ({
        people: [person],
        ways: [way],
        whose: [whose],
        verdicts: ALL_PLACES.map((place) => short(thing, { person, way, whose, place })),
      })),
    ),
  );
  const applicable = single.filter(({ verdicts }) => verdicts.some((it) => it !== undefined));
  const byPeople = merged(applicable, 'people');
  return merged(merged(merged(byPeople, 'ways'), 'whose'), 'people');
}

type About = Omit<Parameters<typeof expectedVerdict>[0], 'thing'>;

function short(thing: Thing, about: About): string | undefined {
  const verdict = expectedVerdict({ thing, ...about });
  if (verdict.kind === 'does not apply') return undefined;
  return verdict.kind === 'allowed' ? 'yes' : verdict.note;
}

type Dimension = 'people' | 'ways' | 'whose';

/** Joins rows that differ in one dimension only, and in what does not apply. */
function merged(rows: readonly TableRow[], dimension: Dimension): TableRow[] {
  const result: TableRow[] = [];
  for (const row of rows) {
    const at = result.findIndex((other) => mayJoin(other, row, dimension));
    const other = result[at];
    if (other === undefined) result.push(row);
    else result[at] = join(other, row, dimension);
  }
  return result;
}

function mayJoin(a: TableRow, b: TableRow, dimension: Dimension): boolean {
  const others = (['people', 'ways', 'whose'] as const).filter((it) => it !== dimension);
  const isSame = others.every((it) => a[it].join() === b[it].join());
  return isSame && a.verdicts.every((verdict, i) => isCompatible(verdict, b.verdicts[i]));
}

function isCompatible(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

function join(a: TableRow, b: TableRow, dimension: Dimension): TableRow {
  const all = new Set<string>([...a[dimension], ...b[dimension]]);
  return {
    ...a,
    [dimension]: [...all],
    verdicts: a.verdicts.map((verdict, i) => verdict ?? b.verdicts[i]),
  };
}
