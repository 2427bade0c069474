import { BREAK, safeCut } from '../format/escape.js';
import { type Span, spansOf } from './spans.js';

const SENTENCE = /[.!?…][)\]"'”’*_]*\s+|[。！？]|\n/g;
const WORD = /\s+/g;

/** Where to cut a paragraph, and the code span that had to be cut for it, by its backticks. */
export interface Cut {
  readonly at: number;
  readonly ticks: string;
}

/** A paragraph that is cut from its front on; its code and links are looked for once. */
export class Paragraph {
  readonly #spans: readonly Span[];

  constructor(readonly text: string) {
    this.#spans = spansOf(text, NONE).filter(outermost());
  }

  /**
   * The best place to end a part that begins at `from` and has room for `max` (> 1) code units:
   * after a sentence, else a word, else a character. Code and links are parted only where they
   * are far too long themselves.
   */
  cut(from: number, max: number): Cut {
    const limit = from + max;
    if (this.text.length <= limit) return { at: this.text.length, ticks: '' };
    const sentence = this.#lastEnd(SENTENCE, from, limit);
    if (sentence > from + max / 2) return { at: sentence, ticks: '' };
    const word = this.#lastEnd(WORD, from, limit);
    return word > from + max / 4 ? { at: word, ticks: '' } : this.#inCharacters(from, limit);
  }

  #inCharacters(from: number, limit: number): Cut {
    const size = safeCut(this.text.slice(from, limit + 8), limit - from);
    const at = beforeToken(this.text, from, from + size);
    const parted = this.#around(at);
    if (parted === undefined) return { at, ticks: '' };
    if (parted.from > from + (limit - from) / 4) return { at: parted.from, ticks: '' };
    const isCode = parted.kind === 'code';
    return { at, ticks: isCode ? this.text.slice(parted.from, parted.label.from) : '' };
  }

  /** The last end of `pattern` before `limit` that parts no span; `from` without one. */
  #lastEnd(pattern: RegExp, from: number, limit: number): number {
    let last = from;
    for (const { 0: found, index } of this.text.slice(from, limit).matchAll(pattern)) {
      const end = from + index + found.length;
      if (end < limit && this.#around(end) === undefined) last = end;
    }
    return last;
  }

  /** The span that a cut at `at` would part; they do not overlap, so that a search by halves finds it. */
  #around(at: number): Span | undefined {
    let [low, high] = [0, this.#spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#spans[middle]?.to ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    const span = this.#spans[low];
    return span !== undefined && span.from < at ? span : undefined;
  }
}

const NONE = new Map<string, string>();

function outermost(): (span: Span) => boolean {
  let end = 0;
  return ({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  };
}

/** Escapes and entities are not parted either. */
function beforeToken(text: string, from: number, at: number): number {
  const token = /(?:\\|&#?\w{0,31})$/.exec(text.slice(Math.max(from, at - 40), at))?.[0] ?? '';
  return at - token.length > from + 1 ? at - token.length : at;
}

const BLOCK_START = /^(?:#|>|[-+*](?:\s|$)|\d{1,9}[.)]|~{3}|`{3}|=|--|\*\*\*|__|\||\[)/;

/** Keeps text that stood inside a paragraph from beginning a block of another kind. */
export function asParagraph(text: string): string {
  const start = text.trimStart();
  return BLOCK_START.test(start) ? `${BREAK}${start}` : start;
}
