import { rulesFor } from '../../../index/definition-rules.js';
import { roleOf } from '../../../index/file-role.js';
import { extensionOf } from '../../../index/outline.js';
import { type FileCondition, nameCondition } from '../../../index/segments/word-filter.js';
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
  /** What of it is about the error. */
  readonly match: string;
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
/** Of one file, and of all. */
const MAX_LINES_OF_FILE = 20;
const MAX_LINES = 400;
const MAX_LINE_LENGTH = 400;
/** What frameworks call them besides. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['413', ['Request Entity Too Large', 'Content Too Large']],
  ['422', ['Unprocessable Content']],
]);
const COMPARES = /[=!]==?|\bcase\b|\bwhen\b|\bin\s*[([]|\bincludes\(|\bcontains\(|\bis\b/;
/** How the project itself is built and released. */
const TOOL = /^(?:scripts?|tools?|ci|hack)\//;
/** An entry of what a module exports. */
const ONLY_NAME = /^\s*["']?[A-Za-z_]\w*["']?,\s*$/;
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
  const names = namesOf(asked);
  const pattern = statusPattern(asked);
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
  const nearest = paths.toSorted((a, b) => place(a) - place(b));
  const all: StatusLine[] = [];
  let read = 0;
  for (const path of nearest.slice(0, MAX_FILES)) {
    if (all.length >= MAX_LINES || Date.now() > input.deadline) break;
    const file = await readFileAt({ searched, path }, input);
    if (file) all.push(...linesIn(file, files.get(path) ?? [], pattern));
    read += 1;
  }
  return { found: ordered(all, asked, input), isComplete: complete && read === paths.length };
}

function namesOf({ code, name }: Pick<AskedStatus, 'code' | 'name'>): string[] {
  const all = [name ?? [], OTHER_NAMES.get(code) ?? []].flat();
  return all.map((one) => one.replace(/[^\w ]/g, ''));
}

/** Not every git knows look-around. */
function roughly(code: string, names: readonly string[]): string {
  const named = names.map((name) => {
    const word = name.toLowerCase().split(' ').join('_?');
    return `(status|http|response|code|sc_|raise|throw|head)[a-z_.: =(]{0,34}${word}|${word}(http)?(error|exception)|${word}[(]`;
  });
  return [`(^|[^0-9.#-])${code}([^0-9%.-]|$)`, ...named].join('|');
}

const STATUS_WORD =
  '(?:\\w{0,40}[sS]tatus\\w{0,20}|\\w{0,40}STATUS\\w{0,20}|\\b(?:\\w{1,40}_)?code|\\w{0,40}Code|\\babort|\\bhalt|\\bhead|\\bwriteHead|\\bWriteHeader|\\bsendStatus)';
/** `createError(404`, `c.JSON(404`, `new HttpException(404`. */
const TAKES_STATUS =
  '(?:[eE]rror|[eE]xception|JSON|HTML|[jJ]son|[aA]bort|[rR]esponse|[rR]espond\\w{0,20})\\(';
/** `http.Error(w, text, 404)`. */
const ENDS_WITH_STATUS =
  '\\b(?:\\w{0,20}\\.)?(?:\\w{0,20}Error|[jJ]son\\w{0,20}|JSON\\w{0,20}|[rR]espon\\w{0,20})\\(.{0,200},\\s*';

/** A number by itself may be any amount, and so may a common word be about something else: code has to say what it is. */
export function statusPattern(asked: Pick<AskedStatus, 'code' | 'name'>): RegExp {
  const { code } = asked;
  const number = `${code}(?![\\w%]|\\.\\d)`;
  return new RegExp(
    [
      // `HTTP_404_NOT_FOUND`, `Http404`, `get_object_or_404`.
      `(?<=[hH]ttp|HTTP|[sS]tatus|STATUS|(?:http|HTTP|status|STATUS|error|code|or)_)${code}(?!\\d|_\\d|[%.]\\d)`,
      `${STATUS_WORD}[\\s"'\\])]{0,3}(?:[=!]==?|=|:|>=|\\(|,|\\s|\\bin\\b){1,2}[\\s(["']{0,4}(?:\\d{3}[\\s,|]{1,4}){0,6}${number}`,
      `${TAKES_STATUS}\\s*${number}`,
      // `HttpStatus.valueOf(404)`, `StatusCode::from_u16(404)`
      `\\b(?:Http)?Status(?:Code)?(?:::|\\.)\\w{1,20}\\(\\s*${number}`,
      `${ENDS_WITH_STATUS}${number}\\s*\\)`,
      `^\\s*return\\b.{0,200},\\s*${number}\\s*$`,
      `\\b(?:case|when)\\s+${number}`,
      `\\b${number}[\\s,\\d\\]]{0,30}\\.(?:includes|contains|include\\?)\\(.{0,40}[sS]tatus`,
      ...namesOf(asked).flatMap((name) => namePatterns(code, name)),
    ].join('|'),
  );
}

