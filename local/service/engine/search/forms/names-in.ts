import { REPOSITORY_NAME_WEIGHT } from '../../../index/query.js';
import { termsOf, wordsOf } from '../../../index/terms.js';
import { isSection, type Passage } from '../passages/passage.js';
import type { FormInput } from './form.js';

/** The words of a question that may be names in code as they are written: `maxAge`, and `Router` within a sentence. */
export function namesIn({ question, query }: Pick<FormInput, 'question' | 'query'>): Set<string> {
  const [, ...others] = wordsOf(question);
  const asked = new Set(
    query.terms.filter(({ weight }) => weight > REPOSITORY_NAME_WEIGHT).map(({ term }) => term),
  );
  const isAsked = (word: string) => termsOf(word).some((term) => asked.has(term));
  const capitalized = others.filter((word) => /^\p{Lu}\p{Ll}+$/u.test(word) && isAsked(word));
  return new Set([...query.exactNames, ...capitalized]);
}

/** How well a question names a definition: it has its name, or that of its class, or the heading of the section does. */
export function namedShare({ name, ...passage }: Passage, names: ReadonlySet<string>): number {
  if (names.size === 0) return 0;
  if (isSection({ name, ...passage }))
    return wordsOf(name).some((one) => names.has(one)) ? OWNER : 0;
  const parts = name.split('.');
  if (names.has(parts.at(-1) ?? '')) return 1;
  return parts.some((one) => names.has(one)) ? OWNER : 0;
}

const OWNER = 0.6;
