import { parsePatch } from 'diff';
import { z } from 'zod';
import { PLAIN_DIFF_OPTIONS, PLAIN_LOG_OPTIONS } from '../git/output-options.js';
import type { Repository } from '../git/repository.js';
import { readCursor, writeCursor } from './cursor.js';
import { truncateLine } from './file-chunks.js';
import { hunkHeader, withoutPrefix } from './hunks.js';
import { findCommit, findRepository } from './lookup.js';
import * as parameters from './parameters.js';
import { runGitWithLimits } from './run-git-with-limits.js';
import { defineTool, type Tool, type ToolContext, ToolError } from './tool.js';
import type { ToolDependencies } from './tool-dependencies.js';

/** The limit for all hunks of a page, in characters. */
const MAX_TEXT = 96 * 1024;
const MAX_TEXT_PER_FILE = 16 * 1024;

const input = z.strictObject({
  repo: parameters.repo,
  base: z.string().describe('The older revision: a branch, tag or commit hash.'),
  head: z.string().describe('The newer revision: a branch, tag or commit hash.'),
  first: parameters.limitOf(100, 50, 'files'),
  after: z.string().optional().describe('The cursor of the page before, from its endCursor.'),
});
const output = z.object({
  repository: z.string(),
  base: z.string().describe('The commit that base resolved to when the first page was read.'),
  head: z.string().describe('The commit that head resolved to when the first page was read.'),
  totalAdded: z.int().describe('Lines added, in all files.'),
  totalDeleted: z.int().describe('Lines deleted, in all files.'),
  totalModified: z.int().describe('Files that differ.'),
  files: z.array(
    z.object({
      path: z.string(),
      added: z.int(),
      deleted: z.int(),
      hunks: z.array(z.string()).describe('Empty for binary files and pure renames.'),
    }),
  ),
  hasNextPage: z.boolean(),
  endCursor: z.string(),
  notice: parameters.notice,
});
/** Both commits by id, so that pages stay consistent while branches move. */
const Cursor = z.object({
  repo: z.string(),
  asked: z.tuple([z.string(), z.string()]),
  base: z.string().regex(/^[0-9a-f]{40,64}$/),
  head: z.string().regex(/^[0-9a-f]{40,64}$/),
  done: z.int().min(0),
});
type Cursor = z.output<typeof Cursor>;

export function compareRevisionsTool(dependencies: ToolDependencies): Tool {
  return defineTool({
    name: 'compare_revisions',
    title: 'Compare two revisions',
    description: 'The files that differ between two revisions, with their hunks, in pages.',
    input,
    output,
    run: async (args, context) => {
      const repository = findRepository(dependencies, args.repo);
      const from = await startCursor(repository, args);
      const all = await changedFiles(repository, from, context);
      const files = all.slice(from.done, from.done + args.first);
      const { hunks, cut } = await readHunks({ repository, from, files, context });
      const done = from.done + files.length;
      return {
        repository: repository.name,
        base: from.base,
        head: from.head,
        totalAdded: all.reduce((sum, { added }) => sum + added, 0),
        totalDeleted: all.reduce((sum, { deleted }) => sum + deleted, 0),
        totalModified: all.length,
        files: files.map(({ path, added, deleted }) => ({
          path,
          added,
          deleted,
          hunks: hunks.get(path) ?? [],
        })),
        hasNextPage: done < all.length,
        endCursor: files.length > 0 ? writeCursor({ ...from, done }) : '',
        ...(cut && { notice: 'Long hunks are truncated: ask for fewer files, or read the file.' }),
      };
    },
  });
}

type CompareArgs = z.output<typeof input>;

