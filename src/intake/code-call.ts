import {
  CODE_SYNTAX,
  type CodeArguments,
  type CodeMistake,
  type CodeOption,
  type CodeSyntax,
  type CodeVerb,
} from '../model/code.js';
import { type CodeWord, nearest } from './code-words.js';

/** What is wrong with a call. */
export class Faulty {
  constructor(
    readonly fault: CodeMistake,
    /** Turns what was said into what was probably meant. */
    readonly mend?: (said: string) => string,
  ) {}
}

type Given = Record<string, CodeArguments[string]>;

/** The words of a call by the parameters that they stand for; whether they fit is not asked yet. */
export function gather(verb: CodeVerb, words: readonly CodeWord[]): CodeArguments | Faulty {
  const form = CODE_SYNTAX[verb];
  const options = takeOptions(form, words);
  if (options instanceof Faulty) return options;
  const { plain, revision } = takeRevision(form, options.left);
  const named = takeWords(form, plain);
  if (named instanceof Faulty) return named;
  return verb === 'read'
    ? withLines({ ...named, ...revision, ...options.given })
    : { ...named, ...revision, ...options.given };
}

type Plain = CodeWord & { readonly word: string };

function takeOptions(form: CodeSyntax, words: readonly CodeWord[]) {
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
function take(given: Given, { name, option, said }: Taking, next: CodeWord[]): Faulty | undefined {
  const { param, kind } = option;
  if (kind === 'flag') {
    given[param] = true;
    return undefined;
  }
  const value = said ?? nextWord(next);
  if (value === undefined) return new Faulty({ kind: 'no-value', option: name });
  if (kind === 'text' || kind === 'cursor') given[param] = value;
  else if (kind === 'texts') given[param] = [...([given[param] ?? []].flat() as string[]), value];
  else if (/^\d{1,9}$/.test(value)) given[param] = Number(value);
  else return new Faulty({ kind: 'value', option: param, said: value });
  return undefined;
}

function nextWord(next: CodeWord[]): string | undefined {
  const word = next.at(-1);
  if (word?.option !== undefined) return undefined;
  next.pop();
  return word?.word;
}

function unknownOption(form: CodeSyntax, said: string): Faulty {
  const meant = nearest(said, Object.keys(form.options));
  if (meant === undefined) return new Faulty({ kind: 'option', said });
  const written = new RegExp(`(?<=^|\\s)(?:--|[—–]-?)${said}(?=[\\s=]|$)`);
  const mend = (text: string) => text.replace(written, `--${meant}`);
  return new Faulty({ kind: 'option', said, meant }, mend);
}

/** `@main` at the end, where one can be said. */
function takeRevision(form: CodeSyntax, words: readonly Plain[]) {
  const last = words.at(-1);
  const is = last !== undefined && isBare(last) && /^@./.test(last.word);
  if (!is || form.options['rev'] === undefined || isNeededPath(form, words.length)) {
    return { plain: words, revision: {} };
  }
  return { plain: words.slice(0, -1), revision: { revision: last.word.slice(1) } };
}

/** A path may begin so as well. */
function isNeededPath({ words, needed }: CodeSyntax, said: number): boolean {
  return said <= needed && words[said - 1] === 'path';
}

function isBare(word: CodeWord): boolean {
  return word.option === undefined && !word.quoted;
}

function takeWords({ words: params, rest }: CodeSyntax, said: readonly Plain[]): Given | Faulty {
  const words = said.flatMap((one, i) => (i === 1 ? endsOf(params, one) : [one.word]));
  const surplus = rest === undefined ? words[params.length] : undefined;
  if (surplus !== undefined) {
    return new Faulty({ kind: 'surplus', said: surplus }, (text) => text.replace(surplus, ''));
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
function withLines({ lines, ...given }: Given): CodeArguments | Faulty {
  const { path } = given;
  if (typeof lines === 'string') return lined(given, lines);
  const found = typeof path === 'string' ? /^(.+?)(?::|[#?](?=L))([L\d–-]+)$/.exec(path) : null;
  const [, bare, range] = found ?? [];
  return bare === undefined || range === undefined ? given : lined({ ...given, path: bare }, range);
}

const LINES = /^L?(\d{1,8})?(?:([-–])(?:L?(\d{1,8}))?)?$/;

/** `given` with the lines that somebody named. */
export function lined(given: Given, said: string): CodeArguments | Faulty {
  if (said === 'all') return given;
  const [all, from, dash, to] = LINES.exec(said) ?? [];
  if (all === undefined || (from === undefined && to === undefined)) {
    return new Faulty({ kind: 'lines', said });
  }
  const end = dash === undefined ? from : to;
  if (from !== undefined && end !== undefined && Number(from) > Number(end)) {
    return new Faulty({ kind: 'lines', said }, (text) => text.replace(said, `${end}-${from}`));
  }
  return {
    ...given,
    ...(from !== undefined && { startLine: Number(from) }),
    ...(end !== undefined && { endLine: Number(end) }),
  };
}
