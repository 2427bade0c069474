import { type Expression, type Term, termKey } from './query-parser.js';

/** Whether a file matches; `has` says whether it contains a term. */
export function matches(expression: Expression, has: (term: Term) => boolean): boolean {
  if (expression.kind === 'term') return has(expression.term);
  if (expression.kind === 'not') return !matches(expression.part, has);
  const check = (part: Expression) => matches(part, has);
  return expression.kind === 'and' ? expression.parts.every(check) : expression.parts.some(check);
}

/** The terms that are not negated, without duplicates. */
export function wantedTerms(expression: Expression, negated = false): Term[] {
  if (expression.kind === 'term') return negated ? [] : [expression.term];
  const parts = expression.kind === 'not' ? [expression.part] : expression.parts;
  const inner = expression.kind === 'not' ? !negated : negated;
  const terms = parts.flatMap((part) => wantedTerms(part, inner));
  return [...new Map(terms.map((term) => [termKey(term), term])).values()];
}
