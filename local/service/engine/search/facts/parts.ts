import { isBelow } from '../../../git/file-path.js';
import type { Import } from './import-graph.js';

/** A folder, or a file directly in the folder that is looked at. */
export interface Part {
  readonly path: string;
  readonly files: number;
}

/** How the parts of a folder import each other. */
export interface Parts {
  /** The folder; the root's is empty. */
  readonly folder: string;
  /** Below it. */
  readonly files: number;
  /** Most files first. */
  readonly parts: readonly Part[];
  readonly dependencies: readonly Dependency[];
  /** How many parts there are; only those with the most dependencies are listed. */
  readonly total: number;
}

/** One part imports another one, in these lines. */
export interface Dependency {
  readonly from: string;
  readonly to: string;
  readonly imports: readonly [Import, ...Import[]];
}

export const MAX_PARTS = 15;
/** Where there are some folders, many files beside them count as one part. */
const MIN_FOLDERS = 3;
const MAX_OWN_FILES = 3;
/** A folder that holds nearly all of the files says nothing: its own folders do. */
const NEARLY_ALL = 0.8;

interface Imports {
  readonly files: readonly string[];
  readonly imports: readonly Import[];
}

/** The folders and files of a folder, with what they import of each other. */
export function partsOf(given: string, graph: Imports): Parts {
  const folder = descend(given, graph.files);
  const found = partsIn(folder, graph);
  const [largest] = found.parts;
  const isMost = largest && largest.path !== folder && 2 * largest.files >= found.files;
  // Folders that have nothing to do with each other: the largest of them is what was meant.
  return found.dependencies.length === 0 && isMost ? partsOf(largest.path, graph) : found;
}

function partsIn(folder: string, { files, imports }: Imports): Parts {
  const inside = files.filter((path) => isBelow(path, folder));
  const all = new Set(inside.map((path) => partOf(path, folder, false)));
  const own = inside.filter((path) => all.has(path));
  const single = own.length > MAX_OWN_FILES && all.size - own.length >= MIN_FOLDERS;
  const nameOf = (path: string) =>
    isBelow(path, folder) ? partOf(path, folder, single) : undefined;
  const dependencies = dependenciesBetween(imports, nameOf);
  const counts = new Map<string, number>();
  for (const path of inside) {
    const name = partOf(path, folder, single);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const weights = new Map(counts);
  for (const path of dependencies.flatMap(({ from, to }) => [from, to]))
    weights.set(path, (weights.get(path) ?? 0) + 100);
  const byWeight = [...weights].toSorted(([, a], [, b]) => b - a);
  const kept = byWeight.slice(0, MAX_PARTS).map(([path]) => path);
  return {
    folder,
    files: inside.length,
    total: counts.size,
    parts: kept
      .map((path) => ({ path, files: counts.get(path) ?? 0 }))
      .toSorted((a, b) => b.files - a.files),
    dependencies: dependencies.filter(({ from, to }) => kept.includes(from) && kept.includes(to)),
  };
}

/** Groups imports by the parts that they are between, most lines first. */
export function dependenciesBetween(
  imports: readonly Import[],
  nameOf: (path: string) => string | undefined,
): Dependency[] {
  const found = new Map<string, { from: string; to: string; imports: [Import, ...Import[]] }>();
  for (const one of imports) {
    const [from, to] = [nameOf(one.from), nameOf(one.to)];
    if (from === undefined || to === undefined || from === to) continue;
    const key = `${from}\0${to}`;
    const known = found.get(key);
    if (known) known.imports.push(one);
    else found.set(key, { from, to, imports: [one] });
  }
  return [...found.values()].toSorted((a, b) => b.imports.length - a.imports.length);
}

/** `isSingle`: the files directly in the folder count as one part, the folder itself. */
function partOf(path: string, folder: string, isSingle: boolean): string {
  const start = folder === '' ? 0 : folder.length + 1;
  const end = path.indexOf('/', start);
  if (end >= 0) return path.slice(0, end);
  return isSingle ? folder || '.' : path;
}

function descend(folder: string, files: readonly string[]): string {
  const inside = files.filter((path) => isBelow(path, folder));
  const counts = new Map<string, number>();
  for (const path of inside) {
    const part = partOf(path, folder, false);
    if (part !== path) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const [largest] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (!largest || largest[1] < NEARLY_ALL * inside.length || inside.length < 2) return folder;
  return descend(largest[0], files);
}
