/** A part of a leaf's text that is more than text. Ranges are offsets into that text. */
export interface Span {
  readonly kind: 'code' | 'autolink' | 'link' | 'image';
  readonly from: number;
  readonly to: number;
  /** What it shows: a label, the code, an autolink's URL. */
  readonly label: { readonly from: number; readonly to: number };
  /** The raw destination; empty for code. */
  readonly target: string;
}

/** An escape, backticks, `<https://…>`, `<kim@example.com>`, a bracket. */
const NEXT =
  /\\[!-/:-@[-`{-~]|`+|<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@`\\[\]]{1,64}@[a-z0-9.-]{1,255})>|!?\[|\]/gi;

/** `(destination "title")`; parentheses in a destination may nest twice. */
const INLINE_TARGET = (() => {
  const plain = String.raw`\\.|[^\s()\\]`;
  const nested = String.raw`(?:${plain}|\((?:${plain}|\((?:${plain})*\))*\))*`;
  const title = String.raw`"(?:\\.|[^"\\]){0,500}"|'(?:\\.|[^'\\]){0,500}'|\((?:\\.|[^()\\]){0,500}\)`;
  return new RegExp(
    String.raw`\(\s*(<(?:\\.|[^<>\\\n])*>|${nested})(?:\s+(?:${title}))?\s*\)`,
    'sy',
  );
})();

const LABEL_TARGET = /\[((?:\\.|[^[\]\\]){0,999})\]/sy;

interface Opener {
  readonly image: boolean;
  readonly from: number;
  readonly to: number;
}

/**
 * Code, links and images of one leaf by CommonMark's rules, in one pass, outer ones first. A
 * reference is a link where `definitions` (by normalised label) knows it.
 */
export function spansOf(text: string, definitions: ReadonlyMap<string, string>): Span[] {
  return new Scan(text, definitions).spans();
}

/** Labels of references are compared without case and runs of white space. */
export function normalLabel(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase();
}

class Scan {
  readonly #found: Span[] = [];
  readonly #openers: Opener[] = [];
  /** Links contain no links: openers below this height of the stack open none any more. */
  #dead = 0;
  #ticks: Map<number, number[]> | undefined;

  constructor(
    private readonly text: string,
    private readonly definitions: ReadonlyMap<string, string>,
  ) {}

  spans(): Span[] {
    const next = new RegExp(NEXT);
    for (let found = next.exec(this.text); found !== null; found = next.exec(this.text)) {
      next.lastIndex = this.#take(found[0], found.index);
    }
    return this.#found.sort((a, b) => a.from - b.from || b.to - a.to);
  }

  /** Handles a token and returns where to go on. */
  #take(token: string, from: number): number {
    const to = from + token.length;
    if (token.startsWith('`')) return this.#code(from, to);
    if (token.startsWith('<')) return this.#autolink(from, to);
    if (token === ']') return this.#close(from);
    if (token.endsWith('[') && !token.startsWith('\\')) {
      this.#openers.push({ image: token === '![', from, to });
    }
    return to;
  }

  #code(from: number, to: number): number {
    const close = this.#closingTicks(to - from, to);
    if (close === undefined) return to;
    const end = close + to - from;
    this.#found.push({ kind: 'code', from, to: end, label: { from: to, to: close }, target: '' });
    return end;
  }

  /** The next run of exactly as many backticks; runs are indexed by length, once. */
  #closingTicks(length: number, after: number): number | undefined {
    if (this.#ticks === undefined) {
      this.#ticks = new Map();
      for (const { 0: run, index } of this.text.matchAll(/`+/g)) {
        const runs = this.#ticks.get(run.length);
        if (runs === undefined) this.#ticks.set(run.length, [index]);
        else runs.push(index);
      }
      for (const runs of this.#ticks.values()) runs.reverse();
    }
    const runs = this.#ticks.get(length) ?? [];
    for (let at = runs.at(-1); at !== undefined && at < after; at = runs.at(-1)) runs.pop();
    return runs.at(-1);
  }

  #autolink(from: number, to: number): number {
    const label = { from: from + 1, to: to - 1 };
    const target = this.text.slice(label.from, label.to);
    this.#found.push({ kind: 'autolink', from, to, label, target });
    return to;
  }

  #close(at: number): number {
    const opener = this.#openers.pop();
    const height = this.#openers.length;
    const alive = opener !== undefined && (opener.image || height >= this.#dead);
    this.#dead = Math.min(this.#dead, height);
    const found = alive ? this.#target(opener, at) : undefined;
    if (opener === undefined || found === undefined) return at + 1;
    const kind = opener.image ? 'image' : 'link';
    const label = { from: opener.to, to: at };
    this.#found.push({ kind, from: opener.from, to: found.to, label, target: found.target });
    if (kind === 'link') this.#dead = height;
    return found.to;
  }

  /** What follows the closing bracket at `at`, or what its label stands for. */
  #target(opener: Opener, at: number): { target: string; to: number } | undefined {
    const inline = this.#match(INLINE_TARGET, at + 1);
    if (inline !== undefined) return { target: inline[1] ?? '', to: at + 1 + inline[0].length };
    if (this.definitions.size === 0) return undefined;
    const reference = this.#match(LABEL_TARGET, at + 1);
    const own = this.text.slice(opener.to, at);
    const target = this.definitions.get(normalLabel(reference?.[1]?.trim() ? reference[1] : own));
    return target === undefined ? undefined : { target, to: at + 1 + (reference?.[0].length ?? 0) };
  }

  #match(sticky: RegExp, at: number): RegExpExecArray | undefined {
    sticky.lastIndex = at;
    return sticky.exec(this.text) ?? undefined;
  }
}
