import type { TreeEntry } from '../git/tree.js';
import { type Definition, enclosingDefinitions, outlineOf } from '../index/outline.js';
import type { FindWord } from './candidates.js';
import { type ChunkSize, chunksAround } from './file-chunks.js';
import type { Snapshot } from './lookup.js';
import { mapConcurrently } from './map-concurrently.js';
import type { NavigationBlock, NavigationResult, Navigator, SymbolQuery } from './navigator.js';
import { proximityScorer } from './proximity-scorer.js';
import { splitQualifiedName } from './qualified-name.js';
import { readLines } from './search-output.js';
import type { FilesOf } from './snapshot-files.js';
import type { ToolContext } from './tool.js';

/** A definition is shown with its first lines. */
const DEFINITION_CHUNKS = { before: 2, after: 8, maxChunks: 8 };
const USE_CHUNKS = { before: 2, after: 2, maxChunks: 8 };
/** At most this many files with the name are read per repository. */
const MAX_FILES_READ = 300;
const MAX_FILE_BYTES = 1_048_576;

/** A file that contains the name, with the matching lines and the definitions among them. */
interface Candidate {
  readonly snapshot: Snapshot;
  readonly path: string;
  readonly lines: readonly string[];
  readonly hits: readonly number[];
  readonly definitions: readonly QualifiedDefinition[];
}

interface QualifiedDefinition extends Definition {
  /** The names of the enclosing definitions, ending with its own. */
  readonly enclosingNames: readonly string[];
}

interface Candidates {
  readonly found: readonly Candidate[];
  readonly complete: boolean;
}

interface SearchNavigatorDependencies {
  readonly filesOf: FilesOf;
  readonly findWord: FindWord;
}

/** Navigates by name: whole words found by git grep, and lines that look like definitions. */
export function createSearchNavigator(dependencies: SearchNavigatorDependencies): Navigator {
  return {
    async definitions(query, context) {
      const { found, complete } = await findCandidates(query, { ...dependencies, context });
      const defining = withDefinitions(found, qualifier(query.symbol));
      const blockOf = (one: Candidate) => {
        return blockAt(one, {
          at: one.definitions.map(({ line }) => line),
          size: DEFINITION_CHUNKS,
        });
      };
      return { ...rankByProximity(query, defining, blockOf), complete, precise: false };
    },
    async references(query, context) {
      const { found, complete } = await findCandidates(query, { ...dependencies, context });
      const using = found.filter((candidate) => useLines(candidate).length > 0);
      const blockOf = (one: Candidate) => blockAt(one, { at: useLines(one), size: USE_CHUNKS });
      return { ...rankByProximity(query, using, blockOf), complete, precise: false };
    },
  };
}

function rankByProximity(
  query: SymbolQuery,
  candidates: readonly Candidate[],
  blockOf: (candidate: Candidate) => NavigationBlock,
): Pick<NavigationResult, 'blocks' | 'total'> {
  const near = proximityScorer(query);
  const ordered = [...candidates].sort((a, b) => near(b) - near(a) || (a.path < b.path ? -1 : 1));
  return { blocks: ordered.slice(0, query.limit).map(blockOf), total: ordered.length };
}

function blockAt(
  { snapshot, path, lines }: Candidate,
  { at, size }: { readonly at: readonly number[]; readonly size: ChunkSize },
): NavigationBlock {
  const chunks = chunksAround(lines, at, size);
  return { snapshot, path, lines: at, isCertain: false, chunks };
}

function useLines({ hits, definitions }: Candidate): number[] {
  return hits.filter((hit) => !definitions.some(({ line }) => line === hit));
}

/** The candidates with definitions; only those that match the qualifier, if any do. */
function withDefinitions(found: readonly Candidate[], qualifier: string | undefined): Candidate[] {
  const defining = found.filter(({ definitions }) => definitions.length > 0);
  if (!qualifier) return defining;
  const narrowed = defining.map((one) => {
    const fits = one.definitions.filter(({ enclosingNames }) => enclosingNames.includes(qualifier));
    return { ...one, definitions: fits };
  });
  const left = narrowed.filter(({ definitions }) => definitions.length > 0);
  return left.length > 0 ? left : defining;
}

interface CandidateSearch extends SearchNavigatorDependencies {
  readonly context: ToolContext;
}

async function findCandidates(query: SymbolQuery, search: CandidateSearch): Promise<Candidates> {
  const snapshots = [query.snapshot, ...query.others];
  const all = await mapConcurrently(snapshots, 2, (snapshot) =>
    findCandidatesIn(query, snapshot, search),
  );
  return {
    found: all.flatMap(({ found }) => found),
    complete: all.every(({ complete }) => complete),
  };
}

async function findCandidatesIn(
  query: SymbolQuery,
  snapshot: Snapshot,
  { filesOf, findWord, context }: CandidateSearch,
): Promise<Candidates> {
  const name = unqualifiedName(query.symbol);
  const { files, complete } = await findWord({ snapshot, word: name }, context);
  const entries = files.size > 0 ? await filesOf(snapshot) : new Map<string, TreeEntry>();
  const isOwn = (path: string) => snapshot === query.snapshot && path === query.path;
  const first = [...files].sort(([a], [b]) => Number(isOwn(b)) - Number(isOwn(a)));
  const found = await mapConcurrently(first.slice(0, MAX_FILES_READ), 8, async ([path, hits]) => {
    const entry = entries.get(path);
    if (!entry || entry.size > MAX_FILE_BYTES || Date.now() > context.deadline) return [];
    const lines = await readLines(snapshot, entry.objectId);
    const definitions = definitionsOf(name, outlineOf(path, lines));
    return [{ snapshot, path, lines, hits: [...new Set(hits)], definitions }];
  });
  const all = complete && first.length <= MAX_FILES_READ && Date.now() <= context.deadline;
  return { found: found.flat(), complete: all };
}

function definitionsOf(name: string, outline: readonly Definition[]): QualifiedDefinition[] {
  const code = outline.filter(({ kind }) => kind !== 'section');
  return code
    .filter((definition) => definition.name === name)
    .map((definition) => {
      const enclosingNames = enclosingDefinitions(code, definition.line).map((one) => one.name);
      return { ...definition, enclosingNames };
    });
}

function unqualifiedName(symbol: string): string {
  return splitQualifiedName(symbol).at(-1) ?? symbol;
}

function qualifier(symbol: string): string | undefined {
  return splitQualifiedName(symbol).at(-2);
}
