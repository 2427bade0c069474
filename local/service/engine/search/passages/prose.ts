import { decodeHTMLStrict } from 'entities';
import type { LineRange } from '../../../index/chunks.js';
import { termsOf } from '../../../index/terms.js';
import { codeSpan, escapeText } from '../../../markdown/markdown.js';
import { type AskedShape, shapeScore } from '../text/asked-shape.js';
import { CODE, withoutCodeBeside, withoutLinks } from './prose-links.js';

/** A line of a comment or a document, without its markers. */
export interface ProseLine {
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

/** How far all of the lines are indented but the first: that of a docstring is behind its quotes. */
export function baseIndent([, ...lines]: readonly ProseLine[]): number {
  const indents = lines.map(({ text }) => text.search(/\S/)).filter((indent) => indent >= 0);
  return indents.reduce((least, indent) => Math.min(least, indent), indents[0] ?? 0);
}

/** Without the indentation that all of them have. */
export function dedented(lines: readonly ProseLine[]): ProseLine[] {
  const base = baseIndent(lines);
  return lines.map((one, n) => ({
    ...one,
    text: n === 0 ? one.text.trimStart() : one.text.slice(Math.min(base, one.text.search(/\S|$/))),
  }));
}

/** Plain text, except for code, which is in backticks; and the lines of its paragraph. */
export interface Sentence extends LineRange {
  readonly text: string;
}

const MAX_SENTENCES = 40;
/** Of more than that, only the beginning is read. */
export const MAX_PARAGRAPH_LENGTH = 3_000;
const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+/;

/** The sentences of some lines, without their markup. A list item begins a new one. */
export function sentencesOf(lines: readonly ProseLine[]): Sentence[] {
  return paragraphsOf(lines)
    .flatMap((paragraph) => {
      const text = plainText(paragraph.map((one) => one.text.trim()).join(' '));
      const start = paragraph[0]?.line ?? 0;
      const end = paragraph.at(-1)?.line ?? start;
      return splitSentences(text)
        .filter(isSentence)
        .map((sentence) => ({ text: sentence, start, end }));
    })
    .slice(0, MAX_SENTENCES);
}

/** The first line of an admonition: `!!! warning "Beware"`, `:::tip`. */
export function isAdmonition(text: string): boolean {
  return /^\s*(?:!!!|\?\?\?\+?)\s+\w|^\s*:::\s*(?:\w+.{0,80})?$/.test(text);
}

function paragraphsOf(lines: readonly ProseLine[]): ProseLine[][] {
  const paragraphs: ProseLine[][] = [[]];
  for (const { text, line } of lines) {
    const isItem = LIST_ITEM.test(text);
    const isEmpty = text.trim() === '' || isAdmonition(text);
    if (isEmpty || isItem) paragraphs.push([]);
    if (!isEmpty) paragraphs.at(-1)?.push({ text: text.replace(LIST_ITEM, ''), line });
  }
  return paragraphs.filter(({ length }) => length > 0);
}

/** Outside of code, which it finds as well: `<span>` in backticks stays. */
const HTML_TAG = new RegExp(
  `${CODE}|<\\/?(?:p|b|i|a|em|br|hr|li|ul|ol|tt|div|img|sup|sub|code|span|strong|summary|remarks|para|kbd|h[1-6])(?:\\s[^<>]{0,300})?\\/?>`,
  'gi',
);
/** Nor is there markup in an address: `https://example.com/_a_` has no stress. */
const KEPT = CODE.replace(/\)$/, '|https?:\\/\\/[^\\s<>()`*]{1,500})');
/** The same, with what stays in the group `inner`. */
const MARKUP: readonly RegExp[] = [
  new RegExp(
    `${KEPT}|<(?<tag>[A-Za-z][\\w.-]{0,40})(?:\\s[^<>]{0,300})?>(?<inner>[^<>]{0,300})<\\/\\k<tag>>`,
    'g',
  ),
  new RegExp(`${KEPT}|(?<![\\w*])\\*{1,3}(?=[^\\s*])(?<inner>[^*]{1,200})\\*{1,3}(?![\\w*])`, 'g'),
  new RegExp(`${KEPT}|(?<![\\w_])_(?<inner>[^_\\s][^_]{0,100})_(?![\\w_])`, 'g'),
];

/** Of Markdown, reStructuredText, Javadoc and JSDoc: without markup, with code in backticks. */
export function plainText(markup: string): string {
  const text = markup
    .slice(0, MAX_PARAGRAPH_LENGTH)
    .replace(/\{@(\w{1,12})\s+([^{}]{1,200})\}/g, (_, tag: string, body: string) =>
      tagText(tag, body),
    )
    .replace(/:[a-z]{1,12}(?::[a-z]{1,12})?:`([^`]{1,200})`/g, (_, target: string) =>
      roleText(target),
    )
    .replace(/``([^`]{1,200})``/g, '`$1`')
    // Of reStructuredText; in `go <pier>`, a word in angle brackets is a placeholder.
    .replace(/`([^`<\s][^`<]{0,100}?)\s<[^>`]{0,300}[.:/~#][^>`]{0,300}>`(?!_)/g, '`$1`')
    .replace(/`([^`<]{1,100}?)\s<[^>`]{1,300}>`_{1,2}/g, '$1');
  return decodeHTMLStrict(withoutCodeBeside(withoutMarkup(withoutLinks(text))))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function withoutMarkup(text: string): string {
  return MARKUP.reduce(
    (all, pattern) => all.replace(pattern, '$<code>$<inner>'),
    text.replace(HTML_TAG, (_, code = ' ') => code),
  );
}

