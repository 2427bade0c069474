import { FILTER_START, type Filter, filterNamed } from './query-filters.js';
import { ToolError } from './tool.js';

export type Token =
  | { readonly kind: 'term'; readonly text: string; readonly isRegex: boolean }
  | ({ readonly kind: 'filter' } & Filter)
  | { readonly kind: 'AND' | 'OR' | 'NOT' | '(' | ')' };

const QUOTED = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/y;
/** `/…/`, ending before a space or parenthesis. With spaces inside, it cannot contain another slash. */
const REGEX =
  /\/((?:[^\s/\\]|\\.|\/(?![\s)]|$))+)\/(?=[\s)]|$)|\/((?:[^/\\\n]|\\.)+)\/(?=[\s)]|$)/y;

/** A token, and where it is in the query: `[start, end)`. */
export interface PlacedToken {
  readonly token: Token;
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a query into words, "quoted strings", /regular expressions/, filters such as `-file:test`,
 * AND, OR, NOT and parentheses. Only a parenthesis at the edge of a word opens or closes a group: `call(x)` is one word.
 */
export function tokenize(query: string): PlacedToken[] {
  const tokens: PlacedToken[] = [];
  let at = 0;
  let open = 0;
  while (at < query.length) {
    if (/\s/.test(query.charAt(at))) {
      at += 1;
      continue;
    }
    const { token, end } = tokenAt(query, at, open);
    if (token.kind === '(') open += 1;
    if (token.kind === ')') open -= 1;
    tokens.push({ token, start: at, end });
    at = end;
  }
  return tokens;
}

function tokenAt(query: string, at: number, open: number): { token: Token; end: number } {
  const mark = query.charAt(at);
  if (mark === '(') return { token: { kind: '(' }, end: at + 1 };
  if (mark === ')' && open > 0) return { token: { kind: ')' }, end: at + 1 };
  const filter = match(FILTER_START, query, at);
  const found = filter && filterAt(query, { end: at + filter[0].length, filter, open });
  if (found) return found;
  const quoted = match(QUOTED, query, at);
  if (quoted) return { token: term(unquoted(quoted)), end: at + quoted[0].length };
  const regex = match(REGEX, query, at);
  if (regex) {
    const text = (regex[1] ?? regex[2] ?? '').replaceAll('\\/', '/');
    return { token: { kind: 'term', text, isRegex: true }, end: at + regex[0].length };
  }
  const end = wordEnd(query, at, open);
  const word = query.slice(at, end);
  if (word === 'AND' || word === 'OR' || word === 'NOT') return { token: { kind: word }, end };
  return { token: term(word), end };
}

/** A filter, or the word after `content:`; `undefined` if it is a word of code. */
function filterAt(
  query: string,
  { end: at, filter, open }: { end: number; filter: RegExpExecArray; open: number },
): { token: Token; end: number } | undefined {
  const [, minus, name = ''] = filter;
  const quoted = match(QUOTED, query, at);
  const end = quoted ? at + quoted[0].length : wordEnd(query, at, open);
  const value = quoted ? unquoted(quoted) : query.slice(at, end);
  const found = filterNamed(name, value, minus === '-');
  if (found && value === '') throw new ToolError(`The filter ${name}: has no value.`);
  return found && { token: { kind: 'filter', ...found }, end };
}

/** Inside a group, a closing parenthesis that the word did not open ends the word. */
function wordEnd(query: string, at: number, open: number): number {
  let depth = 0;
  let end = at;
  for (; end < query.length && !/\s/.test(query.charAt(end)); end += 1) {
    const mark = query.charAt(end);
    if (mark === '(') depth += 1;
    if (mark !== ')') continue;
    if (depth === 0 && open > 0) break;
    depth -= 1;
  }
  return end;
}

function term(text: string): Token {
  return { kind: 'term', text, isRegex: false };
}

function unquoted([, double, single]: RegExpExecArray): string {
  return (double ?? single ?? '').replace(/\\(["'\\])/g, '$1');
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
