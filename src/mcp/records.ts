import { z } from 'zod';
import { arrayOfValid, lenient, lenientArray } from '../http/lenient.js';

/*
 * The results of the tools, as far as we read them. The API document shows none: these were seen on
 * real instances. Only the fields that tell one record from another are required.
 */

const Text = z.string().catch('');
const Count = z.number().nonnegative().catch(0);
const Flag = z.boolean().catch(false);
/** What the result leaves out, and how to get it. */
const Notice = lenient(z.string());
/** An absent and an empty cursor both mean that there is no further page. */
const Cursor = z
  .string()
  .optional()
  .catch(undefined)
  .transform((cursor) => cursor || undefined);

/** `content` has numbered lines; `readLines` parses them. */
export const FileContent = z.object({ content: z.string(), url: lenient(z.string()) });
export type FileContent = z.output<typeof FileContent>;

export const FileList = z.object({
  files: arrayOfValid(z.object({ path: z.string(), isDirectory: Flag })),
  notice: Notice,
});
export type FileList = z.output<typeof FileList>;

const Pagination = z.object({
  totalCount: lenient(z.number().nonnegative()),
  hasNextPage: Flag,
  hasPreviousPage: Flag,
  startCursor: Cursor,
  endCursor: Cursor,
});

export const RepoList = z.object({
  repositories: arrayOfValid(
    z.object({
      name: z.string(),
      description: Text,
      private: Flag,
      archived: Flag,
      fork: Flag,
      stars: Count,
    }),
  ),
  pagination: Pagination.catch(() => Pagination.parse({})),
  notice: Notice,
});
export type RepoList = z.output<typeof RepoList>;

/** Lines count from 1; `content` has no line numbers. */
const Chunk = z.object({
  startLine: z.number(),
  endLine: lenient(z.number()),
  content: z.string(),
});
export type Chunk = z.output<typeof Chunk>;

/** `type` is `path` if only the path matches; then there are no chunks. */
export const Blocks = z.object({
  blocks: arrayOfValid(
    z.object({
      type: Text,
      repo: z.string(),
      file: Text,
      url: lenient(z.string()),
      chunks: lenientArray(Chunk),
    }),
  ),
  notice: Notice,
});
export type Blocks = z.output<typeof Blocks>;

/** `rev` is absent at the head. */
export const FileBlocks = z.object({
  fileBlocks: arrayOfValid(
    z.object({
      type: Text,
      repo: z.string(),
      file: z.string(),
      rev: lenient(z.string()),
      chunks: lenientArray(Chunk),
    }),
  ),
  notice: Notice,
});
export type FileBlocks = z.output<typeof FileBlocks>;

const Commit = z.object({
  repository: Text,
  commit: z.string(),
  author: Text,
  date: Text,
  title: Text,
  message: Text,
});
export type Commit = z.output<typeof Commit>;

/** A commit's author, such as `Ann <ann@example.com>`, without the address. */
export function authorName(author: string): string {
  return author.replace(/(?<!\s)\s*<[^<>]*>\s*$/, '').trim();
}

/** `query` describes the search in words. Newest first; `limitHit`: there may be more. */
export const Commits = z.object({
  query: Text,
  totalCount: lenient(z.number().nonnegative()),
  limitHit: Flag,
  commits: arrayOfValid(Commit),
  notice: Notice,
});
export type Commits = z.output<typeof Commits>;

const Position = z.object({ line: z.number(), column: z.number() });

export const Diffs = z.object({
  query: Text,
  totalCount: lenient(z.number().nonnegative()),
  limitHit: Flag,
  results: arrayOfValid(
    z.object({
      repository: Text,
      commit: z.string(),
      diffHunk: Text,
      url: lenient(z.string()),
      matchRanges: lenientArray(z.object({ start: Position, end: Position })),
      authorName: lenient(z.string()),
      message: lenient(z.string()),
    }),
  ),
  notice: Notice,
});
export type Diffs = z.output<typeof Diffs>;

/** `hunks` is empty for a binary file and a pure rename. */
export const Comparison = z.object({
  repository: Text,
  base: Text,
  head: Text,
  totalAdded: Count,
  totalDeleted: Count,
  totalModified: Count,
  files: arrayOfValid(
    z.object({ path: z.string(), added: Count, deleted: Count, hunks: lenientArray(z.string()) }),
  ),
  hasNextPage: Flag,
  endCursor: Cursor,
  notice: Notice,
});
export type Comparison = z.output<typeof Comparison>;

export const ContributedRepos = z.object({
  repositories: arrayOfValid(
    z.object({
      repoName: z.string(),
      repoCommitCount: Count,
      repoMostRecentCommitDate: Text,
    }),
  ),
  notice: Notice,
});
export type ContributedRepos = z.output<typeof ContributedRepos>;
