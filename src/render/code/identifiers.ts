/** Slack's limit for the options of a menu. */
const MAX_OPTIONS = 100;
/** Shorter names are seldom looked up, and longer ones do not fit into an option. */
const MIN_LENGTH = 3;
const MAX_LENGTH = 75;

/** Keywords of common languages, which are defined nowhere. */
const KEYWORDS = new Set(
  (
    'abstract and any arguments async await boolean break case catch chan char class const constructor ' +
    'continue crate declare def default defer delete double dyn elif else elsif end endif ensure enum ' +
    'except export extends extern fallthrough false final finally float for foreach from func function ' +
    'goto ifdef ifndef impl implements import in include infer inout instanceof int interface is keyof ' +
    'lambda let long mut namespace new nil none nonlocal not null number of override package pass pragma ' +
    'private protected pub public raise readonly require rescue return satisfies self short sizeof static ' +
    'string struct super switch synchronized then this throw throws true try type typedef typename typeof ' +
    'undefined union unless unsigned use val var virtual void volatile while with yield'
  ).split(' '),
);

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Text and data files, by the language of their code fence: they define no names. */
const NO_CODE = wordsOf('md mdx markdown txt rst adoc html htm xml svg csv tsv json lock log');
const HASH = wordsOf(
  'py pyi python rb ruby sh bash zsh fish yaml yml toml pl pm r ex exs jl tf hcl cmake dockerfile makefile mk nix ps1',
);
const DASHES = wordsOf('sql lua hs elm vhdl');
const SEMICOLON = wordsOf('clj cljs el lisp scm asm ini');

// With the `s` flag a dot also matches line ends.
const BLOCK = /\/\*.*?(?:\*\/|(?!.))/s;
const STRING = /""".*?(?:"""|(?!.))|'''.*?(?:'''|(?!.))|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/s;
const OPEN_STRING = /"(?:\\.|[^"\\])*"?/s;
const TEMPLATE = /`(?:\\.|[^`\\])*`?/s;
/** A character literal; a Rust lifetime has no closing quote. */
const CHARACTER = /'(?:\\[^'\n]+|\\'|[^'\\\n])'/;
/**
 * A regular expression literal: after what a value can follow. Elsewhere a slash divides. Its character
 * classes have a maximum length, as an unclosed one is tried again after each slash.
 */
const PATTERN =
  /(?=\/)(?<=[=(,:;!&|?[{}>]\s*|^\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n]){0,100}\]|[^/\\\n[])+\/[a-z]*/s;
const NUMBER = /\d[\p{L}\p{N}_.]*/u;
const NAME = /(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/u;

/** Patterns for comments and strings of a language, in the order in which they are tried. */
function skippedIn(language: string): RegExp[] {
  if (HASH.has(language)) return [STRING, /#[^\n]*/];
  if (DASHES.has(language)) return [/--\[\[.*?\]\]/s, /--[^\n]*/, BLOCK, STRING];
  if (SEMICOLON.has(language)) return [OPEN_STRING, /;[^\n]*/];
  if (language === 'rs') return [/\/\/[^\n]*/, BLOCK, OPEN_STRING, CHARACTER];
  return [/\/\/[^\n]*/, BLOCK, STRING, TEMPLATE, PATTERN];
}

/** The text may begin inside a block comment, whose lines then start with a star. */
const STARS = /^(?:[ \t]*\*[^\n]*(?:\n|$))+/;

/**
 * The identifiers in some lines of code, in order, each once; comments, strings and numbers are
 * skipped. The lines are matched by patterns, not parsed, since most languages look alike.
 * `language`: of the code fence.
 */
export function identifiersIn(code: string, language: string): string[] {
  if (language === '' || NO_CODE.has(language)) return [];
  const all = [...skippedIn(language), NUMBER, NAME];
  const token = new RegExp(all.map(({ source }) => source).join('|'), 'gmsu');
  const found = new Set<string>();
  for (const { groups } of code.replace(STARS, '').matchAll(token)) {
    const name = groups?.['name'] ?? '';
    const fits = name.length >= MIN_LENGTH && name.length <= MAX_LENGTH;
    if (fits && !KEYWORDS.has(name.toLowerCase())) found.add(name);
    if (found.size === MAX_OPTIONS) break;
  }
  return [...found];
}
