import type { TreeEntry } from '../git/tree.js';
import { type Definition, enclosingDefinitions, outlineOf } from '../index/outline.js';
import { chunksAround } from './chunks.js';
import { findLines } from './grep.js';
import { inTurn } from './in-turn.js';
import type { Place } from './lookup.js';
import { namesIn } from './names.js';
import type { Asked, FoundBlock, Navigation, Navigator } from './navigator.js';
import { nearness } from './proximity.js';
import { readLines } from './search-output.js';
import type { FilesOf } from './snapshot-files.js';
import type { ToolContext } from './tool.js';

/** A definition is shown with what it begins with. */
const DEFINITIONS = { before: 2, after: 8, most: 8 };
const USES = { before: 2, after: 2, most: 8 };
/** Files with the name that are looked into, per repository. */
const MOST_READ = 300;
const LARGEST_FILE = 1_048_576;

/** A file that has the name, on which lines, and which of these define it. */
interface Candidate {
  readonly place: Place;
  readonly path: string;
  readonly lines: readonly string[];
  readonly hits: readonly number[];
  readonly definitions: readonly Qualified[];
}

interface Qualified extends Definition {
  /** The names of what it is in, its own last. */
  readonly within: readonly string[];
}

interface Candidates {
  readonly found: readonly Candidate[];
  readonly complete: boolean;
}

/** Compares names: whole words found by git, and lines that look like definitions. */
export function createSearchNavigator(filesOf: FilesOf): Navigator {
  return {
    async definitions(asked, context) {
      const { found, complete } = await candidates(asked, { filesOf, context });
      const defining = picked(found, qualifierOf(asked.symbol));
      const chunksOf = ({ lines, definitions }: Candidate) => {
        const at = definitions.map(({ line }) => line);
        return chunksAround(lines, at, DEFINITIONS);
      };
      return { ...inOrder(asked, defining, chunksOf), complete, precise: false };
    },
    async references(asked, context) {
      const { found, complete } = await candidates(asked, { filesOf, context });
      const using = found.filter((candidate) => usesIn(candidate).length > 0);
      const chunksOf = (one: Candidate) => chunksAround(one.lines, usesIn(one), USES);
      return { ...inOrder(asked, using, chunksOf), complete, precise: false };
    },
  };
}

function inOrder(
  asked: Asked,
  candidates: readonly Candidate[],
  chunksOf: (candidate: Candidate) => FoundBlock['chunks'],
): Pick<Navigation, 'blocks' | 'total'> {
  const near = nearness(asked);
  const ordered = [...candidates].sort((a, b) => near(b) - near(a) || (a.path < b.path ? -1 : 1));
  const blocks = ordered.slice(0, asked.limit).map((one): FoundBlock => {
    return { place: one.place, path: one.path, chunks: chunksOf(one) };
  });
  return { blocks, total: ordered.length };
}

function usesIn({ hits, definitions }: Candidate): number[] {
  return hits.filter((hit) => !definitions.some(({ line }) => line === hit));
}

/** Those with definitions; where a qualifier picks out some, only these. */
function picked(found: readonly Candidate[], qualifier: string | undefined): Candidate[] {
  const defining = found.filter(({ definitions }) => definitions.length > 0);
  if (!qualifier) return defining;
  const narrowed = defining.map((one) => {
    const fits = one.definitions.filter(({ within }) => within.includes(qualifier));
    return { ...one, definitions: fits };
  });
  const left = narrowed.filter(({ definitions }) => definitions.length > 0);
  return left.length > 0 ? left : defining;
}

interface Looking {
  readonly filesOf: FilesOf;
  readonly context: ToolContext;
}

async function candidates(asked: Asked, looking: Looking): Promise<Candidates> {
  const places = [asked.place, ...asked.others];
  const all = await inTurn(places, 2, (place) => candidatesIn(asked, place, looking));
  return {
    found: all.flatMap(({ found }) => found),
    complete: all.every(({ complete }) => complete),
  };
}

async function candidatesIn(
  asked: Asked,
  place: Place,
  { filesOf, context }: Looking,
): Promise<Candidates> {
  const name = nameOf(asked.symbol);
  const terms = [{ text: name, isRegex: false }];
  const options = { caseSensitive: true, wholeWords: true };
  const { files, complete } = await findLines({ place, terms, options }, context);
  const entries = files.size > 0 ? await filesOf(place) : new Map<string, TreeEntry>();
  const isOwn = (path: string) => place === asked.place && path === asked.path;
  const first = [...files].sort(([a], [b]) => Number(isOwn(b)) - Number(isOwn(a)));
  const found = await inTurn(first.slice(0, MOST_READ), 8, async ([path, hits]) => {
    const entry = entries.get(path);
    if (!entry || entry.size > LARGEST_FILE || Date.now() > context.deadline) return [];
    const lines = await readLines(place, entry.objectId);
    const definitions = definitionsOf(name, outlineOf(path, lines));
    return [{ place, path, lines, hits: [...new Set(hits)], definitions }];
  });
  const all = complete && first.length <= MOST_READ && Date.now() <= context.deadline;
  return { found: found.flat(), complete: all };
}

function definitionsOf(name: string, outline: readonly Definition[]): Qualified[] {
  const code = outline.filter(({ kind }) => kind !== 'section');
  return code
    .filter((definition) => definition.name === name)
    .map((definition) => {
      const within = enclosingDefinitions(code, definition.line).map((one) => one.name);
      return { ...definition, within };
    });
}

function nameOf(symbol: string): string {
  return namesIn(symbol).at(-1) ?? symbol;
}

function qualifierOf(symbol: string): string | undefined {
  return namesIn(symbol).at(-2);
}
