import { z } from 'zod';
import { fileNameOf } from '../../git/file-path.js';
import { decodePath } from '../../http/decode-path.js';
import type { LineRange } from '../../index/chunks.js';
import { parseSourcePagePath } from '../../pages/paths.js';
import { citedName, type FileVersion } from './evidence.js';

/** A tool result as the model sees it. */
export interface RenderedResult {
  readonly text: string;
  /** The lines of files in the text. */
  readonly lines: readonly (FileVersion & LineRange)[];
}

const ChunkOutput = z.object({ startLine: z.int(), content: z.string() });
const notice = z.string().optional();
/** The outputs that contain lines of files. Others are shown as JSON. */
const ReadFileOutput = z.object({ content: z.string(), url: z.string() });
const SearchOutput = z.object({
  blocks: z.array(
    z.object({ repo: z.string(), file: z.string(), url: z.string(), chunks: z.array(ChunkOutput) }),
  ),
  notice,
});
const NavigationOutput = z.object({
  fileBlocks: z.array(
    z.object({
      type: z.string(),
      repo: z.string(),
      file: z.string(),
      rev: z.string().optional(),
      chunks: z.array(ChunkOutput),
    }),
  ),
  notice,
});

/** Consecutive lines of a file; none if only its name matches. */
interface FileLines {
  readonly file: FileVersion;
  readonly first: number;
  readonly lines: readonly string[];
}

const MAX_LINE_LENGTH = 1_000;
const TRUNCATION_NOTE = '[Truncated: ask for fewer lines or fewer results.]';

/**
 * Renders a tool's output within a size. `lines` has only what is really in the text. The names of
 * the repositories tell where a name with slashes begins in a URL.
 */
export function renderToolResult(
  record: object,
  maxCharacters: number,
  repositories: readonly string[],
): RenderedResult {
  const parsed = fileLinesOf(record, repositories);
  if (!parsed) return truncateResult(JSON.stringify(record, null, 1), maxCharacters);
  const parts = [...(parsed.notice ? [parsed.notice] : [])];
  const lines: (FileVersion & LineRange)[] = [];
  let left = maxCharacters - TRUNCATION_NOTE.length - (parsed.notice?.length ?? 0);
  for (const fileLines of parsed.of) {
    const { text, count } = renderWithin(fileLines, left);
    left -= text.length + 1;
    const whole = count === fileLines.lines.length && left >= 0;
    if (count > 0) {
      lines.push({ ...fileLines.file, start: fileLines.first, end: fileLines.first + count - 1 });
    }
    if (count > 0 || whole) parts.push(text);
    if (!whole) return { text: [...parts, TRUNCATION_NOTE].join('\n'), lines };
  }
  return { text: parts.join('\n') || 'No results.', lines };
}

/** Without the advice to a model that asked for it. */
export function withoutTruncationNote({ text, lines }: RenderedResult): RenderedResult {
  return { text: text.replace(`\n${TRUNCATION_NOTE}`, ''), lines };
}

/** For plain texts, such as an error message. */
export function truncateResult(text: string, maxCharacters: number): RenderedResult {
  if (text.length <= maxCharacters) return { text, lines: [] };
  return {
    text: `${text.slice(0, Math.max(0, maxCharacters - TRUNCATION_NOTE.length - 1))}\n${TRUNCATION_NOTE}`,
    lines: [],
  };
}

function renderWithin(
  { file, first, lines }: FileLines,
  maxCharacters: number,
): { text: string; count: number } {
  let text = citedName(file);
  let count = 0;
  for (const line of lines) {
    const more = `\n${first + count}: ${truncateLine(line)}`;
    if (text.length + more.length > maxCharacters) break;
    text += more;
    count += 1;
  }
  return { text, count };
}

function truncateLine(line: string): string {
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line;
}

function fileLinesOf(
  record: unknown,
  repositories: readonly string[],
): { of: FileLines[]; notice?: string | undefined } | undefined {
  const read = ReadFileOutput.safeParse(record).data;
  if (read) return { of: readFileLines(read, repositories) };
  const found = SearchOutput.safeParse(record).data;
  if (found) return { of: found.blocks.flatMap(searchLines), notice: found.notice };
  const named = NavigationOutput.safeParse(record).data;
  if (named) return { of: named.fileBlocks.flatMap(navigationLines), notice: named.notice };
  return undefined;
}

/** Lines are `12: text`. The URL says which file they are of. */
function readFileLines(
  { content, url }: z.output<typeof ReadFileOutput>,
  repositories: readonly string[],
): FileLines[] {
  const file = fileOfPage(url, repositories);
  const rows = content === '' ? [] : content.split('\n');
  const first = Number(/^\d+/.exec(content)?.[0] ?? 1);
  return file ? [{ file, first, lines: rows.map((row) => row.replace(/^\d+: /, '')) }] : [];
}

function searchLines(block: z.output<typeof SearchOutput>['blocks'][number]): FileLines[] {
  const { repo, file: path, url, chunks } = block;
  const rev = fileOfPage(url, [repo])?.rev;
  return chunkLines({ repo, path, ...(rev && { rev }) }, chunks);
}

function navigationLines(
  block: z.output<typeof NavigationOutput>['fileBlocks'][number],
): FileLines[] {
  const { repo, file: path, rev, chunks } = block;
  return chunkLines({ repo, path, ...(rev && { rev }) }, chunks);
}

function chunkLines(
  file: FileVersion,
  chunks: readonly z.output<typeof ChunkOutput>[],
): FileLines[] {
  if (chunks.length === 0) return [{ file, first: 1, lines: [] }];
  return chunks.map(({ startLine, content }) => {
    return { file, first: startLine, lines: content.split('\n') };
  });
}

/** The file that a page shows, by the page's URL; the service's own URL may have a path. */
function fileOfPage(url: string, repositories: readonly string[]): FileVersion | undefined {
  const pagePath = url.replace(/^https?:\/\/[^/]*/, '').replace(/\?.*$/, '');
  const { name, revision: rev, kind, rest: path } = parseSourcePagePath(decodePath(pagePath));
  if (kind !== 'blob') return undefined;
  const [longest] = repositories
    .filter((repository) => name.endsWith(`/${repository}`))
    .sort((a, b) => b.length - a.length);
  return { repo: longest ?? fileNameOf(name), path, ...(rev && { rev }) };
}