/** Git's id of the empty tree, to compare with the first commit. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

async function startCursor(
  repository: Repository,
  { base, head, after }: CompareArgs,
): Promise<Cursor> {
  const asked: [string, string] = [base, head];
  if (after === undefined) {
    const older = base === EMPTY_TREE ? base : await findCommit(repository, base);
    const newer = await findCommit(repository, head);
    return { repo: repository.name, asked, base: older, head: newer, done: 0 };
  }
  const cursor = readCursor(Cursor, after);
  const same = cursor.repo === repository.name && cursor.asked.join('\0') === asked.join('\0');
  if (same) return cursor;
  throw new ToolError(
    'The cursor belongs to another comparison: omit it, or give the same base and head.',
  );
}

interface ChangedFile {
  readonly path: string;
  readonly oldPath?: string;
  readonly added: number;
  readonly deleted: number;
}

async function changedFiles(
  { git }: Repository,
  { base, head }: Cursor,
  context: ToolContext,
): Promise<ChangedFile[]> {
  const args = [
    ...PLAIN_LOG_OPTIONS,
    'diff',
    '--numstat',
    '-z',
    '--find-renames',
    ...PLAIN_DIFF_OPTIONS,
  ];
  const { output, stopped } = await runGitWithLimits(
    git,
    [...args, base, head, '--'],
    context,
  ).catch(rethrowMissingObject);
  if (stopped) throw new ToolError('The two revisions differ too much to be compared in time.');
  return parseNumstat(output.toString('utf8'));
}

/** `added\tdeleted\tpath\0`, or of a rename `added\tdeleted\t\0old\0new\0`; `-` for binary. */
function parseNumstat(text: string): ChangedFile[] {
  const fields = text.split('\0');
  const changed: ChangedFile[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const [, added, deleted, path] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(fields[at] ?? '') ?? [];
    if (path === undefined) continue;
    const counts = { added: Number(added) || 0, deleted: Number(deleted) || 0 };
    if (path !== '') changed.push({ path, ...counts });
    else changed.push({ path: fields[at + 2] ?? '', oldPath: fields[at + 1] ?? '', ...counts });
    if (path === '') at += 2;
  }
  return changed;
}

async function readHunks(dependencies: {
  repository: Repository;
  from: Cursor;
  files: readonly ChangedFile[];
  context: ToolContext;
}): Promise<{ hunks: ReadonlyMap<string, string[]>; cut: boolean }> {
  const { repository, from, files, context } = dependencies;
  if (files.length === 0) return { hunks: new Map(), cut: false };
  const paths = files.flatMap(({ path, oldPath }) => [path, ...(oldPath ? [oldPath] : [])]);
  const args = [...PLAIN_LOG_OPTIONS, 'diff', '--patch', '--find-renames', ...PLAIN_DIFF_OPTIONS];
  const all = [...args, from.base, from.head, '--', ...paths];
  const { output, stopped } = await runGitWithLimits(repository.git, all, context);
  const hunks = new Map<string, string[]>();
  let size = 0;
  let cut = stopped !== undefined;
  // A truncated patch may end within a hunk.
  for (const file of stopped ? [] : parsePatch(output.toString('utf8'))) {
    const name = withoutPrefix(
      file.newFileName === '/dev/null' ? file.oldFileName : file.newFileName,
    );
    const texts = file.hunks.map((hunk) =>
      [hunkHeader(hunk), ...hunk.lines.map(truncateLine)].join('\n'),
    );
    const most = Math.min(MAX_TEXT_PER_FILE, Math.max(0, MAX_TEXT - size));
    const kept = limitHunks(texts, most);
    cut ||= kept.join('').length < texts.join('').length;
    size += kept.join('').length;
    hunks.set(name, kept);
  }
  return { hunks, cut };
}

/** The first hunks up to this many characters; the last one is cut at a line end. */
function limitHunks(hunks: readonly string[], most: number): string[] {
  const kept: string[] = [];
  let left = most;
  for (const hunk of hunks) {
    if (left <= 0) break;
    const end = hunk.length <= left ? hunk.length : hunk.lastIndexOf('\n', left);
    if (end > 0) kept.push(hunk.slice(0, end));
    left -= hunk.length;
  }
  return kept;
}

/** The commits of a cursor may have been removed since. */
function rethrowMissingObject(error: unknown): never {
  if (error instanceof Error && /bad object|unknown revision/.test(error.message)) {
    throw new ToolError('The cursor’s commits no longer exist: start again without it.');
  }
  throw error;
}
