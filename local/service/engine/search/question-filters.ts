import { type Filter, filterNamed } from '../../tools/query-filters.js';
import type { Term } from '../../tools/query-parser.js';
import { fileFilter } from '../../tools/query-scope.js';
import type { FileLimits } from './passages/file-limits.js';

/** What a question limits its search to, written as in a code search. */
export interface QuestionFilters {
  /** The question without them; the words of phrases stay. */
  readonly text: string;
  /** Those that limit the files. */
  readonly filters: readonly Filter[];
  /** “Quoted phrases” and /regular expressions/: a file has to contain all of them. */
  readonly exact: readonly Term[];
  /** The names of filters that do not work in questions, such as `author`. */
  readonly ignored: readonly string[];
}

const MAX_EXACT = 5;
/** Each is tried on the path of each file; further ones stay words of the question. */
const MAX_FILTERS = 20;
const FILTER = /(?<!\S)(-?)([a-z]{1,12}):(?:"([^"\n]{1,200})"|([^\s:"]\S{0,199}))/gi;
const PHRASE = /(?<![\p{L}\p{N}])"([^"\n]{2,200})"/gu;
const EXPRESSION = /(?<!\S)\/((?:[^\s/\\]|\\.)(?:[^/\\\n]|\\.){0,199})\/(?=[\s?.,;!]|$)/g;

/** In questions, only double quotes mark phrases: an apostrophe is no quotation mark. */
export function readQuestionFilters(question: string): QuestionFilters {
  const found: Filter[] = [];
  const ignored: string[] = [];
  const exact: Term[] = [];
  const text = question
    .replace(/[“”„]/g, '"')
    .replace(FILTER, (...[whole = '', minus, typed = '', quoted, plain = '']: string[]) => {
      const name = typed.toLowerCase();
      const value = quoted ?? withoutPunctuation(plain);
      if (name === 'content' && minus !== '-') return ` "${value}" `;
      if (OTHER_FILTERS.get(name)?.test(value)) {
        ignored.push(name);
        return ' ';
      }
      const filter = filterNamed(name, value, minus === '-');
      // Repositories are the scope of the question.
      if (!filter || filter.name === 'repo' || found.length >= MAX_FILTERS) return whole;
      found.push(filter);
      // Whoever names something is shown its definition.
      return filter.name === 'symbol' ? ` ${value} ` : ' ';
    })
    .replace(PHRASE, (_, phrase: string) => {
      exact.push({ text: phrase.trim(), isRegex: false });
      return ` ${phrase} `;
    })
    .replace(EXPRESSION, (_, source: string) => {
      exact.push({ text: source.replaceAll('\\/', '/'), isRegex: true });
      return ` ${source} `;
    })
    .trim();
  const asHistory = historyQuestion(text, found);
  const isUsed = (filter: Filter) =>
    limitsFiles(filter) ||
    saysNothingNew(filter) ||
    (asHistory !== undefined && HISTORY_FILTERS.has(filter.name));
  const unused = found.filter((filter) => !isUsed(filter)).map(({ name }) => name);
  return {
    text: asHistory ?? text,
    filters: found.filter(limitsFiles),
    exact: exact.filter((term) => term.text !== '').slice(0, MAX_EXACT),
    ignored: [...new Set([...unused, ...ignored])],
  };
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

const HISTORY_FILTERS: ReadonlySet<string> = new Set(['type', 'after', 'since']);
/** More words than that are a question of their own. */
const MAX_HISTORY_WORDS = 4;

/** `type:diff cors after:2024-01-31`: what changed there, and since when. */
function historyQuestion(text: string, filters: readonly Filter[]): string | undefined {
  const value = (...names: readonly string[]) =>
    filters.find(({ name, negated }) => names.includes(name) && !negated)?.value;
  if (!/^(?:diff|commit)$/i.test(value('type') ?? '')) return undefined;
  if (text.includes('?') || text.split(/\s+/).length > MAX_HISTORY_WORDS) return undefined;
  const since = value('after', 'since');
  return `What changed${text && ` in ${text}`}${since === undefined ? '' : ` since ${since}`}?`;
}

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

const INSTEAD: Readonly<Record<string, string>> = {
  author: 'ask who changed something',
  select: 'answers name files and definitions',
  patterntype: 'put a regular expression between slashes, such as `/retry.*policy/`',
  count: 'an answer shows the best matches',
  timeout: 'a question has a time limit of its own',
  archived: 'all repositories of this service are searched',
  fork: 'all repositories of this service are searched',
  visibility: 'all repositories of this service are searched',
  context: 'all repositories of this service are searched',
  case: 'upper and lower case are treated the same',
  rev: 'the code tools search at a revision',
};

/** What is said about the filters of a question. */
export function filterNotes({ filters, ignored }: QuestionFilters): string[] {
  const limits = filters.map(
    ({ name, value, negated }) => `\`${negated ? '-' : ''}${name}:${value.replaceAll('`', '')}\``,
  );
  return [
    ...(limits.length > 0 ? [`Searched only files that match ${limits.join(' and ')}.`] : []),
    ...ignored.map((name) => {
      const instead = INSTEAD[name] ?? 'ask “What changed in …?”';
      return `\`${name}:\` does not work in questions and was left out: ${instead}.`;
    }),
  ];
}
