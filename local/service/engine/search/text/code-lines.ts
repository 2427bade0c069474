import { extensionOf } from '../../../index/outline.js';
import { STRINGS_NOT_LIFETIMES } from './quoted-strings.js';

/**
 * The lines of a file of code without its comments, documentation and texts of several lines; none of them is removed. Strings
 * within a line stay: code may be in them. Files that are no code stay as they are.
 */
export function codeLines(path: string, lines: readonly string[]): readonly string[] {
  const token = TOKENS.get(extensionOf(path));
  if (!token) return lines;
  const code: string[] = [];
  const endsBehind = lastEnds(lines);
  let text: Text | undefined;
  lines.forEach((whole, n) => {
    const line = whole.slice(0, MAX_LINE_LENGTH);
    const rest = text ? behindText(line, text) : line;
    if (rest === undefined) {
      code.push(MAY_RUN.test(line) && text?.isLine ? line : '');
      return;
    }
    const read = withoutTexts(rest, token);
    code.push(read.code);
    // What never ends was no text.
    text = read.opened && endsBehind(n, read.opened) ? read.opened : undefined;
  });
  return code;
}

const MAX_LINE_LENGTH = 1_000;
/** `#{…}` in Ruby, `{$…}` in PHP. */
const MAY_RUN = /#\{|\{\$/;

/** A comment or a text that goes on behind the line that opens it. */
interface Text {
  readonly end: string;
  /** Its end begins a line, as that of a here-document. */
  readonly isLine: boolean;
}

/** Tells whether a text ends behind a line. The last end of each kind is looked for once. */
function lastEnds(lines: readonly string[]): (line: number, text: Text) => boolean {
  const last = new Map<string, number>();
  return (line, text) => {
    const key = `${text.isLine} ${text.end}`;
    const known = last.get(key);
    // Here-documents may have any number of names.
    if (known === undefined && last.size >= MAX_ENDS) return false;
    const found = known ?? lines.findLastIndex((one) => behindText(one, text) !== undefined);
    last.set(key, found);
    return found > line;
  };
}

const MAX_ENDS = 50;

/** What follows the end of a text in a line; `undefined` if the line does not end it. */
function behindText(line: string, { end, isLine }: Text): string | undefined {
  const trimmed = line.trimStart();
  if (isLine)
    return trimmed.startsWith(end) && !/^\w/.test(trimmed.slice(end.length)) ? '' : undefined;
  const at = line.indexOf(end);
  return at < 0 ? undefined : line.slice(at + end.length);
}

interface Read {
  readonly code: string;
  /** What the line opens and does not end. */
  readonly opened?: Text | undefined;
}

function withoutTexts(line: string, token: RegExp): Read {
  let code = '';
  let from = 0;
  let here: Text | undefined;
  token.lastIndex = 0;
  for (let found = token.exec(line); found; found = token.exec(line)) {
    const { comment, block, long, tag } = found.groups ?? {};
    if (comment !== undefined) return { code: code + line.slice(from, found.index), opened: here };
    if (tag !== undefined) here = { end: tag, isLine: true };
    const opening = block ?? long;
    if (opening === undefined) continue;
    const end = ENDS[opening] ?? opening;
    code += line.slice(from, found.index) + (long === undefined ? ' ' : '""');
    const at = line.indexOf(end, token.lastIndex);
    if (at < 0) return { code, opened: { end, isLine: opening === '=begin' } };
    from = at + end.length;
    token.lastIndex = from;
  }
  return { code: code + line.slice(from), opened: here };
}

const ENDS: Readonly<Record<string, string>> = {
  '/*': '*/',
  '--[[': ']]',
  '{-': '-}',
  '=begin': '=end',
};

const STRING = `${STRINGS_NOT_LIFETIMES.source}|\`[^\`]*\``;
/** In languages that have none, three quotes are an empty string and the start of another one. */
const LONG = /(?<long>"{3}|'{3})/.source;
const BLOCK = /(?<![^\s;{}()[\],])(?<block>\/\*)/.source;
const SLASHES = /(?<comment>(?<![:\\])\/\/)/.source;
const HASH = /(?<comment>(?<!\S)#)/.source;
const SLASHES_OR_HASH = /(?<comment>(?<![:\\])\/\/|(?<!\S)#(?!\[))/.source;

/** What may begin a comment or a text; the first that fits is it. */
const TOKENS: ReadonlyMap<string, RegExp> = new Map([
  ...tokens('ts tsx mts cts js jsx mjs cjs vue svelte go rs cs c h cc cpp cxx hh hpp m mm zig', [
    STRING,
    SLASHES,
    BLOCK,
  ]),
  ...tokens('java kt kts scala sc swift dart groovy gradle', [LONG, STRING, SLASHES, BLOCK]),
  ...tokens('php', [/<<<['"]?(?<tag>\w+)/.source, STRING, SLASHES_OR_HASH, BLOCK]),
  ...tokens('py pyi ex exs', [LONG, STRING, HASH]),
  ...tokens('rb rake', [/<<[~-]['"]?(?<tag>\w+)['"]?|^(?<block>=begin)\b/.source, STRING, HASH]),
  ...tokens('lua', [STRING, /(?<block>--\[\[)|(?<comment>--)/.source]),
  ...tokens('hs', [STRING, /(?<block>\{-)|(?<comment>(?<!\S)--)/.source]),
  ...tokens('sh bash zsh', [STRING, HASH]),
]);

function tokens(extensions: string, patterns: readonly string[]): [string, RegExp][] {
  const token = new RegExp(patterns.join('|'), 'g');
  return extensions.split(' ').map((extension) => [extension, token]);
}
