import { type Filter, filterNamed } from '../../tools/query-filters.js';
import type { Term } from '../../tools/query-parser.js';
import { fileFilter } from '../../tools/query-scope.js';
import { ToolError } from '../../tools/tool.js';
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
const FILTER = /(?<!\S)(-?)([a-z]{1,12}):(?:"([^"\n]{1,200})"|([^\s:"]\S{0,199}))/g;
const PHRASE = /(?<![\p{L}\p{N}])"([^"\n]{2,200})"/gu;
const EXPRESSION = /(?<!\S)\/((?:[^\s/\\]|\\.)(?:[^/\\\n]|\\.){0,199})\/(?=[\s?.,;!]|$)/g;

/** In questions, only double quotes mark phrases: an apostrophe is no quotation mark. */
export function readQuestionFilters(question: string): QuestionFilters {
  const found: Filter[] = [];
  const exact: Term[] = [];
  const text = question
    .replace(/[“”„]/g, '"')
    .replace(FILTER, (...[whole = '', minus, name = '', quoted, plain = '']: string[]) => {
      const filter = filterNamed(name, quoted ?? withoutPunctuation(plain), minus === '-');
      // Repositories are the scope of the question.
      if (!filter || filter.name === 'repo' || found.length >= MAX_FILTERS) return whole;
      found.push(filter);
      return ' ';
    })
    .replace(PHRASE, (_, phrase: string) => {
      exact.push({ text: phrase.trim(), isRegex: false });
      return ` ${phrase} `;
    })
    .replace(EXPRESSION, (_, source: string) => {
      exact.push({ text: source.replaceAll('\\/', '/'), isRegex: true });
      return ` ${source} `;
    });
  const ignored = found.filter((filter) => !limitsFiles(filter)).map(({ name }) => name);
  return {
    text: text.trim(),
    filters: found.filter(limitsFiles),
    exact: exact.filter((term) => term.text !== '').slice(0, MAX_EXACT),
    ignored: [...new Set(ignored)],
  };
}

function limitsFiles({ name }: Filter): boolean {
  return name === 'file' || name === 'lang';
}

/** A sentence's punctuation after a filter is not part of it. */
function withoutPunctuation(value: string): string {
  return value.replace(/[?!,;]+$/, '');
}

/** Undefined if nothing limits the files. A string says what is wrong with the filters. */
export async function fileLimits({
  filters,
  exact,
}: QuestionFilters): Promise<FileLimits | string | undefined> {
  if (filters.length + exact.length === 0) return undefined;
  try {
    return { matchesFile: await fileFilter(filters), exact };
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
}

const INSTEAD: Readonly<Record<string, string>> = {
  author: 'ask who changed something',
  symbol: 'ask where something is defined',
  case: 'letters in upper and lower case are the same',
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
      const instead = INSTEAD[name] ?? 'ask what changed and when';
      return `\`${name}:\` does not work in questions and was left out: ${instead}.`;
    }),
  ];
}
