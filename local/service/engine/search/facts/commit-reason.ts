import { termsOf } from '../../../index/terms.js';
import { sentencesOf } from '../passages/prose.js';

interface Message {
  readonly title: string;
  /** The message below the title. */
  readonly body: string;
}

const MAX_LENGTH = 10_000;
const MIN_WORDS = 4;
/** Headings, check boxes and rulers of a template for pull requests, and trailers that are not at the end. */
const MARKUP =
  /^\s*(?:#{1,6}\s|\*\*[^*]{1,80}\*\*:?\s*$|[-*]\s*\[[ xX]\]|-{3,}|[A-Z][A-Za-z-]{1,30}-(?:[Bb]y|[Ii]d): )/;
/** Titles of squashed commits, as a list. */
const SQUASHED =
  /^\s*(?:\*\s(?:[^.!?]|\.(?=\S)){1,120}$|[-*]\s+[a-z]{2,12}(?:\([^()]{1,60}\))?!?:\s)/;
/** Below it, or below the first of its commits, is the log of what was squashed. */
const SQUASHED_LOG = /^(?:squashed commit of the following:|commit [0-9a-f]{40})\s*$/im;
const NO_REASON =
  /^(?:this reverts commit|(?:fix(?:es|ed)?|close[sd]?|ref[s]?|see|resolve[sd]?|part of|related)\b[:\s]*(?:#|https?:|[A-Z]+-\d)|https?:\S+$|cherry picked|\(cherry|apply (?:the )?suggestions?\b|(?:add|create|delete|update)d? \S+$|merge (?:branch|pull request)\b)/i;

/**
 * The sentences below the title of a commit that say more than it, and than those before them: why it was
 * made, if its author says so.
 */
export function reasonsIn({ title, body }: Message): string[] {
  const [own = ''] = body.slice(0, MAX_LENGTH).split(SQUASHED_LOG, 1);
  const lines = withoutLaterCommits(withoutComments(own).split('\n'));
  const prose = lines.map((line, n) => ({
    text: MARKUP.test(line) || SQUASHED.test(line) ? '' : line,
    line: n + 1,
  }));
  const known = new Set(termsOf(title));
  return sentencesOf(prose).flatMap(({ text }) => {
    const terms = new Set(termsOf(text));
    const news = [...terms].filter((term) => !known.has(term));
    const words = text.match(/\p{L}{2,}/gu) ?? [];
    const isNew = news.length >= Math.max(2, terms.size / 4);
    if (!isNew || words.length < MIN_WORDS || NO_REASON.test(text)) return [];
    for (const term of news) known.add(term);
    return [text];
  });
}

/** What stands below the title of the second or a later squashed commit is the reason of that one alone. */
function withoutLaterCommits(lines: readonly string[]): string[] {
  let titles = 0;
  return lines.map((line, n) => {
    const isTitle = SQUASHED.test(line) && lines[n + 1]?.trim() === '';
    if (isTitle) titles += 1;
    return titles < 2 || /^\s*[-*]\s/.test(line) ? line : '';
  });
}

/** Without `<!-- … -->`, also where it has no end. */
function withoutComments(text: string): string {
  const [before = '', ...comments] = text.split('<!--');
  const behind = comments.map((one) => {
    const end = one.indexOf('-->');
    return end < 0 ? '' : one.slice(end + '-->'.length);
  });
  return [before, ...behind].join(' ');
}
