import { termsOf } from '../../../index/terms.js';
import { displayName } from '../draft/describe.js';
import type { Draft } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import { documentSections } from '../facts/document-sections.js';
import { proseMarkdown, type Sentence } from '../passages/prose.js';
import { sectionSentences } from '../passages/section-text.js';
import type { AskedValue } from '../text/asked-value.js';
import type { FormInput } from './form.js';

/** Of the things that are asked for. */
const MIN_SHARE = 0.6;
const MIN_THINGS = 2;
/** Characters. */
const MAX_SENTENCE = 300;

const TIME =
  /(?<![\w.])(?!(?:19|20)\d0s\b)\d[\d,.]{0,20}[\s-]?(?:ms|s|(?:milli)?seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b/i;
/** Besides sizes: as many of something, but no year, version or port. */
const SIZE = /(?<![\w.#/-])\d[\d,.]{0,20}\s?(?:[kmg]i?b\b|bytes\b|%)/i;
const COUNT =
  /(?<![\w.#/-])(?<!\b(?:step|version|port|section)\s)(?!(?:19|20)\d\d\b)(\d[\d,]{0,20})\s([a-z]{3,40})/gi;
const OF_TIME = new Set(termsOf('duration interval'));

/** The sentence of a guide that has an amount, and most of what is asked for. */
export async function valueInGuide(
  input: FormInput,
  asked: AskedValue,
): Promise<Draft | undefined> {
  const { things, wanted } = asked;
  if (wanted === 'name' || things.length < MIN_THINGS) return undefined;
  const shareOf = (sentence: Sentence, heading: string) => {
    const own = new Set(termsOf(`${heading} ${sentence.text}`));
    return (
      things.filter((thing) => [...thing].some((term) => own.has(term))).length / things.length
    );
  };
  const [best] = (await documentSections(input))
    .flatMap(({ passage }) =>
      sectionSentences(passage)
        .filter(({ text }) => hasAmount(text, asked))
        .map((sentence) => ({ passage, sentence, share: shareOf(sentence, passage.name) })),
    )
    .filter(({ share }) => share >= MIN_SHARE)
    .toSorted((a, b) => b.share - a.share);
  if (!best) return undefined;
  const { passage, sentence } = best;
  const { start, end, text } = sentence;
  input.context.report(`Found an amount in ${passage.file.path}`);
  return {
    statements: [
      {
        markdown: `${displayName(passage)}: ${proseMarkdown(text, MAX_SENTENCE)}`,
        reference: placeReference({ ...passage.file, start, end }),
      },
    ],
    followups: [],
  };
}

/** Whether a sentence has a time, where one is asked for, or else a size or a number of what is asked for. */
export function hasAmount(
  text: string,
  { things, measures }: Pick<AskedValue, 'things' | 'measures'>,
): boolean {
  if (measures.some((terms) => [...OF_TIME].some((term) => terms.has(term))))
    return TIME.test(text);
  const isOfThing = ([, , unit = '']: readonly string[]) =>
    termsOf(unit).some((term) => things.some((thing) => thing.has(term)));
  return SIZE.test(text) || [...text.matchAll(COUNT)].some(isOfThing);
}
