import { withoutBidi } from '../../control-characters.js';
import { BREAK } from '../format/escape.js';
import { decodedEntity } from './document.js';
import { absoluteUrl, hostToShow, labelWithHost } from './link.js';
import { labelText } from './plain-text.js';
import { type Span, spansOf } from './spans.js';

/** A longer label is not parsed, which takes quadratic time, but treated like an address. */
const LABEL_MAX = 500;
const LIKE_AN_ADDRESS = '//';

/** Replaces `from`…`to` of the source. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** What the inline content of an answer refers to. */
export interface LinkContext {
  /** Where a link's raw destination leads; undefined: it stays text. */
  readonly resolve: (target: string) => string | undefined;
  /** Of the instance. */
  readonly baseUrl: string;
  /** Destinations of reference links, by normalised label. */
  readonly definitions: ReadonlyMap<string, string>;
}

/** `resolve` for an instance at `baseUrl`; answers repeat their links. */
export function resolver(baseUrl: string): LinkContext['resolve'] {
  const known = new Map<string, string | undefined>();
  return (target) => {
    if (!known.has(target)) known.set(target, absoluteUrl(target, baseUrl));
    return known.get(target);
  };
}

/**
 * The edits that make one leaf's inline content (`text`, which begins at `offset` of the source)
 * harmless and self-contained: links absolute, http(s) and written in place; images as links;
 * whatever is no Markdown for us escaped; mentions broken.
 */
export function inlineEdits(text: string, offset: number, around: LinkContext): Edit[] {
  const leaf = new Leaf(text, offset, around);
  leaf.rewrite();
  return leaf.edits;
}

/** Where a run of text is: brackets are escaped in a link's label, and at an end that touches a link. */
interface TextContext {
  readonly inLabel: boolean;
  readonly touchesLink: boolean;
}

class Leaf {
  readonly edits: Edit[] = [];
  readonly #spans: Span[];

  constructor(
    private readonly text: string,
    private readonly offset: number,
    private readonly around: LinkContext,
  ) {
    this.#spans = spansOf(text, around.definitions).reverse();
  }

  rewrite(): void {
    this.#inside({ from: 0, to: this.text.length }, { inLabel: false, touchesLink: false });
  }

  /** Text and spans of a range, in order; spans are taken from the end of the list. */
  #inside(range: { from: number; to: number }, place: TextContext): void {
    let at = range.from;
    for (let span = this.#next(range.to); span !== undefined; span = this.#next(range.to)) {
      this.#run(at, span.from, { ...place, touchesLink: span.kind !== 'code' });
      this.#span(span, place.inLabel);
      at = span.to;
    }
    this.#run(at, range.to, place);
  }

  #next(before: number): Span | undefined {
    const span = this.#spans.at(-1);
    return span !== undefined && span.from < before ? this.#spans.pop() : undefined;
  }

  #span(span: Span, inLabel: boolean): void {
    if (span.kind === 'code') this.#code(span);
    else if (span.kind === 'autolink') this.#autolink(span, inLabel);
    else this.#link(span, inLabel);
  }

  /** A link or image: kept where it leads to the web and is not inside another, else its text. */
  #link({ from, to, label, target }: Span, inLabel: boolean): void {
    const url = inLabel ? undefined : this.around.resolve(target);
    const empty = this.text.slice(label.from, label.to).trim() === '';
    this.#replace(from, label.from, `${url === undefined ? '' : '['}${empty ? nameOf(url) : ''}`);
    this.#inside(label, { inLabel: inLabel || url !== undefined, touchesLink: true });
    this.#replace(label.to, to, url === undefined ? '' : `${this.#host(label, url)}](${url})`);
  }

  /** What a link's label has to say about where it leads. */
  #host(label: Span['label'], url: string): string {
    const raw = this.text.slice(label.from, label.to);
    const text = raw.length > LABEL_MAX ? LIKE_AN_ADDRESS : labelText(raw);
    const host = hostToShow(text, url, this.around.baseUrl);
    return host === undefined ? '' : escapeLabel(` (${host})`);
  }

  #autolink({ from, to, target }: Span, inLabel: boolean): void {
    const url = inLabel || !/^https?:/i.test(target) ? undefined : this.around.resolve(target);
    const named = url === undefined ? target : labelWithHost(target, url, this.around.baseUrl);
    const label = escapeLabel(named);
    this.#replace(from, to, url === undefined ? label : `[${label}](${url})`);
  }

  /**
   * Code stays as it is, on one line: a line break in it means a space, and its lines might begin
   * a block for somebody. Right after a bare URL it would be read as part of that.
   */
  #code({ from, to }: Span): void {
    const word =
      this.text
        .slice(Math.max(0, from - 500), from)
        .split(/\s/)
        .at(-1) ?? '';
    if (/www\.|:\/\//i.test(word)) this.#replace(from, from, ' ');
    for (const { 0: end, index } of this.text.slice(from, to).matchAll(/(?<!\s)\s*\n\s*/g)) {
      this.#replace(from + index, from + index + end.length, ' ');
    }
  }

  #run(from: number, to: number, place: TextContext): void {
    if (from >= to) return;
    const run = this.text.slice(from, to);
    for (const { 0: token, index } of run.matchAll(TOKEN)) {
      const end = index + token.length;
      const insert = safeToken(token, run.slice(end, end + 8), place);
      if (insert !== token) this.#replace(from + index, from + end, insert);
    }
  }

  #replace(from: number, to: number, insert: string): void {
    if (from === to && insert === '') return;
    this.edits.push({ from: this.offset + from, to: this.offset + to, insert });
  }
}

