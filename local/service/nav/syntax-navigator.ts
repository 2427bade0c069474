import { type CandidatesOf, createFindWord } from '../tools/candidates.js';
import { type ChunkSize, chunksAround } from '../tools/file-chunks.js';
import { mapConcurrently } from '../tools/map-concurrently.js';
import type {
  CallNavigator,
  NavigationBlock,
  NavigationResult,
  SymbolQuery,
} from '../tools/navigator.js';
import { proximityScorer } from '../tools/proximity-scorer.js';
import { createSearchNavigator } from '../tools/search-navigator.js';
import { readLines } from '../tools/search-output.js';
import type { FilesOf } from '../tools/snapshot-files.js';
import type { ToolContext } from '../tools/tool.js';
import { findCalls } from './calls.js';
import { fileKey, openCodebase, type SourceFile, TimeLimitError } from './codebase/codebase.js';
import { grammarOf } from './languages/languages.js';
import type { SyntaxParser } from './parser/parser.js';
import { findReferences } from './references.js';
import { createResolver, type Resolver } from './resolver/resolver.js';
import { preferOutermost, resolveSymbol, type SymbolTargets } from './targets.js';

/** A definition is shown with its first lines. */
const DEFINITIONS = { before: 2, after: 8, maxChunks: 8 };
const REFERENCES = { before: 2, after: 2, maxChunks: 8 };
/** The share of the time that is reserved for a text search, if the symbol cannot be resolved. */
const SEARCH_TIME_SHARE = 0.4;

interface SyntaxNavigatorDependencies {
  readonly filesOf: FilesOf;
  /** Default: any file may have a word. */
  readonly candidatesOf?: CandidatesOf | undefined;
  readonly syntax: SyntaxParser;
}

interface FileWithLines {
  readonly file: SourceFile;
  readonly lines: readonly number[];
  readonly isCertain: boolean;
  readonly unresolved?: readonly number[];
  readonly names?: readonly string[];
}

/**
 * Resolves scopes, imports and types in the languages that it parses, and reports this as `precise`.
 * Falls back to a text search for what it cannot resolve, and for other languages.
 */
export function createSyntaxNavigator({
  filesOf,
  candidatesOf,
  syntax,
}: SyntaxNavigatorDependencies): CallNavigator {
  const findWord = createFindWord(candidatesOf);
  const search = createSearchNavigator({ filesOf, findWord });
  const code = { filesOf, findWord, syntax };

  async function start(asked: SymbolQuery, context: ToolContext) {
    if (!grammarOf(asked.path)) return undefined;
    const deadline =
      context.deadline - SEARCH_TIME_SHARE * Math.max(0, context.deadline - Date.now());
    const snapshots = [asked.snapshot, ...asked.others];
    const within = { signal: context.signal, deadline };
    const codebase = openCodebase({ ...code, snapshots, context: within });
    const resolver = createResolver(codebase);
    return undefinedOnTimeLimit(async () => {
      const file = await codebase.open(asked.snapshot, asked.path);
      return file && { file, resolver, targets: await resolveSymbol(file, asked.symbol, resolver) };
    });
  }
  return {
    async definitions(asked, context) {
      const begun = await start(asked, context);
      const { declarations = [], modules = [] } = begun?.targets ?? {};
      if (!begun || declarations.length + modules.length === 0)
        return search.definitions(asked, context);
      return definitionsOf(asked, begun.targets);
    },
    async references(asked, context) {
      const begun = await start(asked, context);
      if (!begun || begun.targets.declarations.length === 0)
        return search.references(asked, context);
      return referencesOf(asked, begun);
    },
    async calls({ snapshot, path, lines }, context) {
      if (!grammarOf(path)) return [];
      const codebase = openCodebase({ ...code, snapshots: [snapshot], context });
      const found = await undefinedOnTimeLimit(async () => {
        const file = await codebase.open(snapshot, path);
        return file && findCalls(file, lines, createResolver(codebase));
      });
      return found ?? [];
    },
  };
}

async function undefinedOnTimeLimit<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TimeLimitError) return undefined;
    throw error;
  }
}

/** The definition of a module is the first line of its files. */
async function definitionsOf(
  asked: SymbolQuery,
  { declarations, modules, hasUnresolved }: SymbolTargets,
): Promise<NavigationResult> {
  const files = new Map<string, FileWithLines & { readonly lines: number[] }>();
  for (const { file, declaration } of declarations) {
    const key = fileKey(file);
    const shown = files.get(key) ?? { file, lines: [], isCertain: !hasUnresolved };
    shown.lines.push(file.declaration(declaration).line);
    files.set(key, shown);
  }
  for (const file of modules) {
    if (!files.has(fileKey(file)))
      files.set(fileKey(file), { file, lines: [1], isCertain: !hasUnresolved });
  }
  const { blocks, total } = await blocksOf(asked, [...files.values()], DEFINITIONS);
  return { blocks, total, complete: true, precise: !hasUnresolved };
}

interface ResolvedSymbol {
  readonly file: SourceFile;
  readonly resolver: Resolver;
  readonly targets: SymbolTargets;
}

async function referencesOf(
  asked: SymbolQuery,
  { file, resolver, targets }: ResolvedSymbol,
): Promise<NavigationResult> {
  const all = preferOutermost(file, targets.declarations);
  const atLine = all.filter(({ declaration, file: { path } }) => {
    return path === asked.path && file.declaration(declaration).line === asked.line;
  });
  const meant = atLine.length > 0 ? atLine : all;
  const { files, complete, unreadFiles } = await findReferences(meant, resolver);
  const sure = files.filter(({ isCertain }) => isCertain);
  const unsure = files.filter(({ isCertain }) => !isCertain);
  const near = proximityScorer(asked);
  const ordered = [sure, unsure].flatMap((some) => {
    const at = some.map((one) => ({ ...one, snapshot: one.file.snapshot, path: one.file.path }));
    return at.sort((a, b) => near(b) - near(a) || (a.path < b.path ? -1 : 1));
  });
  const { blocks, total } = await blocksOf(asked, ordered, REFERENCES);
  const precise = complete && unsure.length === 0 && unreadFiles === 0;
  return { blocks, total, complete, precise };
}

async function blocksOf(
  { limit }: SymbolQuery,
  shown: readonly FileWithLines[],
  size: ChunkSize,
): Promise<Pick<NavigationResult, 'blocks' | 'total'>> {
  const blocks = await mapConcurrently(
    shown.slice(0, limit),
    8,
    async ({ file, lines, isCertain, unresolved = [], names = [] }): Promise<NavigationBlock> => {
      const { snapshot, path, objectId } = file;
      const text = await readLines(snapshot, objectId);
      const at = [...lines].sort((a, b) => a - b);
      const chunks = chunksAround(text, at, size);
      return { snapshot, path, lines: at, isCertain, unresolved, names, chunks };
    },
  );
  return { blocks, total: shown.length };
}
