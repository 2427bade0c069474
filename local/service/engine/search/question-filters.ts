import { type Filter, filterNamed } from '../../tools/query-filters.js';
import type { Term } from '../../tools/query-parser.js';
import { fileFilter } from '../../tools/query-scope.js';
import type { FileLimits } from './passages/file-limits.js';
import type { CommitFilter } from './question-kinds/rule.js';

/** What a question limits its search to, written as in a code search. */
export interface QuestionFilters {
  /** The question without them; the words of phrases stay. */
  readonly text: string;
  /** Those that limit the files. */
  readonly filters: readonly Filter[];
  /** “Quoted phrases” and /regular expressions/: a file has to contain all of them. */
  readonly exact: readonly Term[];
  /** Whether nothing else is asked. */
  readonly isExactOnly: boolean;
  /** The names of filters that do not work in questions, such as `author` or `-author`. */
  readonly ignored: readonly string[];
  /** The names of filters that were used once, and are there again. */
  readonly repeated: readonly string[];
  /** What `after:` or `since:` says, which may be no date. */
  readonly since?: string;
  /** What `author:` and quoted phrases say of the commits that are asked for. */
  readonly commits?: CommitFilter;
}

const MAX_EXACT = 5;
/** Each is tried on the path of each file; further ones stay words of the question. */
const MAX_FILTERS = 20;
const FILTER = String.raw`(?<!\S)(?<minus>-?)(?<typed>[a-z]{1,12}):(?:"(?<quoted>[^"\n]{1,200})"|(?<plain>[^\s:"]\S{0,199}))`;
const EXPRESSION = String.raw`(?<!\S)\/(?<source>(?:[^\s\/\\]|\\.)(?:[^\/\\\n]|\\.){0,199})\/(?=[\s?.,;!]|$)`;
const PHRASE = String.raw`(?<![\p{L}\p{N}])"(?<phrase>[^"\n]{2,200})"`;
/** Whichever begins first: an expression may have quotes in it, and a phrase a colon. */
const MARKED = new RegExp(`${FILTER}|${EXPRESSION}|${PHRASE}`, 'giu');

/** A piece of a question: words, or what stands for one of these. */
interface Piece {
  /** What the question says in its place. */
  readonly text: string;
  readonly filter?: Filter;
  readonly exact?: Term;
  /** The name of a filter that does not work. */
  readonly ignored?: string;
}

/** In questions, only double quotes mark phrases: an apostrophe is no quotation mark. */
export function readQuestionFilters(question: string): QuestionFilters {
  const pieces = piecesOf(question.replace(/[“”„]/g, '"'));
  const found = pieces.flatMap(({ filter }) => filter ?? []);
  const exact = pieces.flatMap((piece) => piece.exact ?? []);
  const text = pieces
    .map((piece) => piece.text)
    .join('')
    .trim();
  const asHistory = historyOfFilters(text, found, exact);
  const commits = asHistory?.commits;
  const isLimit = (filter: Filter) => limitsFiles(filter) && !commits?.isFilter;
  const used = asHistory?.used ?? [];
  const unused = found.filter(
    (one) => !isLimit(one) && !saysNothingNew(one) && !used.includes(one),
  );
  const isRepeated = ({ name, negated }: Filter) =>
    !negated && used.some((other) => other.name === name);
  const ignored = pieces.flatMap((piece) => piece.ignored ?? []);
  return {
    text: asHistory?.text ?? text,
    filters: found.filter(isLimit),
    exact: commits?.isFilter ? [] : exact.slice(0, MAX_EXACT),
    isExactOnly: asHistory === undefined && exact.length > 0 && saysNothing(pieces),
    ignored: unique([...unused.filter((one) => !isRepeated(one)).map(writtenName), ...ignored]),
    repeated: unique(unused.filter(isRepeated).map(({ name }) => name)),
    ...(asHistory?.since !== undefined && { since: asHistory.since }),
    ...(commits && { commits }),
  };
}

