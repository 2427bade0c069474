import { z } from 'zod';
import type { TreeEntry } from '../git/tree.js';
import { fileUrl, splitLines } from './file-chunks.js';
import { findFile, findSnapshot, type Snapshot } from './lookup.js';
import * as parameters from './parameters.js';
import { noticeOf } from './search-each.js';
import { defineTool, type Tool, ToolError } from './tool.js';
import type { ToolDependencies } from './tool-dependencies.js';

/** The limit of the tool's specification: larger files are read by line range. */
const MAX_BYTES = 128 * 1024;
/** Files up to this size are read into memory for a line range. */
const MAX_FILE_BYTES = 32 * 1_048_576;

const line = z.int('it must be a whole number').min(1, 'lines are counted from 1').optional();
const input = z.strictObject({
  repo: parameters.repo,
  path: z.string().describe('The file’s path in the repository, such as src/main.ts.'),
  startLine: line.describe('The first line wanted, counted from 1.'),
  endLine: line.describe('The last line wanted, included.'),
  revision: parameters.revision.optional(),
});
const output = z.object({
  content: z.string().describe('Its lines, each after its number and a colon.'),
  url: z.string(),
  notice: parameters.notice.describe('What the content is not; absent if it is the file’s.'),
});

export function readFileTool(dependencies: ToolDependencies): Tool {
  return defineTool({
    name: 'read_file',
    title: 'Read a file',
    description:
      'Reads a file of a repository, with line numbers. Files over 128 KB are read by line range.',
    input,
    output,
    run: async (args) => {
      const snapshot = await findSnapshot(dependencies, args);
      const file = await findFile(dependencies, snapshot, args.path);
      const text = await readText(snapshot, file, args);
      const lines = splitLines(text);
      const range = lineRange(args, lines.length, file.path);
      const wanted = lines.slice(range.start - 1, range.end);
      if (file.size > MAX_BYTES) checkSize(wanted, range);
      const asked = args.startLine !== undefined || args.endLine !== undefined;
      const at = { path: file.path, ...(asked && wanted.length > 0 && { lines: range }) };
      return {
        content: numberLines(wanted, range.start),
        url: fileUrl(dependencies.url(), snapshot, at),
        ...noticeOf(largeFileNotice(text)),
      };
    },
  });
}

type ReadFileArgs = z.output<typeof input>;

async function readText(
  { repository }: Snapshot,
  file: TreeEntry,
  args: ReadFileArgs,
): Promise<string> {
  const { path, size, objectId } = file;
  if (size > MAX_FILE_BYTES) {
    throw new ToolError(`${path} is larger than 32 MB: it cannot be read here.`);
  }
  const hasRange = args.startLine !== undefined || args.endLine !== undefined;
  const bytes = await repository.blobs.read(objectId);
  if (bytes.subarray(0, 8_000).includes(0)) {
    const count = size.toLocaleString('en');
    throw new ToolError(`${path} is a binary file of ${count} bytes: only text can be read here.`);
  }
  if (size <= MAX_BYTES || hasRange) return bytes.toString('utf8');
  const kilobytes = Math.ceil(size / 1024).toLocaleString('en');
  throw new ToolError(
    `${path} has ${kilobytes} KB, more than the 128 KB that can be read at once: ` +
      'give startLine and endLine.',
  );
}

/** For a pointer of Git LFS: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
function largeFileNotice(text: string): string | undefined {
  if (text.length > 1_024 || !text.startsWith('version https://git-lfs.github.com/spec/')) return;
  const [, size = ''] = /^size (\d{1,15})$/m.exec(text) ?? [];
  const bytes = size && ` of ${Number(size).toLocaleString('en')} bytes`;
  return `This is a pointer of Git LFS: the file itself${bytes} is not in the repository.`;
}

function lineRange({ startLine = 1, endLine }: ReadFileArgs, count: number, path: string) {
  if (endLine !== undefined && endLine < startLine) {
    throw new ToolError('endLine is before startLine: give the lines in order.');
  }
  if (startLine > Math.max(1, count)) {
    throw new ToolError(`${path} has ${count} lines: startLine ${startLine} is after its end.`);
  }
  return { start: startLine, end: Math.min(endLine ?? count, count) };
}

function checkSize(lines: readonly string[], { start }: { readonly start: number }): void {
  let size = 0;
  const over = lines.findIndex((text) => {
    size += Buffer.byteLength(text) + 1;
    return size > MAX_BYTES;
  });
  if (over < 0) return;
  if (over === 0) throw new ToolError(`Line ${start} alone has more than 128 KB.`);
  throw new ToolError(
    `These lines have more than 128 KB: from line ${start} read at most to line ${start + over - 1}.`,
  );
}

function numberLines(lines: readonly string[], first: number): string {
  return lines.map((text, n) => `${first + n}: ${text}`).join('\n');
}
