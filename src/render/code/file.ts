import type { FileList } from '../../mcp/records.js';
import type { CodeCall } from '../../model/code.js';
import type { Links, Span } from '../instance-link.js';
import * as words from '../texts/code.js';
import { languageOf } from './language.js';
import { fileHead } from './searches.js';
import { inTexts, type Move, moveTo, type Sheet } from './sheet.js';

type Read = CodeCall & { readonly do: 'read' };
type List = CodeCall & { readonly do: 'ls' };

/** So many lines are shown where nobody says how many. */
export const LINES = 100;
/** By so many lines a range grows at each end. */
const WIDER = 20;

/** What is wanted of a file, and a line more, which tells whether it goes on. */
export function rangeOf({ startLine, endLine }: Read): { startLine: number; endLine: number } {
  const first = startLine ?? Math.max(1, (endLine ?? LINES) - LINES + 1);
  return { startLine: first, endLine: (endLine ?? first + LINES - 1) + 1 };
}

export interface FileLines {
  /** The first one's number. */
  readonly first: number;
  readonly lines: readonly string[];
  readonly notice?: string | undefined;
}

/** `room`: how many characters of code are shown at once. */
export function fileSheet(
  call: Read,
  { first, lines, notice }: FileLines,
  { links, room }: { readonly links: Links; readonly room: number },
): Sheet {
  const { endLine } = rangeOf(call);
  const wanted = lines.slice(0, Math.max(0, endLine - first));
  const shown = fitting(wanted, room);
  const span = { first, last: first + shown.length - 1 };
  const goesOn = lines.length > shown.length;
  const code = { text: shown.join('\n'), language: languageOf(call.path), first };
  return {
    head: fileHead({ ...call, lines: shown.length === 0 ? undefined : span }, links),
    items: shown.length === 0 ? [] : [{ code }],
    none: words.none(call),
    notice,
    moves: [...linesMoves(call, span, goesOn), history(call)],
  };
}

/** As many whole lines as there is room for, and one at least. */
function fitting(lines: readonly string[], room: number): readonly string[] {
  let used = 0;
  const over = lines.findIndex((line, i) => {
    used += JSON.stringify(line).length + 6;
    return i > 0 && used > room;
  });
  return over < 0 ? lines : lines.slice(0, over);
}

function linesMoves(call: Read, { first, last }: Span, goesOn: boolean): Move[] {
  if (last < first) return [];
  const { startLine: _start, endLine: _end, ...file } = call;
  const to = (label: string, startLine: number, endLine: number) =>
    moveTo(label, { ...file, startLine: Math.max(1, startLine), endLine });
  const many = Math.max(LINES / 2, last - first + 1);
  const inner = Math.floor((last - first + 1) / 4);
  return [
    ...(first > 1 ? [to(words.previousLinesLabel, first - many, first - 1)] : []),
    ...(goesOn ? [to(words.nextLinesLabel, last + 1, last + many)] : []),
    ...(goesOn || first > 1 ? [to(words.widerLabel, first - WIDER, last + WIDER)] : []),
    ...(inner > 1 ? [to(words.narrowerLabel, first + inner, last - inner)] : []),
  ];
}

function history({ repo, path }: Read): Move {
  return moveTo(words.historyLabel, { do: 'commits', repos: [repo], files: [path] });
}

export function listSheet(call: List, { files, notice }: FileList, links: Links): Sheet {
  const { repo, path = '', revision } = call;
  const place = { repo, revision };
  const sorted = files.toSorted((a, b) => Number(b.isDirectory) - Number(a.isDirectory));
  const entries = sorted.map((entry) => {
    const folder = entry.isDirectory;
    const url = folder
      ? links.folder({ ...place, path: entry.path })
      : links.file({ ...place, path: entry.path });
    const icon = folder ? ':file_folder:' : ':page_facing_up:';
    return `${icon} ${words.linked(entry.path + (folder ? '/' : ''), url)}`;
  });
  const root = words.linked(path === '' ? repo : path, links.folder({ ...place, path }));
  const inRepo = path === '' ? '' : words.name(repo);
  const count = files.length === 0 ? '' : words.entries(files.length, notice !== undefined);
  return {
    head: words.facts(root + words.atRevision(revision), inRepo, count),
    items: inTexts(entries),
    entries: sorted.map(({ path, isDirectory }) => path + (isDirectory ? '/' : '')),
    none: words.none(call),
    notice,
    moves: upwards(call),
  };
}

function upwards({ path, ...call }: List): Move[] {
  if (path === undefined || path === '.' || path === '') return [];
  const above = path.replace(/\/+$/, '').split('/').slice(0, -1).join('/');
  return [moveTo(words.upLabel, above === '' ? call : { ...call, path: above })];
}
