import { type ChunkSize, chunksAround } from '../tools/chunks.js';
import { inTurn } from '../tools/in-turn.js';
import type {
  NavigationBlock,
  NavigationResult,
  Navigator,
  SymbolQuery,
} from '../tools/navigator.js';
import { proximityTo } from '../tools/proximity.js';
import { createSearchNavigator } from '../tools/search-navigator.js';
import { readLines } from '../tools/search-output.js';
import type { FilesOf } from '../tools/snapshot-files.js';
import type { ToolContext } from '../tools/tool.js';
import { fileKey, OutOfTime, openLibrary, type SourceFile } from './codebase/codebase.js';
import { grammarOf } from './languages/languages.js';
import type { Syntax } from './parser/parser.js';
import { referencesTo } from './references.js';
import { createResolver, type Resolver } from './resolver/resolver.js';
import { outermost, type Targets, targetsIn } from './targets.js';

/** A definition is shown with what it begins with. */
const DEFINITIONS = { before: 2, after: 8, maxChunks: 8 };
const USES = { before: 2, after: 2, maxChunks: 8 };
/** The share of the time that is left for a search by words, where syntax does not lead there. */
const LEFT = 0.4;

interface Parts {
  readonly filesOf: FilesOf;
  readonly syntax: Syntax;
}

/** A file with the lines that are shown of it. */
interface Shown {
  readonly file: SourceFile;
  readonly lines: readonly number[];
}

/**
 * Follows scopes, imports and types in the languages that it reads, and says so (`precise`). What
 * it cannot follow, in these languages or others, it searches by words.
 */
export function createSyntaxNavigator({ filesOf, syntax }: Parts): Navigator {
  const search = createSearchNavigator(filesOf);

  async function start(asked: SymbolQuery, context: ToolContext) {
    if (!grammarOf(asked.path)) return undefined;
    const deadline = context.deadline - LEFT * Math.max(0, context.deadline - Date.now());
    const places = [asked.snapshot, ...asked.others];
    const within = { signal: context.signal, deadline };
    const library = openLibrary({ places, filesOf, syntax, context: within });
    const resolver = createResolver(library);
    return inTime(async () => {
      const file = await library.open(asked.snapshot, asked.path);
      return file && { file, resolver, targets: await targetsIn(file, asked.symbol, resolver) };
    });
  }
  return {
    async definitions(asked, context) {
      const begun = await start(asked, context);
      const { found = [], modules = [] } = begun?.targets ?? {};
      if (!begun || found.length + modules.length === 0) return search.definitions(asked, context);
      return definitionsOf(asked, begun.targets);
    },
    async references(asked, context) {
      const begun = await start(asked, context);
      if (!begun || begun.targets.found.length === 0) return search.references(asked, context);
      return referencesOf(asked, begun);
    },
  };
}

/** Nothing where the time was too short. */
async function inTime<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof OutOfTime) return undefined;
    throw error;
  }
}

/** A module is defined where its files begin. */
async function definitionsOf(
  asked: SymbolQuery,
  { found, modules, unknown }: Targets,
): Promise<NavigationResult> {
  const files = new Map<string, { file: SourceFile; lines: number[] }>();
  for (const { file, declaration } of found) {
    const key = fileKey(file);
    const shown = files.get(key) ?? { file, lines: [] };
    shown.lines.push(file.declaration(declaration).line);
    files.set(key, shown);
  }
  for (const file of modules) {
    if (!files.has(fileKey(file))) files.set(fileKey(file), { file, lines: [1] });
  }
  const { blocks, total } = await blocksOf(asked, [...files.values()], DEFINITIONS);
  return { blocks, total, complete: true, precise: !unknown };
}

interface Begun {
  readonly file: SourceFile;
  readonly resolver: Resolver;
  readonly targets: Targets;
}

async function referencesOf(
  asked: SymbolQuery,
  { file, resolver, targets }: Begun,
): Promise<NavigationResult> {
  const meant = outermost(file, targets.found);
  const { using, complete, unread } = await referencesTo(meant, resolver);
  const sure = using.filter(({ isSure }) => isSure);
  const unsure = using.filter(({ isSure }) => !isSure);
  const near = proximityTo(asked);
  const ordered = [sure, unsure].flatMap((some) => {
    const at = some.map((one) => ({ ...one, snapshot: one.file.place, path: one.file.path }));
    return at.sort((a, b) => near(b) - near(a) || (a.path < b.path ? -1 : 1));
  });
  const { blocks, total } = await blocksOf(asked, ordered, USES);
  const precise = complete && unsure.length === 0 && unread === 0;
  return { blocks, total, complete, precise };
}

async function blocksOf(
  { limit }: SymbolQuery,
  shown: readonly Shown[],
  size: ChunkSize,
): Promise<Pick<NavigationResult, 'blocks' | 'total'>> {
  const blocks = await inTurn(
    shown.slice(0, limit),
    8,
    async ({ file, lines }): Promise<NavigationBlock> => {
      const { place: snapshot, path, objectId } = file;
      const text = await readLines(snapshot, objectId);
      return { snapshot, path, chunks: chunksAround(text, lines, size) };
    },
  );
  return { blocks, total: shown.length };
}
