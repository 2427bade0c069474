import {
  CODE_SYNTAX,
  type CodeArguments,
  type CodeMistake,
  type CodeOption,
  type CodeSyntax,
  type CodeVerb,
} from '../../model/code.js';
import { type CodeToken, nearest } from './code-tokens.js';

/** What is wrong with a call. */
export class InvalidCall {
  constructor(
    readonly fault: CodeMistake,
    /** Corrects the text of the call, where a correction is likely. */
    readonly correct?: (text: string) => string,
  ) {}
}

type Given = Record<string, CodeArguments[string]>;

/** The arguments of a call by parameter; their values are not checked yet. */
export function gatherArguments(
  verb: CodeVerb,
  words: readonly CodeToken[],
): CodeArguments | InvalidCall {
  const form = CODE_SYNTAX[verb];
  const options = takeOptions(form, words);
  if (options instanceof InvalidCall) return options;
  const { plain, revision } = takeRevision(form, options.left);
  const named = takeWords(form, plain);
  if (named instanceof InvalidCall) return named;
  return verb === 'read'
    ? withLines({ ...named, ...revision, ...options.given })
    : { ...named, ...revision, ...options.given };
}

type Plain = CodeToken & { readonly word: string };

function takeOptions(form: CodeSyntax, words: readonly CodeToken[]) {
  const given: Given = {};
  const left: Plain[] = [];
  const waiting = words.toReversed();
  for (let word = waiting.pop(); word !== undefined; word = waiting.pop()) {
    if (word.option === undefined) {
      left.push(word);
      continue;
    }
    const name = word.option.toLowerCase();
    const option = form.options[name];
    if (option === undefined) return unknownOption(form, word.option);
    const fault = take(given, { name, option, said: word.value }, waiting);
    if (fault !== undefined) return fault;
  }
  return { given, left };
}

interface Taking {
  readonly name: string;
  readonly option: CodeOption;
  readonly said: string | undefined;
}

/** The value of an option is what is written behind it, or else the next word. */
function take(
  given: Given,
  { name, option, said }: Taking,
  next: CodeToken[],
): InvalidCall | undefined {
  const { param, kind } = option;
  if (kind === 'flag') {
    given[param] = true;
    return undefined;
  }
  const value = said ?? nextWord(next);
  if (value === undefined) return new InvalidCall({ kind: 'no-value', option: name });
  if (kind === 'text' || kind === 'cursor') given[param] = value;
  else if (kind === 'texts') given[param] = [...([given[param] ?? []].flat() as string[]), value];
  else if (/^\d{1,9}$/.test(value)) given[param] = Number(value);
  else return new InvalidCall({ kind: 'value', option: param, said: value });
  return undefined;
}

function nextWord(next: CodeToken[]): string | undefined {
  const word = next.at(-1);
  if (word?.option !== undefined) return undefined;
  next.pop();
  return word?.word;
}

function unknownOption(form: CodeSyntax, said: string): InvalidCall {
  const meant = nearest(said, Object.keys(form.options));
  if (meant === undefined) return new InvalidCall({ kind: 'option', said });
  const written = new RegExp(`(?<=^|\\s)(?:--|[—–]-?)${said}(?=[\\s=]|$)`);
  const correct = (text: string) => text.replace(written, `--${meant}`);
  return new InvalidCall({ kind: 'option', said, meant }, correct);
}

/** `@main` at the end, where the tool takes a revision. */
function takeRevision(form: CodeSyntax, words: readonly Plain[]) {
  const last = words.at(-1);
  const is = last !== undefined && isBare(last) && /^@./.test(last.word);
  if (!is || form.options['rev'] === undefined || isNeededPath(form, words.length)) {
    return { plain: words, revision: {} };
  }
  return { plain: words.slice(0, -1), revision: { revision: last.word.slice(1) } };
}

/** A path may begin with `@` as well. */
function isNeededPath({ words, needed }: CodeSyntax, said: number): boolean {
  return said <= needed && words[said - 1] === 'path';
}

function isBare(word: CodeToken): boolean {
  return word.option === undefined && !word.quoted;
}

function takeWords(
  { words: params, rest }: CodeSyntax,
  said: readonly Plain[],
): Given | InvalidCall {
  const words = said.flatMap((one, i) => (i === 1 ? endsOf(params, one) : [one.word]));
  const surplus = rest === undefined ? words[params.length] : undefined;
  if (surplus !== undefined) {
    return new InvalidCall({ kind: 'surplus', said: surplus }, (text) => text.replace(surplus, ''));
  }
  const given = params.flatMap((param, i): [string, CodeArguments[string]][] => {
    const taken =
      rest !== undefined && i === params.length - 1 ? words.slice(i) : words.slice(i, i + 1);
    if (taken.length === 0) return [];
    if (param === 'repos') return [[param, taken.join('').split(',').filter(Boolean)]];
    return [[param, rest === 'each' && i > 0 ? taken : taken.join(' ')]];
  });
  return Object.fromEntries(given);
}

/** `main..feature` is two words; `main...feature`, as git has it, means the same here. */
function endsOf(params: readonly string[], { word }: Plain): string[] {
  const ends = params.includes('head') ? /^(.+?)\.{2,3}(.+)$/.exec(word) : null;
  return ends === null ? [word] : ends.slice(1);
}

/** `src/queue.ts:10-40`, or the form that links have: `src/queue.ts?L10-40`. */
function withLines({ lines, ...given }: Given): CodeArguments | InvalidCall {
  const { path } = given;
  if (typeof lines === 'string') return withLineRange(given, lines);
  const found = typeof path === 'string' ? /^(.+?)(?::|[#?](?=L))([L\d–-]+)$/.exec(path) : null;
  const [, bare, range] = found ?? [];
  return bare === undefined || range === undefined
    ? given
    : withLineRange({ ...given, path: bare }, range);
}

const LINES = /^L?(\d{1,8})?(?:([-–])(?:L?(\d{1,8}))?)?$/;

/** `given` with a range of lines, such as `10-40`. */
export function withLineRange(given: Given, said: string): CodeArguments | InvalidCall {
  if (said === 'all') return given;
  const [all, from, dash, to] = LINES.exec(said) ?? [];
  if (all === undefined || (from === undefined && to === undefined)) {
    return new InvalidCall({ kind: 'lines', said });
  }
  const end = dash === undefined ? from : to;
  if (from !== undefined && end !== undefined && Number(from) > Number(end)) {
    return new InvalidCall({ kind: 'lines', said }, (text) => text.replace(said, `${end}-${from}`));
  }
  return {
    ...given,
    ...(from !== undefined && { startLine: Number(from) }),
    ...(end !== undefined && { endLine: Number(end) }),
  };
}
