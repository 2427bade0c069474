import { ToolRefused } from '../../mcp/errors.js';
import { type NumberedLines, readLines } from '../../mcp/results.js';
import type { ToolCallOptions, ToolServer } from '../../mcp/tool-server.js';
import type { CitationIssue } from '../../model/answer.js';
import { differs } from './quotation.js';

export type FileTools = Pick<ToolServer, 'readFile' | 'listFiles'>;

/** A file range that an answer cites, and what it quotes from it. */
export interface CitedRange {
  readonly repo: string;
  readonly path: string;
  readonly revision?: string;
  readonly lines?: { readonly start: number; readonly end: number };
  readonly quoted: readonly string[];
}

/** What is wrong with it; undefined if nothing is, or if that is not certain. Throws as the tools do. */
export async function findIssue(
  file: CitedRange,
  tools: FileTools,
  call: ToolCallOptions,
): Promise<CitationIssue | undefined> {
  const { start, end } = file.lines ?? { start: 1, end: 1 };
  try {
    const there = await linesOf(file, { start, end }, { tools, call });
    return there === undefined ? undefined : compare(file, there);
  } catch (error) {
    if (!(error instanceof ToolRefused)) throw error;
    return whyRefused(file, tools, call);
  }
}

/** An end that is one line too late counts the last line break as a line. */
function compare({ lines, quoted }: CitedRange, there: NumberedLines): CitationIssue | undefined {
  if (lines === undefined || there.notice !== undefined) return undefined;
  if (there.first + there.lines.length < lines.end) return 'no-lines';
  return differs(quoted, there.lines) ? 'differs' : undefined;
}

/** The text of a refusal is the tool's own, so the folder is listed to find the reason. */
async function whyRefused(
  file: CitedRange,
  tools: FileTools,
  call: ToolCallOptions,
): Promise<CitationIssue | undefined> {
  const names = await namesIn(folderOf(file.path), file, { tools, call });
  if (names === 'unsure') return undefined;
  if (names?.has(baseOf(file.path))) return lacksLines(file, { tools, call });
  if (names !== undefined) return 'no-file';
  // The folder is not there; but is the repository?
  const root = await namesIn('', file, { tools, call });
  return root === undefined || root === 'unsure' ? undefined : 'no-file';
}

interface Access {
  readonly tools: FileTools;
  readonly call: ToolCallOptions;
}

/** The file exists: if its first line can be read, the cited lines do not exist. */
async function lacksLines(file: CitedRange, by: Access): Promise<CitationIssue | undefined> {
  if (file.lines === undefined) return undefined;
  const first = await unlessRefused(linesOf(file, { start: 1, end: 1 }, by));
  return first === undefined ? undefined : 'no-lines';
}

/** Undefined if the tool's result has no readable lines. */
async function linesOf(
  { repo, path, revision }: CitedRange,
  { start, end }: { start: number; end: number },
  { tools, call }: Access,
): Promise<NumberedLines | undefined> {
  const at = revision === undefined ? {} : { revision };
  const range = { startLine: start, endLine: end };
  const found = await tools.readFile({ repo, path, ...at, ...range }, call);
  return found.kind === 'record' ? readLines(found.record.content, start) : undefined;
}

/** The names of a folder's files; `unsure` if that may not be all of them. */
async function namesIn(
  folder: string,
  { repo, revision }: CitedRange,
  { tools, call }: Access,
): Promise<ReadonlySet<string> | 'unsure' | undefined> {
  const at = revision === undefined ? {} : { revision };
  const found = await unlessRefused(tools.listFiles({ repo, path: folder, ...at }, call));
  if (found === undefined) return undefined;
  if (found.kind === 'text' || found.record.notice !== undefined) return 'unsure';
  const files = found.record.files.filter(({ isDirectory }) => !isDirectory);
  return new Set(files.map(({ path }) => baseOf(path)));
}

function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof ToolRefused) return undefined;
    throw error;
  });
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