function writtenName({ name, negated }: Filter): string {
  return `${negated ? '-' : ''}${name}`;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** Besides what has to be there exactly. */
function saysNothing(pieces: readonly Piece[]): boolean {
  return !pieces.some(({ text, exact }) => !exact && /[\p{L}\p{N}]/u.test(text));
}

function piecesOf(question: string): Piece[] {
  const pieces: Piece[] = [];
  let room = MAX_FILTERS;
  let at = 0;
  for (const { 0: whole, index, groups = {} } of question.matchAll(MARKED)) {
    const piece = exactPiece(groups) ?? (room > 0 ? filterPiece(groups) : undefined);
    if (piece?.filter) room -= 1;
    pieces.push({ text: question.slice(at, index) }, piece ?? { text: whole });
    at = index + whole.length;
  }
  return [...pieces, { text: question.slice(at) }];
}

type Groups = Readonly<Record<string, string | undefined>>;

function exactPiece({ source, phrase }: Groups): Piece | undefined {
  if (source !== undefined) {
    const text = source.replaceAll('\\/', '/');
    return { text: ` ${text} `, exact: { text, isRegex: true } };
  }
  if (phrase === undefined) return undefined;
  const text = phrase.trim();
  return { text: ` ${phrase} `, ...(text !== '' && { exact: { text, isRegex: false } }) };
}

/** Undefined if it only looks like a filter. */
function filterPiece({ minus, typed = '', quoted, plain = '' }: Groups): Piece | undefined {
  const name = typed.toLowerCase();
  const value = quoted ?? withoutPunctuation(plain);
  if (name === 'content' && minus !== '-') return exactPiece({ phrase: value });
  if (OTHER_FILTERS.get(name)?.test(value)) return { text: ' ', ignored: name };
  const filter = filterNamed(name, value, minus === '-');
  // Repositories are the scope of the question.
  if (!filter || filter.name === 'repo') return undefined;
  // Whoever names something is shown its definition.
  return { text: filter.name === 'symbol' ? ` ${value} ` : ' ', filter };
}

/** Known from code search too; with other values they are code, such as `timeout:` in a configuration. */
const OTHER_FILTERS: ReadonlyMap<string, RegExp> = new Map([
  ['count', /^(?:\d{1,9}|all)$/i],
  ['timeout', /^\d{1,9}m?s$/i],
  ['archived', /^(?:yes|no|only)$/i],
  ['fork', /^(?:yes|no|only)$/i],
  ['visibility', /^(?:any|public|private)$/i],
  ['context', /^(?:global|@\S+)$/i],
]);

/** More words than that are a question of their own. */
const MAX_HISTORY_WORDS = 4;

interface AsHistory {
  readonly text: string;
  /** The filters that it takes into account. */
  readonly used: readonly Filter[];
  readonly since?: string;
  readonly commits?: CommitFilter;
}

/** `type:diff cors after:2024-01-31`: what changed there, and since when. `type:commit author:ann "too slow"`: which commits. */
function historyOfFilters(
  text: string,
  filters: readonly Filter[],
  exact: readonly Term[],
): AsHistory | undefined {
  const given = (...names: readonly string[]) =>
    filters.find(({ name, negated }) => names.includes(name) && !negated);
  const [type, author, after] = [given('type'), given('author'), given('after', 'since')];
  const isOfCommits = /^commit$/i.test(type?.value ?? '');
  if (!isOfCommits && !/^diff$/i.test(type?.value ?? '') && !(author && text === '')) {
    return undefined;
  }
  const texts = isOfCommits ? exact.slice(0, MAX_EXACT) : [];
  const said = texts.reduce((rest, { text: phrase }) => rest.replace(phrase, () => ' '), text);
  const words = said.split(/\s+/).filter(Boolean);
  if (said.includes('?') || words.length > MAX_HISTORY_WORDS) return undefined;
  const since = after && withHyphens(after.value);
  const time = since === undefined || !DATE_WORDS.test(since) ? '' : ` since ${since}`;
  const used = [type, author, after].flatMap((one) => one ?? []);
  const read = { used, ...(since !== undefined && { since }) };
  if (!author && texts.length === 0) {
    const mayBeMessage = isOfCommits && words.length > 0 && !filters.some(limitsFiles);
    return {
      ...read,
      text: `What changed${text && ` in ${text}`}${time}?`,
      ...(mayBeMessage && { commits: { phrases: [], words } }),
    };
  }
  const ofKind = (isRegex: boolean) =>
    texts.filter((one) => one.isRegex === isRegex).map((one) => one.text);
  return {
    ...read,
    text: `What changed${time}?`,
    commits: {
      ...(author && { author: author.value }),
      ...{ phrases: ofKind(false), patterns: ofKind(true), words, isFilter: true },
    },
  };
}

/** `2024/1/31` → `2024-01-31`. */
function withHyphens(date: string): string {
  const [, year, month = '', day = ''] = /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(date) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : date;
}

/** What may be a date, as it is written in a question. */
export const DATE_WORDS = /^[\p{L}\d .-]{2,40}$/u;

/** What an answer is anyway. */
function saysNothingNew({ name, value }: Filter): boolean {
  if (name === 'symbol') return true;
  if (name === 'case') return /^(?:no|auto)$/i.test(value);
  return name === 'type' && /^(?:symbol|file|repo)$/i.test(value);
}

function limitsFiles({ name }: Filter): boolean {
  return name === 'file' || name === 'lang';
}

/** A sentence's punctuation after a filter is not part of it. */
function withoutPunctuation(value: string): string {
  return value.replace(/[?!,;]+$/, '');
}

/** Undefined if nothing limits the files. Throws a `ToolError` that says what is wrong with the filters. */
export async function fileLimits({
  filters,
  exact,
}: QuestionFilters): Promise<FileLimits | undefined> {
  if (filters.length + exact.length === 0) return undefined;
  return { matchesFile: await fileFilter(filters), exact };
}
