import { emojiCharacter, SHORTCODE } from './emoji.js';

/** A parsed `mrkdwn` text. See https://docs.slack.dev/messaging/formatting-message-text */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: Style; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly label?: string }
  | { readonly kind: 'user' | 'channel' | 'group'; readonly id: string; readonly label?: string }
  | { readonly kind: 'broadcast'; readonly range: string }
  | SlackDate
  | { readonly kind: 'emoji'; readonly name: string; readonly char: string };

export type SlackDate = {
  readonly kind: 'date';
  /** Seconds since the epoch. */
  readonly at: number;
  readonly format: string;
  readonly url?: string;
  readonly fallback: string;
};

export type MrkdwnBlockNode =
  | { readonly kind: 'paragraph' | 'quote'; readonly children: readonly Inline[] }
  | { readonly kind: 'pre'; readonly text: string };

type Style = 'bold' | 'italic' | 'strike';
const STYLES: Readonly<Record<string, Style>> = { '*': 'bold', _: 'italic', '~': 'strike' };

/** Parses a mrkdwn text: first code fences, then quotes, then inline formatting. */
export function parseMrkdwn(text: string): readonly MrkdwnBlockNode[] {
  const parts = text.split(/```\n?([\s\S]+?)\n?```(?:[ \t]*\n)?/);
  return parts.flatMap((part, index): readonly MrkdwnBlockNode[] =>
    index % 2 === 1 ? [{ kind: 'pre', text: unescapeSlack(part) }] : lineBlocks(part),
  );
}

const QUOTE = /^(?:>|&gt;) ?/;
const QUOTE_REST = /^(?:>|&gt;){3} ?/;

function lineBlocks(text: string): MrkdwnBlockNode[] {
  const runs: { quote: boolean; lines: string[] }[] = [];
  let quotesRest = false;
  for (const line of text.replace(/^\n|\n$/g, '').split('\n')) {
    const opens: boolean = !quotesRest && QUOTE_REST.test(line);
    const quote = quotesRest || QUOTE.test(line);
    const stripped = quotesRest ? line : line.replace(opens ? QUOTE_REST : QUOTE, '');
    quotesRest ||= opens;
    const last = runs.at(-1);
    if (last?.quote === quote) last.lines.push(stripped);
    else runs.push({ quote, lines: [stripped] });
  }
  return runs
    .map(
      ({ quote, lines }): MrkdwnBlockNode => ({
        kind: quote ? 'quote' : 'paragraph',
        children: parseInline(lines.join('\n')),
      }),
    )
    .filter((block) => block.kind === 'pre' || block.children.length > 0);
}

/**
 * Parses inline formatting; styles do not span lines. `openStyles` lists the markers of the
 * surrounding styles, which cannot open again.
 */
export function parseInline(text: string, openStyles = ''): readonly Inline[] {
  const found: Inline[] = [];
  const unclosed = new Map([...openStyles].map((sign) => [sign, Number.POSITIVE_INFINITY]));
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const match = inlineAt(text, at, { unclosed, openStyles });
    if (!match) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) found.push({ kind: 'text', text: unescapeSlack(plain) });
    plain = '';
    found.push(match.node);
    at += match.length;
  }
  if (plain) found.push({ kind: 'text', text: unescapeSlack(plain) });
  return found;
}

interface ParseState {
  readonly openStyles: string;
  /**
   * For each style marker, the index up to which no closing marker was found, so that a line of
   * markers takes linear time.
   */
  readonly unclosed: Map<string, number>;
}

interface ParsedNode {
  readonly node: Inline;
  readonly length: number;
}

function inlineAt(text: string, at: number, state: ParseState): ParsedNode | undefined {
  const char = text[at] ?? '';
  if (char === '<') return parseAngleBrackets(text, at);
  if (char === '`') return codeSpan(text, at);
  if (char === ':') return shortcode(text, at);
  if (char === 'h') return bareUrl(text, at);
  return STYLES[char] ? styled(text, at, state) : undefined;
}

