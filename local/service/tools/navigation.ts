import { z } from 'zod';
import { ChunkRecord } from './chunks.js';
import { fileAt, headOf, type Place, placeOf } from './lookup.js';
import type { Asked, Navigation } from './navigator.js';
import * as parameters from './parameters.js';
import { withinSize } from './search-output.js';
import { defineTool, type Tool, type ToolContext, ToolRefusal } from './tool.js';
import type { ToolParts } from './tool-dependencies.js';

const parametersOf = (path: string, symbol: string) =>
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
        chunks: z.array(ChunkRecord),
      }),
    )
    .describe('Best first.'),
  precise: z
    .boolean()
    .describe('Whether scopes and imports were followed; if not, names alone were compared.'),
  notice: parameters.notice,
});

export function goToDefinitionTool(parts: ToolParts): Tool {
  return defineTool({
    name: 'go_to_definition',
    title: 'Go to a definition',
    description: 'Finds where a symbol is defined, in this repository and the others.',
    input: parametersOf(
      'The file that uses the symbol.',
      'The symbol to resolve, such as Cart or Cart.add.',
    ),
    output,
    run: async (args, context) => {
      const { asked, found } = await navigate(parts, 'definitions', { args, context });
      const why = `No definition of ${args.symbol} was found: is it of a library, or spelled so?`;
      return recordOf(found, { type: 'definition', asked, none: why });
    },
  });
}

export function findReferencesTool(parts: ToolParts): Tool {
  return defineTool({
    name: 'find_references',
    title: 'Find references',
    description: 'Finds where a symbol is used, in this repository and the others.',
    input: parametersOf(
      'The file that defines the symbol.',
      'The symbol to find references of, such as Cart or Cart.add.',
    ),
    output,
    run: async (args, context) => {
      const { asked, found } = await navigate(parts, 'references', { args, context });
      const why = `No reference to ${args.symbol} was found.`;
      return recordOf(found, { type: 'reference', asked, none: why });
    },
  });
}

interface Call {
  readonly args: z.output<ReturnType<typeof parametersOf>>;
  readonly context: ToolContext;
}

async function navigate(
  parts: ToolParts,
  kind: 'definitions' | 'references',
  { args, context }: Call,
): Promise<{ asked: Asked; found: Navigation }> {
  const place = await placeOf(parts, args);
  const file = await fileAt(parts, place, args.path);
  const { symbol, limit } = args;
  const others = await otherPlaces(parts, place);
  const asked: Asked = { place, path: file.path, symbol, others, limit };
  return { asked, found: await parts.navigator[kind](asked, context) };
}

async function otherPlaces({ repositories }: ToolParts, { repository }: Place): Promise<Place[]> {
  const others = repositories.filter((one) => one !== repository);
  const places = others.map((one) => headOf(one).catch(nothingYet));
  return (await Promise.all(places)).flatMap((place) => place ?? []);
}

/** A repository without a commit defines nothing. */
function nothingYet(error: unknown): undefined {
  if (!(error instanceof ToolRefusal)) throw error;
}

function recordOf(
  found: Navigation,
  about: { type: 'definition' | 'reference'; asked: Asked; none: string },
): z.input<typeof output> {
  const { type, asked, none } = about;
  const { blocks, precise } = found;
  const all = blocks.map(({ place, path, chunks }) => ({
    type,
    ...{ repo: place.repository.name, file: path, chunks: [...chunks] },
    ...(place === asked.place && place.revision !== undefined && { rev: place.commit }),
  }));
  const shown = withinSize(all);
  const words = noticeOf(found, { shown: shown.length, none });
  return { fileBlocks: shown, precise, ...(words && { notice: words }) };
}

function noticeOf(
  { total, complete }: Navigation,
  { shown, none }: { readonly shown: number; readonly none: string },
): string | undefined {
  const late = complete ? '' : ' Not all files could be looked at in time.';
  if (total === 0) return `${none}${late}`;
  if (shown < total) return `Showing ${shown} of ${total} files: a larger limit shows more.${late}`;
  return late.trim() || undefined;
}
