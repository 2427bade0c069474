import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { truncate } from '../../../markdown/truncate.js';
import type { AskedTerms } from '../passages/asked-terms.js';
import type { Excerpt } from '../passages/excerpts.js';
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
  if (quote) return { ...describeSection(passage, query, MAX_LENGTH), reference: quote.reference };
  const { file } = passage;
  const lines = file.lines.slice(start - 1, end);
  const statements = lines.map((_, first) => statementAt(lines, first));
  const scores = statements.map(({ text }) => scoreOf(text, asked));
  const best = scores.indexOf(Math.max(...scores));
  const { text, length } = statements[best] ?? { text: '', length: 1 };
  const first = start + best;
  return {
    markdown: `${displayName(passage)}: ${codeSpan(truncate(text, MAX_LENGTH))}`,
    reference: placeReference({ ...file, start: first, end: first + length - 1 }),
  };
}

function scoreOf(text: string, { weights, shapes }: AskedTerms): number {
  const said = [...new Set(termsOf(text))].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  return said + shapeScore(text, shapes);
}

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
