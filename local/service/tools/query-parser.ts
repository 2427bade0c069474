import type { Filter } from './query-filters.js';
import { type PlacedToken, type Token, tokenize } from './query-tokens.js';
import { ToolError } from './tool.js';

export interface Term {
  readonly text: string;
  readonly isRegex: boolean;
}

export type Expression =
  | { readonly kind: 'term'; readonly term: Term }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[] }
  | { readonly kind: 'not'; readonly part: Expression };

export interface ParsedQuery {
  /** Absent if the query has only filters. */
  readonly expression?: Expression;
  /** All terms, without duplicates. */
  readonly terms: readonly Term[];
  readonly filters: readonly Filter[];
}

const MAX_QUERY_LENGTH = 2_000;
const MAX_TERMS = 20;

/**
 * `a b OR c NOT d`: terms side by side are ANDed, AND binds tighter than OR, filters apply to the
 * whole query. Throws a `ToolError`.
 */
export function parseQuery(query: string): ParsedQuery {
  const { tokens, filters } = separateTokens(query);
  const expression = tokens.length > 0 ? parseTokens(tokens) : undefined;
  if (!expression && filters.length === 0) {
    throw new ToolError('The query is empty: enter words to search for.');
  }
  const terms = distinctTerms(tokens);
  if (terms.length > MAX_TERMS) {
    throw new ToolError(`The query has ${terms.length} terms: give at most ${MAX_TERMS}.`);
  }
  return { ...(expression && { expression }), terms, filters };
}

/** Separates a natural-language query into its text and its filters. */
export function separateFilters(query: string): { text: string; filters: readonly Filter[] } {
  const filters: Filter[] = [];
  let text = '';
  let at = 0;
  for (const { token, start, end } of tokenizeLimited(query)) {
    if (token.kind !== 'filter') continue;
    filters.push(token);
    text += `${query.slice(at, start)} `;
    at = end;
  }
  return { text: (text + query.slice(at)).trim(), filters };
}

function separateTokens(query: string) {
  const tokens: Token[] = [];
  const filters: Filter[] = [];
  let depth = 0;
  for (const { token } of tokenizeLimited(query)) {
    if (token.kind === '(') depth += 1;
    if (token.kind === ')') depth -= 1;
    if (token.kind !== 'filter') tokens.push(token);
    else if (depth === 0) filters.push(token);
    else
      throw new ToolError(
        `${token.name}: applies to the whole query: put it outside of the parentheses.`,
      );
  }
  return { tokens, filters };
}

function tokenizeLimited(query: string): PlacedToken[] {
  if (query.length <= MAX_QUERY_LENGTH) return tokenize(query);
  throw new ToolError('The query is longer than 2,000 characters: give fewer terms.');
}

function distinctTerms(tokens: readonly Token[]): Term[] {
  const byKey = new Map<string, Term>();
  for (const token of tokens) {
    if (token.kind === 'term') byKey.set(termKey(token), token);
  }
  return [...byKey.values()];
}

export function termKey({ text, isRegex }: Term): string {
  return `${isRegex ? '/' : '"'}${text}`;
}

function parseTokens(tokens: readonly Token[]): Expression {
  let at = 0;
  const kind = () => tokens[at]?.kind;

  function parseOr(): Expression {
    const parts = [parseAnd()];
    while (kind() === 'OR') {
      at += 1;
      parts.push(parseAnd());
    }
    return joinParts('or', parts);
  }
  function parseAnd(): Expression {
    const parts = [parseOperand()];
    while (kind() !== undefined && kind() !== 'OR' && kind() !== ')') {
      if (kind() === 'AND') at += 1;
      parts.push(parseOperand());
    }
    return joinParts('and', parts);
  }
  function parseOperand(): Expression {
    const token = tokens[at];
    at += 1;
    if (token?.kind === 'NOT') return { kind: 'not', part: parseOperand() };
    if (token?.kind === 'term') return { kind: 'term', term: token };
    if (token?.kind !== '(') throw missingTerm(token);
    const inner = parseOr();
    if (kind() !== ')') throw new ToolError(`A parenthesis is not closed.${QUOTE}`);
    at += 1;
    return inner;
  }
  const expression = parseOr();
  if (at < tokens.length) throw missingTerm(tokens[at]);
  return expression;
}

const QUOTE = ' To search for a parenthesis or an operator literally, put it in quotes.';

function missingTerm(token: Token | undefined): ToolError {
  const where = token ? `before ${token.kind}` : 'at the end';
  return new ToolError(`The query has no term ${where}.${QUOTE}`);
}

function joinParts(kind: 'and' | 'or', parts: readonly Expression[]): Expression {
  const [only] = parts;
  return only && parts.length === 1 ? only : { kind, parts };
}
