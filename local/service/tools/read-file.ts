import { z } from 'zod';
import type { TreeEntry } from '../git/tree.js';
import { linesOf, urlOf } from './chunks.js';
import { fileAt, type Place, placeOf } from './lookup.js';
import * as parameters from './parameters.js';
import { defineTool, type Tool, ToolRefusal } from './tool.js';
import type { ToolParts } from './tool-dependencies.js';

/** The document's limit: larger files are read by line range. */
const MOST_BYTES = 128 * 1024;
/** What is read into memory for a range of it. */
const LARGEST_FILE = 32 * 1_048_576;

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
});

export function readFileTool(parts: ToolParts): Tool {
  return defineTool({
    name: 'read_file',
    title: 'Read a file',
    description:
      'Reads a file of a repository, with line numbers. Files over 128 KB are read by line range.',
    input,
    output,
    run: async (args) => {
      const place = await placeOf(parts, args);
      const file = await fileAt(parts, place, args.path);
      const lines = linesOf(await textOf(place, file, args));
      const range = rangeOf(args, lines.length, file.path);
      const wanted = lines.slice(range.start - 1, range.end);
      if (file.size > MOST_BYTES) checkSize(wanted, range);
      const asked = args.startLine !== undefined || args.endLine !== undefined;
      const at = { path: file.path, ...(asked && wanted.length > 0 && { lines: range }) };
      return { content: numbered(wanted, range.start), url: urlOf(parts.url(), place, at) };
    },
  });
}

type Args = z.output<typeof input>;

async function textOf({ repository }: Place, file: TreeEntry, args: Args): Promise<string> {
  const { path, size, objectId } = file;
  if (size > LARGEST_FILE) {
    throw new ToolRefusal(`${path} is larger than 32 MB: it cannot be read here.`);
  }
  const hasRange = args.startLine !== undefined || args.endLine !== undefined;
  const bytes = size > MOST_BYTES && !hasRange ? undefined : await repository.blobs.read(objectId);
  if (bytes?.subarray(0, 8_000).includes(0)) {
    throw new ToolRefusal(`${path} is a binary file: only text can be read.`);
  }
  if (bytes) return bytes.toString('utf8');
  const kilobytes = Math.ceil(size / 1024).toLocaleString('en');
  throw new ToolRefusal(
    `${path} has ${kilobytes} KB, more than the 128 KB that can be read at once: ` +
      'give startLine and endLine.',
  );
}

function rangeOf({ startLine = 1, endLine }: Args, count: number, path: string) {
  if (endLine !== undefined && endLine < startLine) {
    throw new ToolRefusal('endLine is before startLine: give the lines in order.');
  }
  if (startLine > Math.max(1, count)) {
    throw new ToolRefusal(`${path} has ${count} lines: startLine ${startLine} is after its end.`);
  }
  return { start: startLine, end: Math.min(endLine ?? count, count) };
}

function checkSize(lines: readonly string[], { start }: { readonly start: number }): void {
  let size = 0;
  const over = lines.findIndex((text) => {
    size += Buffer.byteLength(text) + 1;
    return size > MOST_BYTES;
  });
  if (over < 0) return;
  if (over === 0) throw new ToolRefusal(`Line ${start} alone has more than 128 KB.`);
  throw new ToolRefusal(
    `These lines have more than 128 KB: from line ${start} read at most to line ${start + over - 1}.`,
  );
}

function numbered(lines: readonly string[], first: number): string {
  return lines.map((text, n) => `${first + n}: ${text}`).join('\n');
}
