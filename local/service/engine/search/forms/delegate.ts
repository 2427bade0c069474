import { escapeRegex } from '../../../tools/escape-regex.js';
import type { Passage } from '../passages/passage.js';
import type { RankedPassage } from '../passages/rank-passages.js';
import type { FormInput } from './form.js';

/**
 * What does the work of a function that hands it on to another one of its name, as a controller does to a repository.
 * Nothing if the question says which one it means, or if several may be called.
 */
export function delegateOf(
  lead: Passage,
  ranked: readonly RankedPassage[],
  { question, query }: Pick<FormInput, 'question' | 'query'>,
): Passage | undefined {
  const name = lead.definition?.name ?? '';
  if (!query.exactNames.includes(name) || /[.:#]\w/.test(question)) return undefined;
  const calls = new RegExp(`(?:\\.|->|::)${escapeRegex(name)}\\s{0,2}\\(`);
  const handsOn = ({ file, start, end }: Passage) =>
    file.lines.slice(start, end).some((line) => calls.test(line));
  const others = ranked
    .map(({ passage }) => passage)
    .filter(({ definition, file }) => definition?.name === name && file !== lead.file);
  const working = others.filter((other) => !handsOn(other));
  return handsOn(lead) && working.length === 1 ? working[0] : undefined;
}
