/** Slack shows at most a hundred options. */
const MOST = 100;
/** Shorter ones are seldom looked up, and longer ones have no room in an option. */
const SHORTEST = 3;
const LONGEST = 75;

/** Said in most languages, and defined in none. */
const WORDS = new Set(
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

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Files of prose or data, by the word behind their fence: nothing in them is defined. */
const NO_CODE = words('md mdx markdown txt rst adoc html htm xml svg csv tsv json lock log');
const HASH = words(
  'py pyi python rb ruby sh bash zsh fish yaml yml toml pl pm r ex exs jl tf hcl cmake dockerfile makefile mk nix ps1',
);
const DASHES = words('sql lua hs elm vhdl');
const SEMICOLON = words('clj cljs el lisp scm asm ini');

// A dot is any character here, the end of a line included.
const BLOCK = /\/\*.*?(?:\*\/|(?!.))/s;
const STRING = /""".*?(?:"""|(?!.))|'''.*?(?:'''|(?!.))|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/s;
const OPEN_STRING = /"(?:\\.|[^"\\])*"?/s;
const TEMPLATE = /`(?:\\.|[^`\\])*`?/s;
/** Not a lifetime, which stands open. */
const CHARACTER = /'(?:\\[^'\n]+|\\'|[^'\\\n])'/;
/** Behind what a value follows; elsewhere a slash divides. */
const PATTERN =
  /(?=\/)(?<=[=(,:;!&|?[{}>]\s*|^\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/s;
const NUMBER = /\d[\p{L}\p{N}_.]*/u;
const NAME = /(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/u;

/** What is none of a language's code, in the order in which it is looked for. */
function skippedIn(language: string): RegExp[] {
  if (HASH.has(language)) return [STRING, /#[^\n]*/];
  if (DASHES.has(language)) return [/--\[\[.*?\]\]/s, /--[^\n]*/, BLOCK, STRING];
  if (SEMICOLON.has(language)) return [OPEN_STRING, /;[^\n]*/];
  if (language === 'rs') return [/\/\/[^\n]*/, BLOCK, OPEN_STRING, CHARACTER];
  return [/\/\/[^\n]*/, BLOCK, STRING, TEMPLATE, PATTERN];
}

/** Lines may begin in the midst of a comment, whose every line has its star then. */
const STARS = /^(?:[ \t]*\*[^\n]*(?:\n|$))+/;

/**
 * The names in some lines of code, in the order in which they come, each once: what stands in
 * comments, texts and numbers is none. By the look of it alone, since most languages look alike;
 * `language`: the word behind the fence of the lines.
 */
export function namesIn(code: string, language: string): string[] {
  if (language === '' || NO_CODE.has(language)) return [];
  const all = [...skippedIn(language), NUMBER, NAME];
  const token = new RegExp(all.map(({ source }) => source).join('|'), 'gmsu');
  const found = new Set<string>();
  for (const { groups } of code.replace(STARS, '').matchAll(token)) {
    const name = groups?.['name'] ?? '';
    const fits = name.length >= SHORTEST && name.length <= LONGEST;
    if (fits && !WORDS.has(name.toLowerCase())) found.add(name);
    if (found.size === MOST) break;
  }
  return [...found];
}