/** `{@link Cart#add(String) adding}` is shown as its label, or else as `Cart.add`. */
function tagText(tag: string, body: string): string {
  if (!/^(?:link|linkplain|see)$/.test(tag)) return `\`${body.trim()}\``;
  const [, target = body, label] = /^([^\s(]+(?:\([^()]*\))?)\s*(.*)$/s.exec(body.trim()) ?? [];
  if (label) return label;
  return `\`${target.replace(/\(.*$/s, '').replace(/^#/, '').replace('#', '.')}\``;
}

/** Of `~flask.Flask.run` the last part, of `title <target>` the title. */
function roleText(target: string): string {
  const title = target.replace(/\s*<[^<>]*>$/, '');
  const name = title.startsWith('~') ? (title.split('.').at(-1) ?? title) : title;
  return `\`${name.replace(/^[!.]/, '')}\``;
}

const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|nos|resp|incl|ca|dr|mr|ms|st)|\b\p{L})\.$/iu;

/** "Why. Answers quote code.": a heading within the paragraph, which says nothing by itself. */
const LEAD = /^\p{Lu}[\p{L}-]{1,20}\.$/u;

/** Where one sentence ends and another one begins; not behind abbreviations or a lead of one word, nor inside of code. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/[.!?]["')\]”`]{0,3} (?=["'(“`\p{Lu}\p{N}])/gu)) {
    const end = index + mark.length - 1;
    const sentence = text.slice(start, end);
    const isLead = start === 0 && LEAD.test(sentence);
    if (isLead || ABBREVIATION.test(sentence.slice(-12)) || isOpenCode(sentence)) continue;
    sentences.push(sentence.trim());
    start = end;
  }
  return [...sentences, text.slice(start).trim()];
}

function isOpenCode(text: string): boolean {
  return (text.split('`').length - 1) % 2 === 1;
}

/** What announces a list or an example says nothing without it. */
function isSentence(text: string): boolean {
  return (
    /^["'“‘(`\p{L}\p{N}<.@$-].{7}/su.test(text) && /\p{L}{2}/u.test(text) && !text.endsWith(':')
  );
}

/** Safe Markdown of plain text with code in backticks, cut to a length. */
export function proseMarkdown(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const cut =
    text.length > maxLength ? `${text.slice(0, maxLength - 1).replace(/\s+\S*$/, '')}…` : text;
  const parts = cut.split('`');
  const isClosed = parts.length % 2 === 1;
  return parts
    .map((part, n) => {
      const isCode = n % 2 === 1 && (isClosed || n < parts.length - 1);
      return isCode && part.trim() !== '' ? codeSpan(part) : withAddresses(part);
    })
    .join('');
}

/** Backslashes would become a part of an address. */
function withAddresses(text: string): string {
  return text
    .split(ADDRESS)
    .map((part, n) => (n % 2 === 1 ? `<${part}>` : escapeText(part)))
    .join('');
}

/** Without what ends the sentence. */
const ADDRESS = /(https?:\/\/[^\s<>()[\]"'…\\]{1,500}(?<![.,;:!?*_]))/;

interface Choice {
  /** The terms of the question, by how much each says. */
  readonly weights: ReadonlyMap<string, number>;
  readonly shapes?: ReadonlySet<AskedShape>;
  /** Characters. */
  readonly maxLength: number;
  readonly maxSentences: number;
}

/**
 * The first sentence, and those that say most about what was asked, in their order; a first one that is longer
 * than all of it is kept, and cut when it is shown.
 */
export function chooseSentences(sentences: readonly Sentence[], choice: Choice): Sentence[] {
  const [first, ...others] = sentences;
  if (!first) return [];
  const ranked = others
    .map((sentence, n) => ({ sentence, score: fitness(sentence.text, choice) - n / 100 }))
    .sort((a, b) => b.score - a.score);
  const chosen = new Set([first]);
  let length = first.text.length;
  for (const { sentence } of ranked) {
    if (chosen.size >= choice.maxSentences) break;
    if (length + sentence.text.length > choice.maxLength) continue;
    chosen.add(sentence);
    length += sentence.text.length;
  }
  return sentences.filter((one) => chosen.has(one));
}

function fitness(text: string, { weights, shapes }: Choice): number {
  const most = Math.max(0, ...weights.values()) || 1;
  // Nearly every option has a default, so the word says little, unless it is what is asked for.
  const says = weights.has(DEFAULT_TERM) && /\bdefaults?\b/i.test(text) ? SAYS_DEFAULT : 0;
  return (
    says + overlap(text, weights) / most + (shapes ? SHAPE_WEIGHT * shapeScore(text, shapes) : 0)
  );
}

/** As much as three of the rarest words. */
const SAYS_DEFAULT = 3;
const [DEFAULT_TERM = ''] = termsOf('default');

/** Next to 1 for the most telling word of the question. */
const SHAPE_WEIGHT = 2.5;

function overlap(text: string, weights: ReadonlyMap<string, number>): number {
  return [...new Set(termsOf(text))].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
}

/** The chosen sentences as Markdown, with “…” where some in between were left out. */
export function joinSentences(
  chosen: readonly Sentence[],
  { all, maxLength }: { readonly all: readonly Sentence[]; readonly maxLength: number },
): string {
  const parts = chosen.map((sentence, n) => {
    const before = chosen[n - 1];
    const follows = !before || all.indexOf(sentence) === all.indexOf(before) + 1;
    return `${follows ? '' : '… '}${proseMarkdown(sentence.text, maxLength)}`;
  });
  return parts.join(' ');
}
