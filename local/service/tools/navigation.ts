import { z } from 'zod';
import { repositoryProblem } from '../git/repository-problem.js';
import { FileChunk } from './file-chunks.js';
import { findFile, findSnapshot, headSnapshot, type Snapshot } from './lookup.js';
import type { NavigationResult, SymbolQuery } from './navigator.js';
import * as parameters from './parameters.js';
import { RepositoryError } from './search-each.js';
import { limitTotalSize } from './search-output.js';
import { defineTool, type Tool, type ToolContext } from './tool.js';
import type { ToolDependencies } from './tool-dependencies.js';

const symbolParameters = (path: string, symbol: string) =>
  z.strictObject({
    repo: parameters.repo,
    path: z.string().describe(path),
    symbol: z
      .string()
      .trim()
      .regex(/^\S{1,200}$/, 'it must be one name of at most 200 characters')
      .describe(symbol),
    revision: parameters.revision.optional(),
    limit: parameters.limitOf(100, 10, 'files'),
  });
const output = z.object({
  fileBlocks: z
    .array(
      z.object({
        type: z.enum(['definition', 'reference']),
        repo: z.string(),
        file: z.string(),
        rev: z.string().optional().describe('The commit; absent at the head.'),
        chunks: z.array(FileChunk),
      }),
    )
    .describe('Best first.'),
  precise: z
    .boolean()
    .describe('Whether scopes and imports were resolved; if not, only names were compared.'),
  notice: parameters.notice,
});

export function goToDefinitionTool(dependencies: ToolDependencies): Tool {
  return defineTool({
    name: 'go_to_definition',
    title: 'Go to a definition',
    description: 'Finds where a symbol is defined, in this repository and the others.',
    input: symbolParameters(
      'The file that uses the symbol.',
      'The symbol to resolve, such as Cart or Cart.add.',
    ),
    output,
    run: async (args, context) => {
      const { query: symbolQuery, found } = await navigate(dependencies, 'definitions', {
        args,
        context,
      });
      const why = `No definition of ${args.symbol} was found. It may be defined in a library, or misspelled.`;
      return createOutput(found, { type: 'definition', query: symbolQuery, none: why });
    },
  });
}

export function findReferencesTool(dependencies: ToolDependencies): Tool {
  return defineTool({
    name: 'find_references',
    title: 'Find references',
    description: 'Finds where a symbol is used, in this repository and the others.',
    input: symbolParameters(
      'The file that defines the symbol.',
      'The symbol to find references of, such as Cart or Cart.add.',
    ),
    output,
    run: async (args, context) => {
      const { query: symbolQuery, found } = await navigate(dependencies, 'references', {
        args,
        context,
      });
      const why = `No reference to ${args.symbol} was found.`;
      return createOutput(found, { type: 'reference', query: symbolQuery, none: why });
    },
  });
}

interface NavigationCall {
  readonly args: z.output<ReturnType<typeof symbolParameters>>;
  readonly context: ToolContext;
}

async function navigate(
  dependencies: ToolDependencies,
  kind: 'definitions' | 'references',
  { args, context }: NavigationCall,
): Promise<{ query: SymbolQuery; found: NavigationResult }> {
  const snapshot = await findSnapshot(dependencies, args);
  const file = await findFile(dependencies, snapshot, args.path);
  const { symbol, limit } = args;
  const others = await otherSnapshots(dependencies, snapshot);
  const symbolQuery: SymbolQuery = { snapshot, path: file.path, symbol, others, limit };
  return { query: symbolQuery, found: await dependencies.navigator[kind](symbolQuery, context) };
}

async function otherSnapshots(
  { repositories }: ToolDependencies,
  { repository }: Snapshot,
): Promise<Snapshot[]> {
  const others = repositories.filter((one) => one !== repository);
  const snapshots = others.map((one) => headSnapshot(one).catch(ignoreRepositoryError));
  return (await Promise.all(snapshots)).flatMap((snapshot) => snapshot ?? []);
}

/** Skips a repository that has no commit yet, or that git cannot read. */
function ignoreRepositoryError(error: unknown): undefined {
  if (error instanceof RepositoryError || repositoryProblem(error) !== undefined) return;
  throw error;
}

function createOutput(
  found: NavigationResult,
  about: { type: 'definition' | 'reference'; query: SymbolQuery; none: string },
): z.input<typeof output> {
  const { type, query: symbolQuery, none } = about;
  const { blocks, precise } = found;
  const all = blocks.map(({ snapshot, path, chunks }) => ({
    type,
    repo: snapshot.repository.name,
    file: path,
    chunks: [...chunks],
    ...(snapshot === symbolQuery.snapshot &&
      snapshot.revision !== undefined && { rev: snapshot.commit }),
  }));
  const shown = limitTotalSize(all);
  const words = createNotice(found, { shown: shown.length, none });
  return { fileBlocks: shown, precise, ...(words && { notice: words }) };
}

function createNotice(
  { total, complete }: NavigationResult,
  { shown, none }: { readonly shown: number; readonly none: string },
): string | undefined {
  const late = complete ? '' : ' Not all files could be searched.';
  if (total === 0) return `${none}${late}`;
  if (shown < total) return `Showing ${shown} of ${total} files: a larger limit shows more.${late}`;
  return late.trim() || undefined;
}
