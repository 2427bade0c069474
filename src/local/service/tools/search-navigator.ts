import { type Definition, enclosing, outlineOf } from '../index/outline.js';
import { roleOf } from '../index/weight.js';
import { readLines } from './blocks.js';
import { chunksAround } from './chunks.js';
import type { FilesOf } from './files.js';
import { findLines } from './grep.js';
import { inTurn } from './in-turn.js';
import type { Place } from './lookup.js';
import type { Asked, FoundBlock, Navigation, Navigator } from './navigator.js';
import type { ToolContext } from './tool.js';

/** A definition is shown with what it begins with. */
const DEFINITIONS = { before: 2, after: 8, most: 8 };
const USES = { before: 2, after: 2, most: 8 };
/** Files with the name that are looked into, per repository. */
const MOST_READ = 300;
const LARGEST_FILE = 1_048_576;

/** A file that has the name, and on which lines. */
interface Candidate {
  readonly place: Place;
  readonly path: string;
  readonly lines: readonly string[];
  readonly hits: readonly number[];
  readonly definitions: readonly Definition[];
}

/** Compares names: whole words found by git, and lines that look like definitions. */
export function createSearchNavigator(filesOf: FilesOf): Navigator {
  return {
    async definitions(asked, context) {
      const found = await candidates(asked, { filesOf, context });
      const defining = found.filter(({ definitions }) => definitions.length > 0);
      const chunks = ({ lines, definitions }: Candidate) =>
        chunksAround(
          lines,
          definitions.map(({ line }) => line),
          DEFINITIONS,
        );
      return navigation(asked, defining, chunks);
    },
    async references(asked, context) {
      const found = await candidates(asked, { filesOf, context });
      const using = found.filter((candidate) => usesIn(candidate).length > 0);
      return navigation(asked, using, (one) => chunksAround(one.lines, usesIn(one), USES));
    },
  };
}

function navigation(
  asked: Asked,
  candidates: readonly Candidate[],
  chunksOf: (candidate: Candidate) => FoundBlock['chunks'],
): Navigation {
  const near = nearness(asked);
  const ordered = [...candidates].sort((a, b) => near(b) - near(a) || (a.path < b.path ? -1 : 1));
  const blocks = ordered.slice(0, asked.limit).map((one): FoundBlock => {
    return { place: one.place, path: one.path, chunks: chunksOf(one) };
  });
  return { blocks, total: ordered.length, precise: false };
}

function usesIn({ hits, definitions }: Candidate): number[] {
  return hits.filter((hit) => !definitions.some(({ line }) => line === hit));
}

async function candidates(
  asked: Asked,
  parts: { readonly filesOf: FilesOf; readonly context: ToolContext },
): Promise<Candidate[]> {
  const places = [asked.place, ...asked.others];
  const found = await inTurn(places, 2, (place) => candidatesIn(asked, place, parts));
  return qualified(found.flat(), qualifierOf(asked.symbol));
}

async function candidatesIn(
  { symbol, path, place: own }: Asked,
  place: Place,
  { filesOf, context }: { readonly filesOf: FilesOf; readonly context: ToolContext },
): Promise<Candidate[]> {
  const name = nameOf(symbol);
  const terms = [{ text: name, isRegex: false }];
  const options = { caseSensitive: true, wholeWords: true };
  const found = await findLines({ place, terms, options }, context);
  const files = await filesOf(place);
  const isOwn = (one: string) => place === own && one === path;
  const first = [...found].sort(([a], [b]) => Number(isOwn(b)) - Number(isOwn(a)));
  const read = await inTurn(first.slice(0, MOST_READ), 8, async ([file, hits]) => {
    const entry = files.get(file);
    if (!entry || entry.size > LARGEST_FILE) return [];
    const lines = await readLines(place, entry.objectId);
    const outline = outlineOf(file, lines).filter(({ kind }) => kind !== 'section');
    const definitions = definitionsOf(name, outline);
    return [{ place, path: file, lines, hits: [...new Set(hits)], definitions }];
  });
  return read.flat();
}

/** With what is around each in its name, so that `Cart.add` finds the one of `Cart`. */
function definitionsOf(name: string, outline: readonly Definition[]): (Definition & Around)[] {
  return outline
    .filter((definition) => definition.name === name)
    .map((definition) => {
      const around = enclosing(outline, definition.line).map((one) => one.name);
      return { ...definition, around };
    });
}

interface Around {
  readonly around: readonly string[];
}

/** Where a qualifier picks out definitions, only those count; else it is not held against any. */
function qualified(found: Candidate[], qualifier: string | undefined): Candidate[] {
  if (!qualifier) return found;
  const fits = (one: Definition) =>
    (one as Definition & Partial<Around>).around?.includes(qualifier);
  if (!found.some(({ definitions }) => definitions.some(fits))) return found;
  return found.map((one) => ({ ...one, definitions: one.definitions.filter(fits) }));
}

/** The last name of `Cart.add`, `Cart::add`, `Cart#add` or `cart->add()`. */
export function nameOf(symbol: string): string {
  return (
    symbol
      .replace(/\(.*$/s, '')
      .trim()
      .split(/\.|::|#|->/)
      .findLast(Boolean) ?? symbol
  );
}

function qualifierOf(symbol: string): string | undefined {
  return symbol
    .replace(/\(.*$/s, '')
    .trim()
    .split(/\.|::|#|->/)
    .filter(Boolean)
    .at(-2);
}

/** The same file, then the same repository, folder and language; code before tests. */
function nearness({ place, path }: Asked): (candidate: Candidate) => number {
  const folders = path.split('/').slice(0, -1);
  const extension = path.slice(path.lastIndexOf('.'));
  return (candidate) => {
    const same = candidate.place === place;
    const shared = candidate.path.split('/').findIndex((part, n) => part !== folders[n]);
    return (
      (same && candidate.path === path ? 100 : 0) +
      (same ? 20 : 0) +
      (candidate.path.endsWith(extension) ? 10 : 0) +
      (roleOf(candidate.path) === 'code' ? 5 : 0) +
      Math.min(4, same ? Math.max(0, shared) : 0)
    );
  };
}