/** What a link shows that has no label. */
function nameOf(url: string | undefined): string {
  return url === undefined ? '' : escapeLabel(url);
}

function escapeLabel(text: string): string {
  return text
    .replace(/[\\`*_[\]~|]/g, '\\$&')
    .replaceAll('<', `&lt;${BREAK}`)
    .replace(/@(?=channel|here|everyone)/gi, `@${BREAK}`);
}

/** An escape, an entity, a footnote, or one of the characters that can begin something. */
const TOKEN =
  /\\[!-/:-@[-`{-~]|&#?\w{1,31};|(?<=^|\n)\[\^[\w.-]+\]:(?=\s)|\[\^(?=[\w.-]+\])|[<@[\]]|!$/g;
const AT = /^(?:\\?@|&#0*64;|&#x0*40;|&commat;)$/i;
const LT = /^(?:\\<|&lt;|&#0*60;|&#x0*3c;)$/i;

function safeToken(token: string, after: string, { inLabel, touchesLink }: TextContext): string {
  const meets = after === '' && touchesLink;
  if (isBidi(token)) return BREAK;
  if (token === '<') return lessThan(after, meets);
  if (token === '!') return meets ? '\\!' : '!';
  if (token === ']') return inLabel || meets || /^[(:]/.test(after) ? '\\]' : ']';
  if (token.startsWith('[')) return footnote(token, inLabel);
  const mentions = (AT.test(token) && GROUP.test(after)) || (LT.test(token) && CONTROL.test(after));
  const breaks = mentions || (meets && (AT.test(token) || LT.test(token)));
  // After a bare URL a backslash escapes nothing.
  return (token === '\\<' ? '&lt;' : token) + (breaks ? BREAK : '');
}

/** An entity may hide what is not allowed as a character. */
function isBidi(token: string): boolean {
  if (!token.startsWith('&')) return false;
  const character = decodedEntity(token);
  return withoutBidi(character) !== character;
}

/** `[^1]` reads as `[1]`, and so does `[^1]:` in front of its text. */
function footnote(token: string, inLabel: boolean): string {
  const shown = token.replace('[^', '[').replace(/:$/, '');
  return inLabel ? shown.replace(/[[\]]/g, '\\$&') : shown;
}

/** What would make a mention of the `@` or `<` before it; an escape or entity may hide it. */
const GROUP = /^(?:channel|here|everyone|[&\\])/i;
const CONTROL = /^[@#!&\\]/;

/** Left alone where it can only be a comparison or an arrow. */
function lessThan(after: string, meets: boolean): string {
  if (meets || CONTROL.test(after)) return `&lt;${BREAK}`;
  return /^[\s=\d-]/.test(after) ? '<' : '&lt;';
}
