import { roleOf } from '../../../index/file-role.js';
import type { Definition } from '../../../index/outline.js';
import { normalizedName } from '../../../index/terms.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { isCommentLine } from '../passages/doc-comment.js';
import type { SourceFile } from '../passages/source-file.js';
import { isCalledTest } from '../passages/test-code.js';
import type { AskedValue } from '../text/asked-value.js';
import { indent } from '../text/indent.js';
import { type AskedInLine, askedInLine } from './asked-line.js';
import type { ConstantValue } from './constant-value.js';
import { declaredValue, openersOf } from './declared-value.js';
import type { DocumentedValue } from './documented-value.js';
import { isSample } from './option-in-documents.js';
import type { DeclaredOption } from './option-line.js';
import { fallbackIn } from './setting-lines.js';
import { entryText, isPlainValue, isTimeFromNow } from './value-in-line.js';

/** A line that sets something to a value. */
export interface ValueLine {
  readonly file: SourceFile;
  readonly line: number;
  readonly name: string;
  /** Behind the name. */
  readonly rest: string;
  /** As it is written; nothing if only the whole line tells. */
  readonly value?: string;
  /** What its value names, if that is clear. */
  readonly constant?: ConstantValue;
  /** Whether it is in a file of configuration. */
  readonly isSetting: boolean;
  /** An argument of a call or a rule: the rest of its line says what it is for. */
  readonly isArgument: boolean;
  /** Said to be the default, by a document or the tag of a field: `comment` is what it is for. */
  readonly isDocumented: boolean;
  /** The section or the object that it is in, in a file of configuration. */
  readonly section?: string;
  /** Definitions that it is in, outermost first. */
  readonly around: readonly Definition[];
  /** The lines that it is indented below, innermost first. */
  readonly openers: readonly string[];
  /** The comment above it, and its first line. */
  readonly comment?: { readonly start: number; readonly text: string };
  readonly isSample: boolean;
}

const MAX_COMMENT_LINES = 4;

/** What a line sets, and where it is; nothing if it sets nothing, or is a test's. */
export function valueLine(
  file: SourceFile,
  line: number,
  asked: AskedValue,
): ValueLine | undefined {
  const text = entryText(file.lines, line);
  const set = askedInLine(text, file.path, asked);
  if (!set) return undefined;
  const isSetting = roleOf(file.path) === 'setting';
  const around = definitionsAround(file, line).filter((one) => one.line < line);
  if (!isSetting && around.some(isCalledTest)) return undefined;
  const { value, constant } = keptValue(text, { file, line, isSetting, ...set });
  const section = isSetting ? sectionOf(file, line) : undefined;
  const comment = commentAbove(file, line);
  return {
    file,
    line,
    name: set.name,
    rest: set.value,
    ...(value !== undefined && { value }),
    ...(constant && { constant: { file, ...constant } }),
    isSetting,
    isArgument: set.isArgument,
    isDocumented: false,
    ...(section !== undefined && { section }),
    around,
    openers: isSetting ? [] : openersOf(file.lines, line),
    ...(comment && { comment }),
    isSample: isSample(file.path),
  };
}

/** As a line of its own kind, so that it is judged among the others. */
export function documentedLine(
  file: SourceFile,
  { name, value, text, start }: DocumentedValue,
): ValueLine {
  return {
    file,
    line: start,
    name,
    value,
    rest: value,
    isSetting: true,
    isArgument: false,
    isDocumented: true,
    around: file.path.endsWith('.go') ? definitionsAround(file, start) : [],
    openers: [],
    comment: { start, text },
    isSample: false,
  };
}

function keptValue(
  text: string,
  set: AskedInLine & {
    readonly file: SourceFile;
    readonly line: number;
    readonly isSetting: boolean;
  },
): { readonly value: string | undefined; readonly constant?: DeclaredOption['constant'] } {
  if (set.isSetting) return { value: settingValue(set.value) };
  return set.isArgument ? { value: set.value } : codeValue(text, set);
}

