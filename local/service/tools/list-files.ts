import { z } from 'zod';
import { listFolder } from '../git/tree.js';
import { insidePath, noSuchPath, placeOf } from './lookup.js';
import * as parameters from './parameters.js';
import { defineTool, type Tool, ToolRefusal } from './tool.js';
import type { ToolParts } from './tool-dependencies.js';

const MOST_FILES = 1_000;

const input = z.strictObject({
  repo: parameters.repo,
  path: z.string().default('.').describe('A directory; default the root, which is also ".".'),
  revision: parameters.revision.optional(),
});
const output = z.object({
  files: z.array(z.object({ path: z.string(), isDirectory: z.boolean() })),
  notice: parameters.notice,
});

export function listFilesTool(parts: ToolParts): Tool {
  return defineTool({
    name: 'list_files',
    title: 'List files',
    description: 'Lists what a directory of a repository holds, by paths from the root.',
    input,
    output,
    run: async (args) => {
      if (args.path === '') {
        throw new ToolRefusal('The path is empty: give a directory, or "." for the root.');
      }
      const place = await placeOf(parts, args);
      const path = insidePath(args.path);
      const entries = await listFolder(place.repository.git, place.commit, path);
      if (!entries) throw await notAFolder(parts, place, path);
      const files = entries.map((entry) => ({
        path: entry.path,
        isDirectory: entry.kind === 'folder',
      }));
      const notice = `Showing the first ${MOST_FILES} of ${files.length} entries.`;
      return { files: files.slice(0, MOST_FILES), ...(files.length > MOST_FILES && { notice }) };
    },
  });
}

async function notAFolder(
  { toolName }: ToolParts,
  place: Awaited<ReturnType<typeof placeOf>>,
  path: string,
): Promise<ToolRefusal> {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const beside = await listFolder(place.repository.git, place.commit, parent);
  if (beside?.some((entry) => entry.path === path)) {
    return new ToolRefusal(`${path} is not a directory: ${toolName('read_file')} reads it.`);
  }
  return noSuchPath(place, { path, what: 'directory' });
}
