import { codeOf } from '../draft/code-of.js';
import { displayName } from '../draft/describe.js';
import type { ShownPlace } from '../draft/draft.js';
import { shownPlace } from '../draft/shown-place.js';
import type { AskedTerms } from '../passages/asked-terms.js';
import type { Excerpt } from '../passages/excerpts.js';
import { isContainer, isSection } from '../passages/passage.js';
import type { FormInput } from './form.js';

interface Alone {
  readonly place: ShownPlace;
  readonly excerpt: Excerpt;
}

interface Wanted {
  readonly query: FormInput['query'];
  readonly asked: AskedTerms;
  /** All lines that may be shown. */
  readonly candidates: readonly (Excerpt & { readonly score: number })[];
}

/** The quote alone leaves room for that many. */
const ROOM = 14;
/** Of the question, from 0 to 1. */
const MIN_COVERAGE = 0.2;

/**
 * What a comment says is shown alone: the code that it is about, which decides; of a class, the member that has most of
 * the question.
 */
export function placeBesideQuote(
  { place, excerpt }: Alone,
  { query, asked, candidates }: Wanted,
): ShownPlace | undefined {
  const { passage } = excerpt;
  if (!place.code.isQuote || !passage.definition || isSection(passage)) return undefined;
  if (isContainer(passage)) {
    const { file, start, end } = passage;
    const [member] = candidates
      .filter((one) => one.passage.file === file && one.passage !== passage)
      .filter((one) => one.start > start && one.end <= end && one.coverage >= MIN_COVERAGE)
      .toSorted((a, b) => b.score - a.score);
    return member && shownPlace(member, { query, asked });
  }
  const code = codeOf(passage, { query, asked, room: ROOM });
  const isMore = code !== undefined && code.lines.length > 1;
  return isMore
    ? { statement: { markdown: displayName(passage), reference: code.reference }, code }
    : undefined;
}