function codeSpan(text: string, at: number): ParsedNode | undefined {
  const match = /^`([^`\n]+)`/.exec(text.slice(at, at + 3000));
  return match?.[1]
    ? { node: { kind: 'code', text: unescapeSlack(match[1]) }, length: match[0].length }
    : undefined;
}

function shortcode(text: string, at: number): ParsedNode | undefined {
  if (isWord(text[at - 1])) return undefined;
  const match = SHORTCODE.exec(text.slice(at, at + 90));
  const name = match?.[1] ?? '';
  const char = emojiCharacter(name);
  return match && char
    ? { node: { kind: 'emoji', name, char }, length: match[0].length }
    : undefined;
}

/** A URL in text; trailing punctuation belongs to the sentence. */
export const BARE_URL = /^https?:\/\/[^\s<>|`]*[^\s<>|`.,!?;:)'"*_~\]]/;

function bareUrl(text: string, at: number): ParsedNode | undefined {
  if (isWord(text[at - 1]) || !text.startsWith('http', at)) return undefined;
  const url = BARE_URL.exec(text.slice(at, at + 3000))?.[0];
  return url ? { node: { kind: 'link', url: unescapeSlack(url) }, length: url.length } : undefined;
}

function styled(text: string, at: number, state: ParseState): ParsedNode | undefined {
  const char = text[at] ?? '';
  if (isWord(text[at - 1]) || /\s/.test(text[at + 1] ?? ' ')) return undefined;
  const end = closingIndex(text, at, state);
  if (end === undefined) return undefined;
  const children = parseInline(text.slice(at + 1, end), state.openStyles + char);
  return { node: { kind: STYLES[char] ?? 'bold', children }, length: end + 1 - at };
}

/** The index of the marker that closes the style opened at `at`, if there is one on this line. */
function closingIndex(text: string, at: number, state: ParseState): number | undefined {
  const char = text[at] ?? '';
  if (at < (state.unclosed.get(char) ?? 0)) return undefined;
  let i = at + 1;
  for (; i < text.length && text[i] !== '\n'; i += 1) {
    const skip = text[i] === '<' || text[i] === '`' ? inlineAt(text, i, state)?.length : undefined;
    if (skip) i += skip - 1;
    else if (i > at + 1 && isClosing(text, i, char)) return i;
  }
  state.unclosed.set(char, i);
  return undefined;
}

const isClosing = (text: string, i: number, char: string): boolean =>
  text[i] === char &&
  !/\s/.test(text[i - 1] ?? ' ') &&
  !isWord(text[i + 1]) &&
  text[i + 1] !== char;

const isWord = (char: string | undefined): boolean =>
  char !== undefined && /[\p{L}\p{N}]/u.test(char);

/** Parses `<…>`: a mention, a channel, a date or a link. Anything else in angle brackets is text. */
export function parseAngleBrackets(text: string, at: number): ParsedNode | undefined {
  const match = /^<([^<>\n]{1,3000})>/.exec(text.slice(at, at + 3002));
  const node = match?.[1] ? reference(match[1]) : undefined;
  return match && node ? { node, length: match[0].length } : undefined;
}

function reference(inner: string): Inline | undefined {
  const bar = inner.indexOf('|');
  const target = bar < 0 ? inner : inner.slice(0, bar);
  const text = bar < 0 ? '' : unescapeSlack(inner.slice(bar + 1));
  const label = text ? { label: text } : {};
  if (/^@[UWB][A-Z0-9]*$/.test(target)) return { kind: 'user', id: target.slice(1), ...label };
  if (/^#[CDG][A-Z0-9]*$/.test(target)) return { kind: 'channel', id: target.slice(1), ...label };
  if (target.startsWith('!')) return specialMention(target.slice(1), label);
  if (/^[a-z][a-z0-9+.-]*:/i.test(target))
    return { kind: 'link', url: unescapeSlack(target), ...label };
  return undefined;
}

function specialMention(word: string, label: { label?: string }): Inline | undefined {
  if (/^(here|channel|everyone)$/.test(word)) return { kind: 'broadcast', range: word };
  if (word.startsWith('subteam^')) return { kind: 'group', id: word.slice(8), ...label };
  const date = /^date\^(\d{1,12})\^([^^]+)(?:\^(.+))?$/.exec(word);
  if (!date) return label.label ? { kind: 'text', text: label.label } : undefined;
  return {
    kind: 'date',
    at: Number(date[1]),
    format: date[2] ?? '',
    fallback: label.label ?? '',
    ...(date[3] ? { url: unescapeSlack(date[3]) } : {}),
  };
}

/** Slack escapes exactly three characters. */
export function unescapeSlack(text: string): string {
  return text.replace(/&(amp|lt|gt);/g, (_, name: string) =>
    name === 'amp' ? '&' : name === 'lt' ? '<' : '>',
  );
}

export function escapeSlack(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
