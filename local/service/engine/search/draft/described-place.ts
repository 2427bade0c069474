import { termsOf } from '../../../index/terms.js';
import type { AskedTerms } from '../passages/asked-terms.js';
import { bestLine } from '../passages/best-lines.js';
import type { Excerpt } from '../passages/excerpts.js';
import { linesFrom } from '../passages/extent.js';
import { isSection } from '../passages/passage.js';
import { proseMarkdown, type Sentence } from '../passages/prose.js';
import { sectionSentences } from '../passages/section-text.js';
import { displayName } from './describe.js';
import type { Statement } from './draft.js';
import { lineSpan } from './line-text.js';
import { namedPlace, namesOfLines } from './named-place.js';

/** Characters. */
const MAX_SENTENCE_LENGTH = 150;

/** An excerpt by the sentence or the line of it that says most, so that one sees whether to open it. */
export function describedPlace(excerpt: Excerpt, asked: AskedTerms): Statement {
  const { passage, start, end } = excerpt;
  const { file, name } = passage;
  const { reference } = namedPlace(excerpt, asked);
  const shown =
    name === '' ? (namesOfLines(excerpt, asked) ?? displayName(passage)) : displayName(passage);
  const sentence = tellingSentence(excerpt, asked);
  if (sentence) {
    const said = proseMarkdown(sentence.text, MAX_SENTENCE_LENGTH);
    return { markdown: `${shown}: ${said}`, reference };
  }
  // The name has said the first line.
  const own = linesFrom(start, end).filter((line) => line !== passage.definition?.line);
  const line = bestLine({ file, lines: own, ...asked });
  const text = line === undefined ? '' : (file.lines[line - 1] ?? '');
  return { markdown: /\w{2}/.test(text) ? `${shown}: ${lineSpan(text)}` : shown, reference };
}

/** Of a section, or of a comment that has as many words of the question as the lines. */
function tellingSentence(
  { passage, start, end }: Excerpt,
  { weights }: AskedTerms,
): Sentence | undefined {
  const worth = (text: string) => {
    const own = new Set(termsOf(text));
    return [...own].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  };
  const isProse = isSection(passage);
  const sentences = isProse
    ? sectionSentences(passage).filter((one) => one.start <= end && one.end >= start)
    : (passage.docs?.sentences ?? []);
  const [best] = sentences
    .map((sentence) => ({ sentence, worth: worth(sentence.text) }))
    .toSorted((a, b) => b.worth - a.worth);
  const inLines = Math.max(
    ...linesFrom(start, end).map((line) => worth(passage.file.lines[line - 1] ?? '')),
  );
  return best && (isProse || best.worth >= inLines) && best.worth > 0 ? best.sentence : undefined;
}
