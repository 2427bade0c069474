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
  const { found, later } = await removals(input, subject, mayHappen === true);
  const [first, ...others] = found;
  const which = later.length > 0 ? 'A commit that says so' : 'The newest commit that says so';
  return first && titledDraft([first, ...later, ...others], { input, wanted, which });
}

interface Removals {
  /** Newest first. */
  readonly found: readonly Change[];
  /** Newer ones that say so, of documents or tests. */
  readonly later: readonly Change[];
}

/** `isStrict`: only those that say it of the thing itself. */
async function removals(input: FormInput, subject: string, isStrict: boolean): Promise<Removals> {
  for (const name of namesFor(subject)) {
    const all = await commitsNaming(name, input);
    const naming = all.filter(isOfCode);
    const itself = naming.filter(({ title }) => IS_GONE_ITSELF.saysOf(title, name));
    if (isStrict && itself.length === 0) continue;
    const ways = [
      itself,
      naming.filter(({ title }) => IS_GONE.saysOf(title, name)),
      naming.filter(({ title }) => IS_REPLACED.saysOf(title, name)),
      naming.filter(({ title }) => IS_GONE.says(title)),
    ];
    const found = ways.find((one) => one.length > 0);
    const [first] = found ?? [];
    if (!found || !first) continue;
    const newer = all.slice(0, all.indexOf(first));
    return { found, later: newer.filter(({ title }) => IS_GONE.saysOf(title, name)) };
  }
  return { found: [], later: [] };
}
