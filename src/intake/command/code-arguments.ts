import {
  CODE_SYNTAX,
  type CodeArguments,
  type CodeMistake,
  type CodeOption,
  type CodeSyntax,
  type CodeTool,
} from '../../model/code.js';
import { type CodeToken, nearest } from './code-tokens.js';

/** The arguments do not fit the tool. */
export class InvalidCall {
  constructor(
    readonly mistake: CodeMistake,
    /** Corrects the text of the call, if a correction is likely. */
    readonly correct?: (text: string) => string,
  ) {}
}

type Arguments = Record<string, CodeArguments[string]>;

/** The arguments of a call by parameter; their values are not checked yet. */
export function parseCodeArguments(
  tool: CodeTool,
  tokens: readonly CodeToken[],
): CodeArguments | InvalidCall {
  const syntax = CODE_SYNTAX[tool];
  const options = takeOptions(syntax, tokens);
  if (options instanceof InvalidCall) return options;
  const { words, revision } = takeRevision(syntax, options.words);
  const positional = takePositional(syntax, words);
  if (positional instanceof InvalidCall) return positional;
  const args = { ...positional, ...revision, ...options.args };
  return tool === 'read' ? withLines(args) : args;
}

type Word = CodeToken & { readonly word: string };

function takeOptions(syntax: CodeSyntax, tokens: readonly CodeToken[]) {
  const args: Arguments = {};
  const words: Word[] = [];
  const remaining = tokens.toReversed();
  for (let token = remaining.pop(); token !== undefined; token = remaining.pop()) {
    if (token.option === undefined) {
      words.push(token);
      continue;
    }
    const name = token.option.toLowerCase();
    const option = syntax.options[name];
    if (option === undefined) return unknownOption(syntax, token.option);
    const invalid = takeValue(args, { name, option, attached: token.value }, remaining);
    if (invalid !== undefined) return invalid;
  }
  return { args, words };
}

interface TypedOption {
  readonly name: string;
  readonly option: CodeOption;
  /** The value after `=`. */
  readonly attached: string | undefined;
}

/** The value of an option follows `=`, or is the next word. */
function takeValue(
  args: Arguments,
  { name, option, attached }: TypedOption,
  remaining: CodeToken[],
): InvalidCall | undefined {
  const { param, kind } = option;
  if (kind === 'flag') {
    args[param] = true;
    return undefined;
  }
  const value = attached ?? nextWord(remaining);
  if (value === undefined) return new InvalidCall({ kind: 'missing-value', option: name });
  if (kind === 'text' || kind === 'cursor') args[param] = value;
  else if (kind === 'texts') args[param] = [...([args[param] ?? []].flat() as string[]), value];
  else if (/^-?\d{1,9}$/.test(value)) args[param] = Number(value);
  else return new InvalidCall({ kind: 'invalid-value', option: param, typed: value });
  return undefined;
}

function nextWord(remaining: CodeToken[]): string | undefined {
  const token = remaining.at(-1);
  if (token?.option !== undefined) return undefined;
  remaining.pop();
  return token?.word;
}

function unknownOption(syntax: CodeSyntax, typed: string): InvalidCall {
  const suggestion = nearest(typed, Object.keys(syntax.options));
  if (suggestion === undefined) return new InvalidCall({ kind: 'unknown-option', typed });
  const written = new RegExp(`(?<=^|\\s)(?:--|[—–]-?)${typed}(?=[\\s=]|$)`);
  const correct = (text: string) => text.replace(written, `--${suggestion}`);
  return new InvalidCall({ kind: 'unknown-option', typed, suggestion }, correct);
}

/** `@main` at the end, if the tool takes a revision. */
function takeRevision(syntax: CodeSyntax, words: readonly Word[]) {
  const last = words.at(-1);
  const isRevision = last !== undefined && isUnquoted(last) && /^@./.test(last.word);
  const takesRevision = syntax.options['rev'] !== undefined;
  if (!isRevision || !takesRevision || isRequiredPath(syntax, words.length)) {
    return { words, revision: {} };
  }
  return { words: words.slice(0, -1), revision: { revision: last.word.slice(1) } };
}

/** A path may begin with `@` as well. */
function isRequiredPath({ positional, required }: CodeSyntax, count: number): boolean {
  return count <= required && positional[count - 1] === 'path';
}

function isUnquoted(token: CodeToken): boolean {
  return token.option === undefined && !token.quoted;
}

function takePositional(
  { positional: params, rest }: CodeSyntax,
  typed: readonly Word[],
): Arguments | InvalidCall {
  const words = typed.flatMap((each, i) => (i === 1 ? revisionsIn(params, each) : [each.word]));
  const extra = rest === undefined ? words[params.length] : undefined;
  if (extra !== undefined) {
    return new InvalidCall({ kind: 'extra-word', typed: extra }, (text) => text.replace(extra, ''));
  }
  const args = params.flatMap((param, i): [string, CodeArguments[string]][] => {
    const isRest = rest !== undefined && i === params.length - 1;
    const taken = isRest ? words.slice(i) : words.slice(i, i + 1);
    if (taken.length === 0) return [];
    if (param === 'repos') return [[param, taken.join('').split(',').filter(Boolean)]];
    return [[param, rest === 'each' && i > 0 ? taken : taken.join(' ')]];
  });
  return Object.fromEntries(args);
}

/** `main..feature` is two words; git's `main...feature` means the same here. */
function revisionsIn(params: readonly string[], { word }: Word): string[] {
  const range = params.includes('head') ? /^(.+?)\.{2,3}(.+)$/s.exec(word) : null;
  return range === null ? [word] : range.slice(1);
}

/** `src/queue.ts:10-40`, or as in a link: `src/queue.ts?L10-40`. */
function withLines({ lines, ...args }: Arguments): CodeArguments | InvalidCall {
  const { path } = args;
  if (typeof lines === 'string') return withLineRange(args, lines);
  const found = typeof path === 'string' ? /^(.+?)(?::|[#?](?=L))([L\d–-]+)$/.exec(path) : null;
  const [, bare, range] = found ?? [];
  return bare === undefined || range === undefined
    ? args
    : withLineRange({ ...args, path: bare }, range);
}

const LINES = /^L?(\d{1,8})?(?:([-–])(?:L?(\d{1,8}))?)?$/;

/** Adds a typed range of lines, such as `10-40`. */
export function withLineRange(args: Arguments, typed: string): CodeArguments | InvalidCall {
  if (typed === 'all') return args;
  const [all, from, dash, to] = LINES.exec(typed) ?? [];
  if (all === undefined || (from === undefined && to === undefined)) {
    return new InvalidCall({ kind: 'line-range', typed });
  }
  const end = dash === undefined ? from : to;
  if (from !== undefined && end !== undefined && Number(from) > Number(end)) {
    const swapped = `${end}-${from}`;
    return new InvalidCall({ kind: 'line-range', typed }, (text) => text.replace(typed, swapped));
  }
  return {
    ...args,
    ...(from !== undefined && { startLine: Number(from) }),
    ...(end !== undefined && { endLine: Number(end) }),
  };
}
