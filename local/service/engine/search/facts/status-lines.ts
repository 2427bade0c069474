import { roleOf } from '../../../index/file-role.js';
import {
  type FileCondition,
  nameCondition,
  wholeWordCondition,
} from '../../../index/segments/word-filter.js';
import { termsOf } from '../../../index/terms.js';
import { isVendoredFor } from '../../../index/vendored.js';
import { findMatchingLines } from '../../../tools/grep.js';
import { isVague } from '../passages/asked-terms.js';
import { definitionsAround } from '../passages/definitions-around.js';
import type { SearchedRepository } from '../passages/find.js';
import { definitionPassage, type Passage } from '../passages/passage.js';
import { IMPORT } from '../passages/passage-weight.js';
import type { SourceFile } from '../passages/source-file.js';
import { linesOfTestModules } from '../passages/test-code.js';
import type { AskedStatus } from '../text/asked-status.js';
import { codeLines } from '../text/code-lines.js';
import { type LookUp, readFileAt, toolContext } from './look-up.js';

/** A line of code with the number or the name of an HTTP error. */
export interface StatusLine {
  readonly file: SourceFile;
  readonly line: number;
  readonly text: string;
  /** The function or class that it is in. */
  readonly passage?: Passage;
}

/** One for each definition, those that the question is about first. */
export interface StatusLines {
  readonly found: readonly StatusLine[];
  /** Whether all files were searched. */
  readonly isComplete: boolean;
}

const MAX_FILES = 80;
const MAX_LINE_LENGTH = 400;
/** What frameworks call them besides. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['413', ['Request Entity Too Large', 'Content Too Large']],
  ['422', ['Unprocessable Content']],
]);
/** A number by itself may be any amount. */
const ABOUT_STATUS =
  /status|code|http|\bres\b|respon|reply|err|abort|halt|render|json|send|raise|throw|reject|fail|problem|write/i;
