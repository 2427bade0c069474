import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft } from '../draft/draft.js';
import { findSymbol } from '../facts/named-symbol.js';
import type { UsageQuestion } from '../question-kinds/rule.js';
import type { FormInput } from './form.js';
import { usages } from './usages.js';

/** Of both names that a question has; what is not found of one doesn't take away what is known of the other. */
export async function usagesOfEach(
  input: FormInput,
  { other, ...asked }: UsageQuestion,
): Promise<Draft | undefined> {
  const first = await usages(input, asked);
  if (other === undefined) return first;
  const second = await usages(input, { ...asked, subject: other });
  if (first && second) return { ...first, second: { question: other, draft: second } };
  if (first) return withMissing(first, other, input);
  return second && withMissing(second, asked.subject, input);
}

/** Says which name nothing has; of one that only has no usages, nothing is said. */
async function withMissing(draft: Draft, name: string, input: FormInput): Promise<Draft> {
  if (await findSymbol(name, input)) return draft;
  const [{ markdown, reference }, ...others] = draft.statements;
  const said = { markdown: `I found no ${codeSpan(name)}. ${markdown}`, reference };
  return { ...draft, statements: [said, ...others] };
}
