import type { Draft } from '../draft/draft.js';
import type { Change } from '../facts/commit-log.js';
import { commitsNaming } from '../facts/naming-commits.js';
import type { HistoryQuestion } from '../question-kinds/rule.js';
import { isThing } from '../question-kinds/subject.js';
import type { FormInput } from './form.js';
import { IS_GONE, IS_GONE_ITSELF, IS_REPLACED } from './title-says.js';
import { isOfCode, namesFor, titledDraft } from './titled-commits.js';

/** "When was the gift wrapping removed, and why?": the commits whose titles say so, newest first. */
export async function removalOfTopic(
  input: FormInput,
  { subject, isGone, wanted, mayHappen }: HistoryQuestion,
): Promise<Draft | undefined> {
  if (!isGone || !isThing(subject)) return undefined;
  const [newest, ...others] = await removals(input, subject, mayHappen === true);
  const which = 'The newest commit that says so';
  return newest && titledDraft([newest, ...others], { input, wanted, which });
}

/** `isStrict`: only those that say it of the thing itself. */
async function removals(
  input: FormInput,
  subject: string,
  isStrict: boolean,
): Promise<readonly Change[]> {
  for (const name of namesFor(subject)) {
    const naming = (await commitsNaming(name, input)).filter(isOfCode);
    const itself = naming.filter(({ title }) => IS_GONE_ITSELF.saysOf(title, name));
    if (isStrict && itself.length === 0) continue;
    const ways = [
      itself,
      naming.filter(({ title }) => IS_GONE.saysOf(title, name)),
      naming.filter(({ title }) => IS_REPLACED.saysOf(title, name)),
      naming.filter(({ title }) => IS_GONE.says(title)),
    ];
    const found = ways.find((one) => one.length > 0);
    if (found) return found;
  }
  return [];
}