function settingValue(value: string): string | undefined {
  return value.length > 80 || /^[|>{[]|[{[(]$/.test(value) ? undefined : value;
}

function codeValue(
  text: string,
  set: {
    readonly file: SourceFile;
    readonly line: number;
    readonly name: string;
    readonly value: string;
  },
): { readonly value: string | undefined; readonly constant?: DeclaredOption['constant'] } {
  const own = ownDefault(set.name, set.value) ?? LIST_OF_FALLBACKS.exec(set.value)?.[1];
  if (own !== undefined) return { value: own };
  const last = FALLBACK_AT_END.exec(set.value)?.[1];
  if (last !== undefined || isTimeFromNow(set.value)) return { value: last ?? set.value };
  const isCall =
    /\(.{1,200},/.test(set.value) && !/\b(?:default|initial|fallback)\b/i.test(set.value);
  if (isCall) return { value: isPlainValue(set.value) ? set.value : undefined };
  const { standard, constant } = declaredValue(text, set);
  if (standard !== undefined && (isPlainValue(standard) || constant || isNamedConstant(standard)))
    return { value: standard, ...(constant && { constant }) };
  const plain = isPlainValue(set.value) ? set.value : fallbackIn(text);
  return { value: plain?.trim() };
}

function isNamedConstant(value: string): boolean {
  return /^(?:[A-Z]\w*(?:\.|::))*[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(value);
}

/** `[args.port, process.env.PORT, 3001]` */
const LIST_OF_FALLBACKS = /^\[.{0,120}\benv\b.{0,120},\s*("[^"]{0,60}"|'[^']{0,60}'|\d[\d_]*)\]$/;

/** `parseInt(query.limit) || 10` */
const FALLBACK_AT_END = /(?:\|\||\?\?)\s*(\d[\d_.]*|"[^"]{0,60}"|'[^']{0,60}')\)?$/;

/** 10 in `PORT = number("PORT", 10)` and in `port: or(given.Port, 10)`. */
function ownDefault(name: string, value: string): string | undefined {
  const [, read = '', standard] = READ_WITH_DEFAULT.exec(value) ?? [];
  return normalizedName(read) === normalizedName(name) ? standard : undefined;
}

const READ_WITH_DEFAULT =
  /\(\s*["']?(?:\w{1,40}\.){0,3}([\w.-]{2,60})["']?,\s*("[^"]{0,60}"|'[^']{0,60}'|\d[\w.]{0,20}(?:\s?\*\s?[\w.]{1,30}){0,3})\s*\)/;

function sectionOf({ lines, path }: SourceFile, line: number): string | undefined {
  if (/\.(?:ini|conf|cfg|toml)$/i.test(path)) {
    const header = lines.slice(0, line - 1).findLast((text) => /^\s*\[[^\]]+\]\s*$/.test(text));
    return header?.trim();
  }
  const keys = openersOf(lines, line).map(
    (opener) => /^\s*(?:-\s+)?["']?([\w.-]+)["']?\s*:/.exec(opener)?.[1] ?? '',
  );
  const parents = keys.filter(Boolean).toReversed().join('.');
  return parents === '' ? undefined : parents;
}

/** Directly above, and as far indented. */
function commentAbove({ lines }: SourceFile, line: number): ValueLine['comment'] {
  const depth = indent(lines[line - 1] ?? '');
  let start = line;
  while (start > 1 && line - start < MAX_COMMENT_LINES && isComment(lines[start - 2] ?? '', depth))
    start -= 1;
  if (start === line) return undefined;
  const text = lines
    .slice(start - 1, line - 1)
    .map((one) => one.replace(/^\s*(?:#+|;+|\/\/+|\/?\*+\/?|--)\s?/, '').trim())
    .join(' ')
    .replace(/\s*\*\/$/, '')
    .trim();
  return text === '' ? undefined : { start, text };
}

function isComment(text: string, depth: number): boolean {
  return (
    (isCommentLine(text) || /^\s*[;#]/.test(text)) &&
    indent(text) >= depth &&
    !/^\s*#?\s*[\w.]+\s*=/.test(text)
  );
}
