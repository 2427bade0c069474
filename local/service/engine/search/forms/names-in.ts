import { REPOSITORY_NAME_WEIGHT } from '../../../index/query.js';
import { termsOf, wordParts, wordsOf } from '../../../index/terms.js';
import { signatureEnd } from '../passages/extent.js';
import { isSection, type Passage } from '../passages/passage.js';
import type { SourceFile } from '../passages/source-file.js';
import { markBehind, withoutMark } from '../text/name-mark.js';
import type { FormInput } from './form.js';

/** The words of a question that may be names in code as they are written: `maxAge`, and `Router` within a sentence. */
export function namesIn({ question, query }: Pick<FormInput, 'question' | 'query'>): Set<string> {
  const [, ...others] = wordsOf(question);
  const asked = new Set(
    query.terms.filter(({ weight }) => weight > REPOSITORY_NAME_WEIGHT).map(({ term }) => term),
  );
  const isAsked = (word: string) => termsOf(word).some((term) => asked.has(term));
  const capitalized = others.filter((word) => /^\p{Lu}\p{Ll}+$/u.test(word) && isAsked(word));
  const marked = query.exactNames.flatMap((name) => name + markBehind(name, question));
  return new Set([...query.exactNames, ...marked, ...capitalized]);
}

const NEXT_TO_EACH_OTHER = 0.6;
const APART = 0.3;

/**
 * How surely a question has the words of a name: next to each other, as "whether it should notify" has `should_notify`, or
 * only in the same order.
 */
export function saidShare(question: string): (name: string) => number {
  const words = wordsOf(question).map(stem);
  const said = ` ${words.join(' ')} `;
  return (name) => {
    const parts = wordParts(name).map((part) => part.toLowerCase());
    const own = (VERBS.has(parts[0] ?? '') ? parts.slice(1) : parts).map(stem);
    if (own.length < 2) return 0;
    if (said.includes(` ${own.join(' ')} `)) return NEXT_TO_EACH_OTHER;
    let at = -1;
    const isInOrder = own.every((part) => {
      at = words.indexOf(part, at + 1);
      return at >= 0;
    });
    return isInOrder ? APART : 0;
  };
}

function stem(word: string): string {
  return termsOf(word)[0] ?? word.toLowerCase();
}

/** They say nothing of what a name is about. */
const VERBS = new Set(['get', 'set', 'is', 'has', 'do', 'on', 'handle', 'run']);

/** The folders that a question may name: "where in actix-http", "in pgtype". */
export function foldersIn(question: string): Set<string> {
  const found = question.matchAll(
    /\b(?:in|inside|under|within) (?:the )?[`'"]?([\p{L}\d_-]{3,60})/giu,
  );
  return new Set([...found].map(([, name = '']) => name));
}

/** Whether a file is in one of them. */
export function isInFolder(path: string, folders: ReadonlySet<string>): boolean {
  return (
    folders.size > 0 &&
    path
      .split('/')
      .slice(0, -1)
      .some((one) => folders.has(one))
  );
}

/** How well a question names a definition: it has its name, or that of its class, or the heading of the section does. */
export function namedShare(
  { name, ...passage }: Passage,
  names: ReadonlySet<string>,
  bases: ReadonlySet<string> = new Set(),
): number {
  if (names.size === 0) return 0;
  if (isSection({ name, ...passage }))
    return wordsOf(name).some((one) => names.has(one)) ? OWNER : 0;
  const parts = name.split('.');
  const own = parts.at(-1) ?? '';
  // A constructor has the name of its class, and says less of what that does than its methods.
  if (own === parts.at(-2) && names.has(own)) return OWNER;
  if (names.has(withoutMark(own))) return isMarkedAs(own, names) ? 1 : OTHER_MARK;
  if (parts.some((one) => names.has(one))) return OWNER;
  return parts.some((one) => bases.has(one)) ? INHERITED : 0;
}

/** Of `save` and `save!` the question may name one. */
function isMarkedAs(name: string, names: ReadonlySet<string>): boolean {
  const marked = ['!', '?'].map((mark) => withoutMark(name) + mark);
  const asked = marked.filter((one) => names.has(one));
  return asked.length === 0 || asked.includes(name);
}

const OTHER_MARK = 0.3;
const INHERITED = 0.5;
export const OWNER = 0.6;

/** What named classes extend, and those again: what `AsyncAppender` does may be written in `AsyncAppenderBase`. */
export function basesOf(names: ReadonlySet<string>, files: readonly SourceFile[]): Set<string> {
  const classes = files.flatMap((file) =>
    file.outline.filter((one) => CONTAINERS.has(one.kind)).map((one) => ({ ...one, file })),
  );
  const found = new Set<string>();
  let asked: ReadonlySet<string> = names;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const bases = classes
      .filter(({ name }) => asked.has(name))
      .flatMap(({ line, file }) => extendedBy(file.lines, line));
    asked = new Set(bases.filter((name) => !names.has(name) && !found.has(name)));
    for (const name of asked) found.add(name);
  }
  return found;
}

const CONTAINERS = new Set(['class', 'struct', 'trait', 'interface', 'object', 'module']);
const MAX_LEVELS = 2;
const MAX_BASES = 3;

/** The names that the signature of a class says it extends. */
function extendedBy(lines: readonly string[], line: number): string[] {
  const signature = lines
    .slice(line - 1, signatureEnd(lines, line))
    .map((text) => text.slice(0, MAX_LINE_LENGTH))
    .join(' ')
    .slice(0, MAX_SIGNATURE_LENGTH);
  const bases = EXTENDS.exec(signature)?.slice(1).find(Boolean) ?? '';
  return bases
    .replace(/<[^<>]*>|\([^()]*\)/g, '')
    .split(',')
    .filter((base) => !base.includes('='))
    .flatMap((base) => /(\w+)\W*$/.exec(base.trim())?.[1] ?? [])
    .slice(0, MAX_BASES);
}

const MAX_LINE_LENGTH = 300;
const MAX_SIGNATURE_LENGTH = 800;
/** `extends Base`, `class Sub(Base)`, `class Sub < Base`, `class Sub : Base`. */
const EXTENDS =
  /\bextends\s+(\w[\w.<>, ]*?)(?:\s+(?:implements|with|permits)\b|\s*\{|$)|^\s*class\s+\w+\s*\(([^)]*)\)\s*:\s*(?:#.*)?$|^\s*class\s+[\w:]+\s*<\s*([\w:]+)|\bclass\s+\w+(?:<[^>]*>)?(?:\([^)]*\))?\s*:\s*([\w(][\w.<>, ()]*?)\s*(?:\{|where\b|$)/;
