import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { type AskedTerms, askedAbout, termWeights } from '../passages/asked-terms.js';
import type { FoundFile } from '../passages/rank-passages.js';
import type { FormInput } from './form.js';

/** What one part of a question asks for. */
export interface AskedPart extends AskedTerms {
  /** The terms of this part, while `weights` has all of them. */
  readonly own: ReadonlySet<string>;
}

/** Whether a message asks several things. */
export function hasParts(question: string): boolean {
  return question.split(PART, 2).length > 1;
}

/** What each part of the question asks for; the words of the other parts count less. */
export function partsOf({ question, query }: FormInput, found: readonly FoundFile[]): AskedPart[] {
  const weights = termWeights(
    found.map(({ file }) => file),
    withNumbers(query, question),
  );
  const parts = question
    .split(PART, MAX_PARTS)
    .map((part) => ({
      part,
      own: new Set(termsOf(part).filter((term) => weights.has(term))),
    }))
    .filter(({ own }) => own.size > 0);
  if (parts.length < 2) {
    return [{ ...askedAbout(weights, question), own: new Set(weights.keys()) }];
  }
  return parts.map(({ part, own }) => {
    const ofPart = scaled(weights, (term) => own.has(term));
    return { ...askedAbout(ofPart, part, question), own };
  });
}

/** All that is asked, for what is shown of a place. */
export function wholeOf(parts: readonly AskedPart[], { question }: FormInput): AskedTerms {
  const weights = new Map<string, number>();
  for (const [term, weight] of parts.flatMap((part) => [...part.weights])) {
    weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  }
  return askedAbout(weights, question);
}

/** A number such as an exit code or a status is no word to search for, but tells lines apart. */
function withNumbers(query: Query, question: string): Query {
  const known = new Set(query.terms.map(({ term }) => term));
  const numbers = (question.match(/(?<![\w.])\d{2,6}(?![\w.]*\w)/g) ?? []).slice(0, MAX_NUMBERS);
  const added = [...new Set(numbers)].filter((term) => !known.has(term));
  return { ...query, terms: [...query.terms, ...added.map((term) => ({ term, weight: 1 }))] };
}

const MAX_NUMBERS = 4;

/** Where the next question of a message, or the second half of one, begins. */
const PART =
  /\?\s+|,?\s+(?:and|or|but)\s+(?=(?:who|why|where|when|how|what|which|is|are|was|were|do|does|did|can|could|should|will|would)\b)/i;
/** Each is looked for in all lines of the files, and there is room for fewer places. */
const MAX_PARTS = 5;
/** Of what the other parts ask. */
const OTHER_PART_FACTOR = 0.4;

function scaled(weights: ReadonlyMap<string, number>, isOwn: (term: string) => boolean) {
  return new Map(
    [...weights].map(([term, one]) => [term, isOwn(term) ? one : one * OTHER_PART_FACTOR]),
  );
}