const COMPARES = /[=!]==?|\bcase\b|\bwhen\b|\bin\s*[([]|\bincludes\(|\bcontains\(|\bis\b/;
const PAGE = /\.(?:css|s[ac]ss|less|svg|html?|twig|hbs|ejs)$/i;
/** How the project itself is built and released. */
const TOOL = /(?:^|\/)(?:bin|scripts?|tools?|ci|hack|contrib)\//;
/** An entry of what a module exports. */
const ONLY_NAME = /^\s*["']?\w+["']?,\s*$/;
/** Said of any of them. */
const ASKING = new Set(
  'return send answer respond response reply throw raise handle get receive catch abort fail give emit status code error http request happen client server api'
    .split(' ')
    .flatMap(termsOf),
);

export async function statusLines(
  asked: AskedStatus,
  searched: SearchedRepository,
  input: LookUp,
): Promise<StatusLines> {
  const names = [asked.name ?? [], OTHER_NAMES.get(asked.code) ?? []]
    .flat()
    .map((one) => one.replace(/[^\w ]/g, ''));
  const pattern = patternOf(asked.code, names);
  const condition = conditionOf(asked.code, names);
  const among = condition && (await input.candidatesOf?.(searched, condition));
  const search = {
    snapshot: searched,
    terms: [{ text: roughly(asked.code, names), isRegex: true }],
  };
  const { files, complete } = await findMatchingLines(
    { ...search, ...(among && { among }) },
    toolContext(input),
  );
  const paths = [...files.keys()].filter((path) => isOwnCode(path, input));
  const order = new Map(input.hits.map(({ found }, n) => [found.path, n]));
  const place = (path: string) => order.get(path) ?? order.size;
  const nearest = paths.toSorted((a, b) => place(a) - place(b)).slice(0, MAX_FILES);
  const all: StatusLine[] = [];
  for (const path of nearest) {
    const file = await readFileAt({ searched, path }, input);
    if (file) all.push(...linesIn(file, files.get(path) ?? [], pattern));
  }
  const isComplete = complete && nearest.length === paths.length;
  return { found: ordered(all, asked, input), isComplete };
}

/** Not every git knows look-around. */
function roughly(code: string, names: readonly string[]): string {
  const named = names.map(spelled).map((name, n) => {
    if (!isCommon(names[n] ?? '')) return name;
    return `(status|http|response)[a-z_.:]{0,32}${name}|${name}[a-z]{0,20}[(]|:${name}`;
  });
  return [`(^|[^0-9.#-])${code}([^0-9%.-]|$)`, ...named].join('|');
}

/** The number may be part of a name, as in `HTTP_404_NOT_FOUND` and `get_object_or_404`. */
function patternOf(code: string, names: readonly string[]): RegExp {
  const named = names.map(spelled).map((name, n) => {
    if (!isCommon(names[n] ?? '')) return name;
    return `(?:status|http|response)[a-z_.:]{0,32}${name}(?![a-z]{3})|\\b${name}[a-z]{0,20}\\(|:${name}\\b`;
  });
  const number = `(?:(?<![\\w.#-])|(?<=http|status|error|_))${code}(?![\\d.%-]|[a-z])`;
  return new RegExp([number, ...named].join('|'), 'i');
}

function spelled(name: string): string {
  return name.toLowerCase().split(' ').join('_?');
}

/** "Forbidden", "conflict" and "not found" stand in any text: those have to be in a name of code. */
function isCommon(name: string): boolean {
  return /^(?:Not )?\S+$/.test(name);
}

/** `undefined` if any file may have it. */
function conditionOf(code: string, names: readonly string[]): FileCondition | undefined {
  const number = wholeWordCondition(code);
  const named = names.map((name) => nameCondition(name.toLowerCase().split(' ')));
  const groups = [number, ...named];
  return groups.every((one) => one !== undefined) ? groups.flat() : undefined;
}

function isOwnCode(path: string, { query }: LookUp): boolean {
  const isOther = PAGE.test(path) || TOOL.test(path) || isVendoredFor(path, query);
  return roleOf(path) === 'code' && !isOther;
}

function linesIn(file: SourceFile, numbers: readonly number[], pattern: RegExp): StatusLine[] {
  const code = codeLines(file.path, file.lines);
  const tests = linesOfTestModules(file.path, file.lines);
  const seen = new Set<number>();
  return [...new Set(numbers)].flatMap((line) => {
    const text = (code[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    const match = pattern.exec(text);
    if (!match || tests.has(line) || IMPORT.test(text) || ONLY_NAME.test(text)) return [];
    const isNumber = /^\d+$/.test(match[0]) && !/\w/.test(text.charAt(match.index - 1));
    if (isNumber && !ABOUT_STATUS.test(text)) return [];
    const around = definitionsAround(file, line).findLast(
      ({ kind, line: first }) => kind !== 'section' && kind !== 'constant' && first <= line,
    );
    // Of several lines of a function, the first one stands for all.
    if (around && seen.has(around.line)) return [];
    if (around) seen.add(around.line);
    return [{ file, line, text, ...(around && { passage: definitionPassage(file, around) }) }];
  });
}

const DIRECTION_WEIGHT = 0.5;
/** Before and behind a line outside of any definition. */
const LINES_AROUND = 4;
const MAX_LINES_AROUND = 200;

/** Those first that share rare words with the question, and look for the error or send it, as is asked. */
function ordered(
  all: readonly StatusLine[],
  { code, name, isReceived }: AskedStatus,
  { query }: LookUp,
): StatusLine[] {
  const own = new Set([...termsOf(name ?? ''), code]);
  const asked = query.terms
    .map(({ term }) => term)
    .filter((term) => !own.has(term) && !ASKING.has(term) && !isVague(term));
  const read = all.map((one) => ({ one, terms: new Set(termsOf(textAround(one))) }));
  const rarity = (term: string) => {
    const count = read.filter(({ terms }) => terms.has(term)).length;
    return Math.log(1 + all.length / (1 + count));
  };
  const weights = new Map(asked.map((term) => [term, rarity(term)]));
  const score = ({ one, terms }: (typeof read)[number]) => {
    const shared = asked.reduce(
      (sum, term) => sum + (terms.has(term) ? (weights.get(term) ?? 0) : 0),
      0,
    );
    return shared + (COMPARES.test(one.text) === isReceived ? DIRECTION_WEIGHT : 0);
  };
  return read
    .map((one) => ({ one: one.one, score: score(one) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ one }) => one);
}

function textAround({ file, line, passage }: StatusLine): string {
  const start = passage?.start ?? Math.max(1, line - LINES_AROUND);
  const end = Math.min(passage?.end ?? line + LINES_AROUND, start + MAX_LINES_AROUND);
  return [file.path, passage?.name ?? '', ...file.lines.slice(start - 1, end)].join('\n');
}
