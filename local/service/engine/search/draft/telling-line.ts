import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { truncate } from '../../../markdown/truncate.js';
import type { AskedTerms } from '../passages/asked-terms.js';
import { commentLines, isCommentLine } from '../passages/doc-comment.js';
import type { Excerpt } from '../passages/excerpts.js';
import { isContainer, overlapsDocs } from '../passages/passage.js';
import { IMPORT } from '../passages/passage-weight.js';
import { proseMarkdown, sentencesOf } from '../passages/prose.js';
import { shapeScore } from '../text/asked-shape.js';
import { describeSection, displayName } from './describe.js';
import type { Statement } from './draft.js';
import { quoteOf } from './quote.js';
import { placeReference } from './reference.js';

interface Wanted {
  readonly query: Query;
  readonly asked: AskedTerms;
}

/** An excerpt in one line: the sentence that says most, or the line of code that does. */
export function tellingLine(excerpt: Excerpt, { query, asked }: Wanted): Statement {
  const { passage, start, end } = excerpt;
  const quote = quoteOf(excerpt, asked);
  const said = quote && saidIn(excerpt, { query, asked });
  if (quote && said !== undefined) return { markdown: said, reference: quote.reference };
  const { file } = passage;
  const lines = file.lines.slice(start - 1, end);
  const statements = lines.map((_, first) => statementAt(lines, first));
  const scores = statements.map(({ text }) => (saysNothing(text) ? 0 : scoreOf(text, asked)));
  const best = scores.indexOf(Math.max(...scores));
  const { text, length } = statements[best] ?? { text: '', length: 1 };
  const first = start + best;
  return {
    markdown: `${displayName(passage)}: ${codeSpan(truncate(text, MAX_LENGTH))}`,
    reference: placeReference({ ...file, start: first, end: first + length - 1 }),
  };
}

/** In a comment that is no definition's, or a member's, the sentence that says most; elsewhere that of the docs. */
function saidIn(excerpt: Excerpt, { query, asked }: Wanted): string | undefined {
  const { passage, start, end } = excerpt;
  const isInside = isContainer(passage) && !overlapsDocs(passage, excerpt);
  if (passage.name !== '' && !isInside) return describeSection(passage, query, MAX_LENGTH).markdown;
  const { lines } = passage.file;
  const told = commentLines(lines, { start, end }).filter(({ line }) =>
    isCommentLine(lines[line - 1] ?? ''),
  );
  const [best] = sentencesOf(told).toSorted(
    (a, b) => scoreOf(b.text, asked) - scoreOf(a.text, asked),
  );
  return best && `${displayName(passage)}: ${proseMarkdown(best.text, MAX_LENGTH)}`;
}

function scoreOf(text: string, { weights, shapes }: AskedTerms): number {
  const said = [...new Set(termsOf(text))].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  return said + shapeScore(text, shapes);
}

/** `try {` has a word of many questions. */
function saysNothing(text: string): boolean {
  return IMPORT.test(text) || ONLY_KEYWORD.test(text);
}

const ONLY_KEYWORD =
  /^\W*(?:try|else|finally|do|begin|ensure|rescue|catch|except|return|end|default|break|continue)\W*$/;

/** `const timeout =` says nothing without the line below it. */
function statementAt(lines: readonly string[], first: number) {
  let last = first;
  while (last < first + MAX_MORE && last < lines.length - 1 && GOES_ON.test(lines[last] ?? '')) {
    last += 1;
  }
  const own = lines.slice(first, last + 1).map((text) => text.slice(0, MAX_READ).trim());
  return { text: own.join(' '), length: own.length };
}

/** How a line ends whose statement does not. */
const GOES_ON = /(?:[=([,?:|&+]|=>)\s*$/;
/** Characters of a line. */
const MAX_READ = 1_000;
const MAX_MORE = 2;

/** Characters: what fits on a line of a screen, beside a name and a link. */
const MAX_LENGTH = 90;