function namePatterns(code: string, name: string): string[] {
  const word = spellings(name);
  const patterns = [
    // `http.StatusNotFound`, `HttpResponseForbidden`, `status.HTTP_404_NOT_FOUND`, `codes.not_found`
    `(?:[hH]ttp\\w{0,20}|HTTP\\w{0,20}|StatusCodes?|\\bStatus|\\bstatus\\.|\\bSC_|\\bcodes?\\.)[.:_]{0,2}(?:\\w{0,20}[.:_]{1,2})?${word}`,
    // `status: :not_found`, `#[status = NOT_FOUND]`, `put_status(:not_found)`, `head :not_found`
    `(?:status\\w{0,10}["']?\\s*[=:(]|\\bhead\\b)\\s*[:.\\w]{0,40}?${word}`,
  ];
  // What is not implemented, and any time-out, are mostly of something else.
  if (code === '501' || name.endsWith('Timeout')) return patterns;
  return [
    ...patterns,
    `\\b${word}(?:Http)?(?:Error|Exception|HTTPException)\\b`,
    `\\b(?:raise|throw(?: new)?)\\s+(?:\\w{1,40}\\.)?${word}\\b`,
    `(?:\\b(?:return|function|def|func|=>)\\s+|\\.)(?:JSON|HTML|Send|Write|Render)?${word}\\(`,
  ];
}

/** `NotFound`, `notFound`, `not_found`, `NOT_FOUND` and `notfound`. */
function spellings(name: string): string {
  const words = name
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
  const camel = words.join('');
  const lower = words.map((word) => word.toLowerCase());
  const all = [
    camel,
    camel.charAt(0).toLowerCase() + camel.slice(1),
    lower.join('_'),
    lower.join('_').toUpperCase(),
    lower.join(''),
  ];
  return `(?:${[...new Set(all)].join('|')})`;
}

/** `undefined` if any file may have it. */
function conditionOf(code: string, names: readonly string[]): FileCondition | undefined {
  // It may be a part of a name, such as `get_object_or_404`.
  const number = nameCondition([code]);
  const named = names.map((name) => nameCondition(name.toLowerCase().split(' ')));
  const groups = [number, ...named];
  return groups.every((one) => one !== undefined) ? groups.flat() : undefined;
}

function isOwnCode(path: string, { query }: LookUp): boolean {
  // Logs and dumps are no code.
  const isCode = roleOf(path) === 'code' && rulesFor(extensionOf(path)).length > 0;
  return isCode && !TOOL.test(path) && !isVendoredFor(path, query);
}

function linesIn(file: SourceFile, numbers: readonly number[], pattern: RegExp): StatusLine[] {
  const code = codeLines(file.path, file.lines);
  const tests = linesOfTestModules(file.path, file.lines);
  const found: StatusLine[] = [];
  for (const line of new Set(numbers)) {
    if (found.length >= MAX_LINES_OF_FILE) break;
    const text = (code[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    const [match] = pattern.exec(text) ?? [];
    if (match === undefined || tests.has(line) || IMPORT.test(text) || ONLY_NAME.test(text))
      continue;
    const around = definitionsAround(file, line).findLast(
      ({ kind, line: first }) => kind !== 'section' && kind !== 'constant' && first <= line,
    );
    const passage = around && definitionPassage(file, around);
    found.push({ file, line, text, match: match.trim(), ...(passage && { passage }) });
  }
  return found;
}

const DIRECTION_WEIGHT = 0.5;
/** What is said next to a line counts more than what is said elsewhere in its function. */
const ELSEWHERE_WEIGHT = 0.5;
const LINES_AROUND = 4;
const MAX_LINES_AROUND = 200;

/**
 * Those first that share rare words with the question, and look for the error or send it, as is asked; of each definition
 * the best.
 */
function ordered(
  all: readonly StatusLine[],
  { code, name, isReceived }: AskedStatus,
  { query }: LookUp,
): StatusLine[] {
  const own = new Set([...termsOf(name ?? ''), code]);
  const asked = query.terms
    .map(({ term }) => term)
    .filter((term) => !own.has(term) && !ASKING.has(term) && !isVague(term));
  const read = all.map((one) => ({
    one,
    near: new Set(termsOf(textNear(one))),
    around: new Set(termsOf(textAround(one))),
  }));
  const weights = new Map(
    asked.map((term) => {
      const count = read.filter(({ around }) => around.has(term)).length;
      return [term, Math.log(1 + all.length / (1 + count))];
    }),
  );
  const score = ({ one, near, around }: (typeof read)[number]) => {
    let sum = COMPARES.test(one.text) === isReceived ? DIRECTION_WEIGHT : 0;
    for (const [term, weight] of weights) {
      if (near.has(term)) sum += weight;
      else if (around.has(term)) sum += ELSEWHERE_WEIGHT * weight;
    }
    return sum;
  };
  const best = read
    .map((one) => ({ one: one.one, score: score(one) }))
    .toSorted((a, b) => b.score - a.score);
  const seen = new Set<string>();
  return best.flatMap(({ one }) => {
    const { file, line, passage } = one;
    const key = `${file.path}:${passage?.start ?? line}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [one];
  });
}

function textNear({ file, line }: StatusLine): string {
  return file.lines.slice(Math.max(0, line - 1 - LINES_AROUND), line + LINES_AROUND).join('\n');
}

function textAround({ file, passage }: StatusLine): string {
  const { start = 1, end = 0, name = '' } = passage ?? {};
  const last = Math.min(end, start + MAX_LINES_AROUND);
  return [file.path, name, ...file.lines.slice(start - 1, last)].join('\n');
}
