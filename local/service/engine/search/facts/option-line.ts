import type { LineRange } from '../../../index/chunks.js';
import { termsOf, wordParts } from '../../../index/terms.js';
import type { DocComment } from '../passages/doc-comment.js';
import type { Passage } from '../passages/passage.js';
import type { SourceFile } from '../passages/source-file.js';

/** A line that has an option's name. */
export interface OptionLine {
  readonly file: SourceFile;
  /** Counted from 1. */
  readonly line: number;
  /** As it is spelled there. */
  readonly name: string;
  /** Whether the line is a comment. */
  readonly isInComment?: boolean;
  /** Whether the line depends on the option. */
  readonly isCondition?: boolean;
}

export interface DeclaredOption extends OptionLine {
  readonly docs?: DocComment;
  /** Of the function that it is a parameter of, where its comment says so. */
  readonly inside?: LineRange;
  /** The default, as it is written. */
  readonly standard?: string;
  /** What a parser or a table is told of it. */
  readonly said?: string;
  /** The lines of its entry in a table, or of a value that is longer than one. */
  readonly range?: LineRange;
  /** The function that sets it, if this is one. */
  readonly setter?: string;
  /** Where the default is the name of a constant: what sets that one, in the same file. */
  readonly constant?: { readonly name: string; readonly line: number; readonly value: string };
}

export interface DocumentedOption extends OptionLine {
  /** The section that is about it alone. */
  readonly section?: Passage;
  /** What its row, item or paragraph says, in plain text with markup. */
  readonly text?: string;
  /** In Markdown, what the column of defaults says in its row. */
  readonly standard?: string;
}

/** How well something fits, among others of its kind. */
export interface Scored<T> {
  readonly found: T;
  readonly score: number;
}

/** The lines of a file that have the name. */
export interface NamedLines {
  readonly file: SourceFile;
  readonly lines: readonly number[];
}

/** An option as it is asked for. */
export interface OptionName {
  readonly subject: string;
  /** That a file must have; none if their ends don't count. */
  readonly words: readonly string[];
  /** An expression for its words in any spelling. */
  readonly source: string;
  /** The same as a word of its own. */
  readonly whole: RegExp;
}

export const MAX_LINE_LENGTH = 400;

/**
 * `max age` is `maxAge`, `MAX_AGE` and `--max-age`; it may be `defaultMaxAge`, too. With `isLoose`, words may end
 * otherwise: "connection timeout" is `connect_timeout`, too.
 */
export function optionName(subject: string, { isLoose = false } = {}): OptionName {
  const words = subject
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => wordParts(word))
    .filter(Boolean);
  // `[output.html]` of TOML is written with its dots.
  const between = subject.includes('.') ? '[-_ .]?' : '[-_ ]?';
  const source = (isLoose ? words.map(withAnyEnd) : words).join(between);
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'iu');
  return { subject, words: isLoose ? [] : words, source, whole };
}

function withAnyEnd(word: string): string {
  const [stem = ''] = termsOf(word);
  return stem.length >= MIN_STEM && word.startsWith(stem) ? `${stem}[a-z]*` : word;
}

const MIN_STEM = 4;

/** A compound name is one language's: `maxAge` is not the `max_age` of another one. */
export function exactness(name: string, subject: string): number {
  return name === subject ? (wordParts(subject).length > 1 ? 4 : 2) : 0;
}
