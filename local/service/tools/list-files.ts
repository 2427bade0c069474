import { z } from 'zod';
import { entryAt, listDirectory } from '../git/tree.js';
import { findFile, findSnapshot, normalizePath, pathNotFound, type Snapshot } from './lookup.js';
import * as parameters from './parameters.js';
import { defineTool, type Tool, ToolError } from './tool.js';
import type { ToolDependencies } from './tool-dependencies.js';

const MAX_FILES = 1_000;

const input = z.strictObject({
  repo: parameters.repo,
  path: z.string().default('.').describe('A directory; default the root, which is also ".".'),
  revision: parameters.revision.optional(),
});
const output = z.object({
  files: z.array(z.object({ path: z.string(), isDirectory: z.boolean() })),
  notice: parameters.notice,
});

export function listFilesTool(dependencies: ToolDependencies): Tool {
  return defineTool({
    name: 'list_files',
    title: 'List files',
    description: 'Lists the entries of a directory of a repository, as paths from the root.',
    input,
    output,
    run: async (args) => {
      if (args.path === '') {
        throw new ToolError('The path is empty: give a directory, or "." for the root.');
      }
      const snapshot = await findSnapshot(dependencies, args);
      const path = normalizePath(args.path);
      const entries = await listDirectory(snapshot.repository.git, snapshot.commit, path);
      if (!entries) throw await notADirectory(dependencies, snapshot, path);
      const files = entries.map((entry) => ({
        path: entry.path,
        isDirectory: entry.kind === 'folder',
      }));
      const notice = `Showing the first ${MAX_FILES} of ${files.length} entries.`;
      return { files: files.slice(0, MAX_FILES), ...(files.length > MAX_FILES && { notice }) };
    },
  });
}

async function notADirectory(
  dependencies: ToolDependencies,
  snapshot: Snapshot,
  path: string,
): Promise<ToolError> {
  const { git } = snapshot.repository;
  if (!(await entryAt(git, snapshot.commit, path))) {
    return pathNotFound(snapshot, { path, what: 'directory' });
  }
  // Throws what a symbolic link or a submodule is.
  await findFile(dependencies, snapshot, path);
  return new ToolError(
    `${path} is a file, not a directory: ${dependencies.toolName('read_file')} reads it if it is text.`,
  );
}
