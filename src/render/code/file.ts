import type { FileList } from '../../mcp/records.js';
import type { CodeCall } from '../../model/code.js';
import type { LineSpan, Links } from '../markdown/instance-link.js';
import * as codeTexts from '../texts/code.js';
import { fileHead } from './searches.js';
import {
  groupLines,
  languageOf,
  linkTo,
  type PageLink,
  type ToolResultView,
} from './tool-result-view.js';

type Read = CodeCall & { readonly tool: 'read' };
type List = CodeCall & { readonly tool: 'ls' };

/** How many lines are shown by default. */
const LINES = 100;
/** How many lines "More lines" adds at each end, and "Fewer lines" removes. */
const STEP = 10;

/** The lines to read: those asked for and one more, which tells whether the file goes on. */
export function rangeOf(call: Read): { startLine: number; endLine: number } {
  const { first, last } = requestedSpan(call);
  const startLine = Math.max(1, first);
  return { startLine, endLine: Math.max(startLine, last) + 1 };
}

/** Begins before line 1 if more lines are requested than there are. */
function requestedSpan({ startLine, endLine, around = 0 }: Read): LineSpan {
  const first = startLine ?? Math.max(1, (endLine ?? LINES) - LINES + 1);
  const last = endLine ?? first + LINES - 1;
  return { first: first - around, last: last + around };
}

export interface FileLines {
  /** The first one's number. */
  readonly first: number;
  readonly lines: readonly string[];
  readonly notice?: string | undefined;
}

/** `codeSize`: the most characters of code on a page. */
export function fileResult(
  call: Read,
  { first, lines, notice }: FileLines,
  { links, codeSize }: { readonly links: Links; readonly codeSize: number },
): ToolResultView {
  const { endLine } = rangeOf(call);
  const wanted = lines.slice(0, Math.max(0, endLine - first));
  const shown = fitting(wanted, codeSize);
  const span = { first, last: first + shown.length - 1 };
  const continues = lines.length > shown.length;
  const code = { text: shown.join('\n'), language: languageOf(call.path), first };
  return {
    head: fileHead({ ...call, lines: shown.length === 0 ? undefined : span }, links),
    items: shown.length === 0 ? [] : [{ code }],
    none: codeTexts.nothingFound(call),
    notice,
    pageLinks: [...lineRangeLinks(call, span, continues), historyLink(call)],
  };
}

/** As many whole lines as fit, at least one. */
function fitting(lines: readonly string[], codeSize: number): readonly string[] {
  let used = 0;
  const tooMany = lines.findIndex((line, i) => {
    used += JSON.stringify(line).length + 6;
    return i > 0 && used > codeSize;
  });
  return tooMany < 0 ? lines : lines.slice(0, tooMany);
}

function lineRangeLinks(call: Read, { first, last }: LineSpan, continues: boolean): PageLink[] {
  if (last < first) return [];
  const { startLine: _start, endLine: _end, around: _around, ...file } = call;
  const to = (label: string, startLine: number, endLine: number) =>
    linkTo(label, { ...file, startLine: Math.max(1, startLine), endLine });
  const step = Math.max(LINES / 2, last - first + 1);
  return [
    ...(first > 1 ? [to(codeTexts.previousLinesLabel, first - step, first - 1)] : []),
    ...(continues ? [to(codeTexts.nextLinesLabel, last + 1, last + step)] : []),
    ...(continues || first > 1 ? [linkTo(codeTexts.widerLabel, withAround(call, STEP))] : []),
    ...(canShrink(call, { last, continues })
      ? [linkTo(codeTexts.narrowerLabel, withAround(call, -STEP))]
      : []),
  ];
}

/** The requested range stays in the call, so that the same lines come back in the other direction. */
function withAround({ around = 0, ...call }: Read, more: number): Read {
  return around + more === 0 ? call : { ...call, around: around + more };
}

/** Whether "Fewer lines" would leave some of the shown lines, and not all of them. */
function canShrink(
  call: Read,
  shown: { readonly last: number; readonly continues: boolean },
): boolean {
  const { first, last } = requestedSpan(call);
  const inner = { first: first + STEP, last: last - STEP };
  if (inner.last < inner.first || shown.continues) return inner.last >= inner.first;
  return inner.first <= shown.last && (inner.first > 1 || inner.last < shown.last);
}

function historyLink({ repo, path }: Read): PageLink {
  return linkTo(codeTexts.historyLabel, { tool: 'commits', repos: [repo], files: [path] });
}

export function folderResult(
  call: List,
  { files, notice }: FileList,
  links: Links,
): ToolResultView {
  const { repo, path = '', revision } = call;
  const location = { repo, revision };
  const sorted = files.toSorted((a, b) => Number(b.isDirectory) - Number(a.isDirectory));
  const entries = sorted.map((entry) => {
    const folder = entry.isDirectory;
    const url = folder
      ? links.folder({ ...location, path: entry.path })
      : links.file({ ...location, path: entry.path });
    const icon = folder ? ':file_folder:' : ':page_facing_up:';
    return `${icon} ${codeTexts.linkOrText(entry.path + (folder ? '/' : ''), url)}`;
  });
  const root = codeTexts.linkOrText(path === '' ? repo : path, links.folder({ ...location, path }));
  const inRepo = path === '' ? '' : codeTexts.inlineText(repo);
  const count = files.length === 0 ? '' : codeTexts.entryCount(files.length, notice !== undefined);
  return {
    head: codeTexts.joinFacts(root + codeTexts.atRevision(revision), inRepo, count),
    items: groupLines(entries),
    entries: sorted.map(({ path, isDirectory }) => path + (isDirectory ? '/' : '')),
    none: codeTexts.nothingFound(call),
    notice,
    pageLinks: parentLink(call),
  };
}

function parentLink({ path, ...call }: List): PageLink[] {
  if (path === undefined || path === '.' || path === '') return [];
  const above = path
    .replace(/(?<!\/)\/+$/, '')
    .split('/')
    .slice(0, -1)
    .join('/');
  return [linkTo(codeTexts.upLabel, above === '' ? call : { ...call, path: above })];
}
