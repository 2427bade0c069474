import { ToolRefusal } from '../tool.js';
import { type Filter, type Token, tokensOf } from './tokens.js';

export interface Term {
  readonly text: string;
  readonly isRegex: boolean;
}

export type Expression =
  | { readonly kind: 'term'; readonly term: Term }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[] }
  | { readonly kind: 'not'; readonly part: Expression };

export interface ParsedQuery {
  /** Absent where there are filters alone. */
  readonly expression?: Expression;
  /** Every term once. */
  readonly terms: readonly Term[];
  readonly filters: readonly Filter[];
}

const LONGEST = 2_000;
const MOST_TERMS = 20;

/**
 * `a b OR c NOT d`: terms side by side are ANDed, AND binds tighter than OR, filters hold for the
 * whole query. Throws a `ToolRefusal`.
 */
export function parseQuery(query: string): ParsedQuery {
  const { tokens, filters } = split(query);
  const expression = tokens.length > 0 ? parse(tokens) : undefined;
  if (!expression && filters.length === 0) {
    throw new ToolRefusal('The query is empty: give words to search for.');
  }
  const terms = uniqueTerms(tokens);
  if (terms.length > MOST_TERMS) {
    throw new ToolRefusal(`The query has ${terms.length} terms: give at most ${MOST_TERMS}.`);
  }
  return { ...(expression && { expression }), terms, filters };
}

/** The filters of a question in words, and the question without them. */
export function splitQuestion(query: string): { text: string; filters: readonly Filter[] } {
  const tokens = limited(query);
  const filters = tokens.flatMap((token) => (token.kind === 'filter' ? [token] : []));
  const words = query.replace(/(^|\s)-?(repo|file|rev|case):("[^"]*"|'[^']*'|\S+)/g, ' ').trim();
  return { text: words, filters };
}

function split(query: string) {
  const tokens: Token[] = [];
  const filters: Filter[] = [];
  let depth = 0;
  for (const token of limited(query)) {
    if (token.kind === '(') depth += 1;
    if (token.kind === ')') depth -= 1;
    if (token.kind !== 'filter') tokens.push(token);
    else if (depth === 0) filters.push(token);
    else throw new ToolRefusal(`${token.name}: holds for the whole query: put it outside of ( ).`);
  }
  return { tokens, filters };
}

function limited(query: string): Token[] {
  if (query.length <= LONGEST) return tokensOf(query);
  throw new ToolRefusal('The query is longer than 2,000 characters: give fewer terms.');
}

function uniqueTerms(tokens: readonly Token[]): Term[] {
  const byKey = new Map<string, Term>();
  for (const token of tokens) {
    if (token.kind === 'term') byKey.set(termKey(token), token);
  }
  return [...byKey.values()];
}

export function termKey({ text, isRegex }: Term): string {
  return `${isRegex ? '/' : '"'}${text}`;
}

function parse(tokens: readonly Token[]): Expression {
  let at = 0;
  const kind = () => tokens[at]?.kind;

  function any(): Expression {
    const parts = [all()];
    while (kind() === 'OR') {
      at += 1;
      parts.push(all());
    }
    return joined('or', parts);
  }
  function all(): Expression {
    const parts = [one()];
    while (kind() !== undefined && kind() !== 'OR' && kind() !== ')') {
      if (kind() === 'AND') at += 1;
      parts.push(one());
    }
    return joined('and', parts);
  }
  function one(): Expression {
    const token = tokens[at];
    at += 1;
    if (token?.kind === 'NOT') return { kind: 'not', part: one() };
    if (token?.kind === 'term') return { kind: 'term', term: token };
    if (token?.kind !== '(') throw missing(token);
    const inner = any();
    if (kind() !== ')') throw new ToolRefusal(`A parenthesis is not closed.${QUOTE}`);
    at += 1;
    return inner;
  }
  const expression = any();
  if (at < tokens.length) throw missing(tokens[at]);
  return expression;
}

const QUOTE = ' To search for a parenthesis or an operator as it is, put it in quotes.';

function missing(token: Token | undefined): ToolRefusal {
  const where = token ? `before ${token.kind}` : 'at the end';
  return new ToolRefusal(`The query lacks a term ${where}.${QUOTE}`);
}

function joined(kind: 'and' | 'or', parts: readonly Expression[]): Expression {
  const [only] = parts;
  return only && parts.length === 1 ? only : { kind, parts };
}
