import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Repository } from '../git/repository.js';
import { readCursor, writeCursor } from './cursor.js';
import * as parameters from './parameters.js';
import { nameFilter } from './patterns.js';
import { defineTool, type Tool, ToolError } from './tool.js';
import type { ToolDependencies } from './tool-dependencies.js';

const input = z.strictObject({
  query: z
    .string()
    .describe(
      'A pattern for repository names: a part of the name, a glob or a regular expression.',
    ),
  limit: parameters.limitOf(100, 50, 'repositories'),
  after: z.string().optional().describe('Return the page after this cursor, an endCursor.'),
  before: z.string().optional().describe('Return the page before this cursor, a startCursor.'),
});
const output = z.object({
  repositories: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      private: z.boolean(),
      archived: z.boolean(),
      fork: z.boolean(),
      stars: z.int(),
    }),
  ),
  pagination: z.object({
    totalCount: z.int(),
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
    startCursor: z.string(),
    endCursor: z.string(),
  }),
});
/** A cursor is a repository's name, so that pages stay in place when repositories are added or removed. */
const Cursor = z.object({ name: z.string() });

export function listReposTool(dependencies: ToolDependencies): Tool {
  return defineTool({
    name: 'list_repos',
    title: 'List repositories',
    description: 'Finds repositories by a pattern for their names, in pages.',
    input,
    output,
    run: async ({ query, ...paging }) => {
      const fits = nameFilter(query.trim());
      const all = dependencies.repositories.filter(({ name }) => fits(name)).sort(byName);
      const { start, end } = pageBounds(all, paging);
      const page = all.slice(start, end);
      return {
        repositories: await Promise.all(page.map(describeRepository)),
        pagination: {
          totalCount: all.length,
          hasNextPage: end < all.length,
          hasPreviousPage: start > 0,
          startCursor: cursorOf(page.at(0)),
          endCursor: cursorOf(page.at(-1)),
        },
      };
    },
  });
}

interface Paging {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

function pageBounds(all: readonly Repository[], { limit, after, before }: Paging) {
  if (after && before) throw new ToolError('Give after or before, not both.');
  const names = all.map(({ name }) => name);
  const place = (cursor: string, from: (name: string, at: string) => boolean) => {
    const { name: at } = readCursor(Cursor, cursor);
    const found = names.findIndex((name) => from(name, at));
    return found < 0 ? names.length : found;
  };
  if (before) {
    const end = place(before, (name, at) => name >= at);
    return { start: Math.max(0, end - limit), end };
  }
  const start = after ? place(after, (name, at) => name > at) : 0;
  return { start, end: Math.min(all.length, start + limit) };
}

/** A plain git repository has no stars or flags, as repositories on a code host have. */
async function describeRepository({ name, git }: Repository) {
  const text = await readFile(join(git.gitDir, 'description'), 'utf8').catch(() => '');
  // Git's own default description.
  const description = text.startsWith('Unnamed repository') ? '' : text.trim().slice(0, 500);
  return { name, description, private: false, archived: false, fork: false, stars: 0 };
}

function cursorOf(repository: Repository | undefined): string {
  return repository ? writeCursor({ name: repository.name }) : '';
}

function byName(a: Repository, b: Repository): number {
  return a.name < b.name ? -1 : 1;
}
