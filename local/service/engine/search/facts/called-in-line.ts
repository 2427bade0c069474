import { extensionOf } from '../../../index/outline.js';

interface Called {
  readonly path: string;
  /** What it is called by in this file. */
  readonly names: readonly string[];
}

/** Whether a line calls what has one of the names, as its language writes calls. */
export function isCalledIn(text: string, { path, names }: Called): boolean {
  const calls = WRITTEN.get(extensionOf(path)) ?? withParentheses;
  return names.some((name) => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      if (/\w/.test(text.charAt(at - 1))) continue;
      const before = text.slice(0, at);
      const after = text.slice(at + name.length, at + name.length + 100);
      if (calls(before, after, name)) return true;
    }
    return false;
  });
}

/** Whether what is before and behind a name makes it a call. */
type IsCall = (before: string, after: string, name: string) => boolean;

/** Behind the name: `(`, `?.(`, `<T>(`, and `::<T>(` in Rust. */
const PARENTHESES = /^\s*(?:\?\.|::)?\s*(?:<[^()]{0,80}>)?\s*\(/;

const withParentheses: IsCall = (before, after) =>
  PARENTHESES.test(after) || /\bnew\s+$/.test(before.slice(-10));

/** In Ruby, arguments need no parentheses, and a block may follow: `moor @boat`, but not `moor if full` or `full ? moor : 3`. */
const IN_RUBY =
  /^(?:\(|\s*\{(?!\s*\})|\s+do\b|\s+(?!(?:if|unless|and|or|while|until|then|in|do|rescue|ensure|end)\b)(?:[@$"'\w[]|:["'\w]|\*\w|&:?\w|->))/;
/** `:moor`, `@moor`, `alias moor tie`, and what follows a comment's mark. */
const NO_CALL_IN_RUBY = /(?:@|(?<!:):|^\s*(?:alias|undef)\b.*|\s#\s.*)$/;
/** `while moor do` begins a loop. */
const LOOP_IN_RUBY = /^\s*(?:while|until|for)\b/;

const inRuby: IsCall = (before, after, name) => {
  if (NO_CALL_IN_RUBY.test(before)) return false;
  // Only a method has such a name.
  if (/[!?]$/.test(name)) return true;
  if (LOOP_IN_RUBY.test(before)) return false;
  return IN_RUBY.test(after) || /\bnew\s+$/.test(before.slice(-10));
};

/** `moor { … }` */
const BLOCK = /^\s?(?:<[^()]{0,80}>)?\s?\{/;
/** `class Quay {`, `fun quay(): Quay {`, but not `boat ?: moor {`. */
const TYPE_BEFORE =
  /(?:\b(?:class|object|interface|trait|struct|enum|actor|protocol|extension|extends|with|is|as|in|case|some|any|val|var|let)\s+|(?<!\?):\s*)$/;
const BEGINS_TYPE =
  /^\s*(?:[a-z@]\w{0,20}\s+){0,6}(?:class|object|interface|trait|struct|enum|actor|protocol|extension)\s/;

/** In Kotlin, Scala and Groovy, a block may be all that a function is given. */
const withBlock: IsCall = (before, after, name) => {
  if (withParentheses(before, after, name)) return true;
  return BLOCK.test(after) && !TYPE_BEFORE.test(before) && !BEGINS_TYPE.test(before);
};

/** In Swift, conditions have no parentheses, and `->` comes before the type that is returned. */
const NO_CALL_IN_SWIFT =
  /^\s*(?:\}\s*)?(?:else\s+)?(?:if|guard|while|switch|for)\b|->\s*(?:\w{1,60}\.)*$/;
const inSwift: IsCall = (before, after, name) => {
  if (withParentheses(before, after, name)) return true;
  return !NO_CALL_IN_SWIFT.test(before) && withBlock(before, after, name);
};

const WRITTEN: ReadonlyMap<string, IsCall> = new Map(
  Object.entries<IsCall>({
    rb: inRuby,
    rake: inRuby,
    kt: withBlock,
    kts: withBlock,
    scala: withBlock,
    sc: withBlock,
    groovy: withBlock,
    gradle: withBlock,
    swift: inSwift,
  }),
);
