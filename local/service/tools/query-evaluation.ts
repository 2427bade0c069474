import { type Expression, type Term, termKey } from './query-parser.js';

/** Whether a file matches; `has` says whether it contains a term. */
export function matchesExpression(expression: Expression, has: (term: Term) => boolean): boolean {
  if (expression.kind === 'term') return has(expression.term);
  if (expression.kind === 'not') return !matchesExpression(expression.part, has);
  const check = (part: Expression) => matchesExpression(part, has);
  return expression.kind === 'and' ? expression.parts.every(check) : expression.parts.some(check);
}

/** The terms that are not negated, without duplicates. */
export function positiveTerms(expression: Expression, negated = false): Term[] {
  if (expression.kind === 'term') return negated ? [] : [expression.term];
  const parts = expression.kind === 'not' ? [expression.part] : expression.parts;
  const inner = expression.kind === 'not' ? !negated : negated;
  const terms = parts.flatMap((part) => positiveTerms(part, inner));
  return [...new Map(terms.map((term) => [termKey(term), term])).values()];
}
