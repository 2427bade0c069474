import { roleOf } from '../../../index/file-role.js';
import type { FileCondition } from '../../../index/segments/word-filter.js';
import { nameCondition, wholeWordCondition } from '../../../index/segments/word-filter.js';
import { termsOf } from '../../../index/terms.js';
import { isVendoredFor } from '../../../index/vendored.js';
import { findMatchingLines } from '../../../tools/grep.js';
import { isVague } from '../passages/asked-terms.js';
import { definitionsAround } from '../passages/definitions-around.js';
import type { SearchedRepository } from '../passages/find.js';
import { definitionPassage, type Passage } from '../passages/passage.js';
import { IMPORT } from '../passages/passage-weight.js';
import type { SourceFile } from '../passages/source-file.js';
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
  const names = [asked.name, ...(OTHER_NAMES.get(asked.code) ?? [])].map((one) =>
    one.replace(/[^\w ]/g, ''),
  );
  const pattern = [numberPattern(asked.code), ...names.map(namePattern)].join('|');
  const among = await filesWith(asked.code, names, { searched, input });
  const search = { snapshot: searched, terms: [{ text: pattern, isRegex: true }] };
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
    if (file) all.push(...linesIn(file, files.get(path) ?? [], new RegExp(pattern, 'i')));
  }
  const isComplete = complete && nearest.length === paths.length;
  return { found: ordered(all, asked, input), isComplete };
}

function numberPattern(code: string): string {
  return `(?<![\\w.#-])${code}(?![\\w.%-])`;
}

/** Words such as "forbidden" and "conflict" stand in any text: those have to be in a name of code. */
function namePattern(name: string): string {
  const words = name.toLowerCase().split(' ');
  if (words.length > 1) return words.join('_?');
  const [word] = words;
  return `(?:status|http|response)\\w{0,30}[._:]{0,2}${word}(?![a-z]{3})|${word}\\w{0,20}\\(|:${word}\\b`;
}

interface Within {
  readonly searched: SearchedRepository;
  readonly input: LookUp;
}

async function filesWith(code: string, names: readonly string[], { searched, input }: Within) {
  const conditions = [
    wholeWordCondition(code),
    ...names.map((name) => nameCondition(name.toLowerCase().split(' '))),
  ];
  if (conditions.some((one) => one === undefined)) return undefined;
  const condition: FileCondition = conditions.flatMap((one) => one ?? []);
  return input.candidatesOf?.(searched, condition);
}

function isOwnCode(path: string, { query }: LookUp): boolean {
  return roleOf(path) === 'code' && !PAGE.test(path) && !isVendoredFor(path, query);
}

function linesIn(file: SourceFile, numbers: readonly number[], pattern: RegExp): StatusLine[] {
  const code = codeLines(file.path, file.lines);
  const seen = new Set<number>();
  return [...new Set(numbers)].flatMap((line) => {
    const text = (code[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    const [match] = pattern.exec(text) ?? [];
    if (match === undefined || IMPORT.test(text)) return [];
    if (/^\d+$/.test(match) && !ABOUT_STATUS.test(text)) return [];
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
/** A body that says nothing else. */
const FEW_LINES = 4;

/** Those first that share rare words with the question, and look for the error or send it, as is asked. */
function ordered(
  all: readonly StatusLine[],
  { code, name, isReceived }: AskedStatus,
  { query }: LookUp,
): StatusLine[] {
  const own = new Set([...termsOf(name), code]);
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
  const start = passage?.start ?? Math.max(1, line - FEW_LINES);
  const end = passage ? passage.end : line + FEW_LINES;
  return [
    file.path,
    passage?.name ?? '',
    ...file.lines.slice(start - 1, Math.min(end, start + 200)),
  ].join('\n');
}
