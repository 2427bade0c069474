import { z } from 'zod';

/** The code tools as people call them: each parameter by the name that the tool server gives it. */

const text = z.string().regex(/^(?=[\s\S]*\S)[\s\S]{1,1000}$/);
const repo = z.string().regex(/^[^\s,]{1,500}$/);
/** As git takes it in one word: no blank, no `..`, no dot at an end of it, and no quotation mark. */
const revision = z.string().regex(/^(?![-.])(?!.*\.\.)[^\s"'\u2018-\u201f]{1,500}(?<!\.)$/);
/** Cursors are as long as the far side likes. */
const cursor = z.string().regex(/^\S{1,8000}$/);
const several = z.array(text).min(1).max(20);
const repos = z.array(repo).min(1).max(20);
const line = z.int().min(1).max(10_000_000);
const countTo = (most: number) => z.int().min(1).max(most).exactOptional();
const flag = z.literal(true).exactOptional();

const at = { revision: revision.exactOptional() };
const span = { after: text.exactOptional(), before: text.exactOptional() };
const symbolIn = { repo, path: text, symbol: text, ...at, limit: countTo(100) };

const CALLS = [
  z.strictObject({ do: z.literal('search'), query: text }),
  z.strictObject({ do: z.literal('nls'), query: text }),
  z.strictObject({
    ...{ do: z.literal('read'), repo, path: text, ...at },
    ...{ startLine: line.exactOptional(), endLine: line.exactOptional() },
  }),
  z.strictObject({ do: z.literal('ls'), repo, path: text.exactOptional(), ...at }),
  z.strictObject({
    ...{ do: z.literal('repos'), query: text, limit: countTo(100) },
    ...{ after: cursor.exactOptional(), before: cursor.exactOptional() },
  }),
  z.strictObject({ do: z.literal('def'), ...symbolIn }),
  z.strictObject({ do: z.literal('refs'), ...symbolIn }),
  z.strictObject({
    ...{ do: z.literal('commits'), repos, messageTerms: several.exactOptional() },
    ...{ authors: several.exactOptional(), contentTerms: several.exactOptional() },
    ...{ files: several.exactOptional(), count: countTo(100), useRegex: flag, ...span },
  }),
  z.strictObject({
    ...{ do: z.literal('diffs'), repos, pattern: text, added: flag, removed: flag },
    ...{ author: text.exactOptional(), count: countTo(50), useRegex: flag, ...span },
  }),
  z.strictObject({
    ...{ do: z.literal('compare'), repo, base: revision, head: revision },
    ...{ first: countTo(100), after: cursor.exactOptional() },
  }),
  z.strictObject({
    ...{ do: z.literal('contributors'), author: text },
    ...{ limit: countTo(100), minCommits: countTo(1_000_000) },
  }),
] as const;

/** One call of a code tool. */
export const CodeCall = z.discriminatedUnion('do', CALLS);
export type CodeCall = z.infer<typeof CodeCall>;
export type CodeVerb = CodeCall['do'];

/** How an option is written: `--author kim`, several times where it holds texts. */
export interface CodeOption {
  readonly param: string;
  /** A cursor is for paging: our buttons hold it, and forms do not ask for it. */
  readonly kind: 'text' | 'texts' | 'number' | 'flag' | 'cursor';
}

/** How a call is written. */
export interface CodeSyntax {
  /** Parameters that stand as words, in this order. */
  readonly words: readonly string[];
  /** So many of them must be there. */
  readonly needed: number;
  /** The last one takes all words that are left: as one text, or each as one of several. */
  readonly rest?: 'joined' | 'each';
  readonly options: Readonly<Record<string, CodeOption>>;
}

const of = (param: string, kind: CodeOption['kind'] = 'text'): CodeOption => ({ param, kind });
const REVISION = { rev: of('revision') };
const SPAN = { after: of('after'), before: of('before') };
const SYMBOL: CodeSyntax = {
  words: ['repo', 'path', 'symbol'],
  needed: 3,
  options: { ...REVISION, limit: of('limit', 'number') },
};

export const CODE_SYNTAX: Readonly<Record<CodeVerb, CodeSyntax>> = {
  search: { words: ['query'], needed: 1, rest: 'joined', options: {} },
  nls: { words: ['query'], needed: 1, rest: 'joined', options: {} },
  read: { words: ['repo', 'path'], needed: 2, options: { ...REVISION, lines: of('lines') } },
  ls: { words: ['repo', 'path'], needed: 1, options: REVISION },
  repos: {
    ...{ words: ['query'], needed: 1, rest: 'joined' },
    options: {
      ...{ limit: of('limit', 'number') },
      ...{ after: of('after', 'cursor'), before: of('before', 'cursor') },
    },
  },
  def: SYMBOL,
  refs: SYMBOL,
  commits: {
    ...{ words: ['repos', 'messageTerms'], needed: 1, rest: 'each' },
    options: {
      ...{ author: of('authors', 'texts'), content: of('contentTerms', 'texts') },
      ...{ file: of('files', 'texts'), ...SPAN },
      ...{ count: of('count', 'number'), regex: of('useRegex', 'flag') },
    },
  },
  diffs: {
    ...{ words: ['repos', 'pattern'], needed: 2, rest: 'joined' },
    options: {
      ...{ added: of('added', 'flag'), removed: of('removed', 'flag'), author: of('author') },
      ...{ ...SPAN, count: of('count', 'number'), regex: of('useRegex', 'flag') },
    },
  },
  compare: {
    ...{ words: ['repo', 'base', 'head'], needed: 3 },
    options: { first: of('first', 'number'), after: of('after', 'cursor') },
  },
  contributors: {
    ...{ words: ['author'], needed: 1, rest: 'joined' },
    options: { limit: of('limit', 'number'), 'min-commits': of('minCommits', 'number') },
  },
};

export const CODE_VERBS = Object.keys(CODE_SYNTAX) as [CodeVerb, ...CodeVerb[]];

/** A part of what a call gives: as much as is shown at once. `page` counts from 0. */
export const CodePage = z.strictObject({ call: CodeCall, page: z.int().min(0).max(999) });
export type CodePage = z.infer<typeof CodePage>;

/** What is wrong with a `code …` that was meant as one. */
export type CodeMistake =
  | { readonly kind: 'verb' | 'option'; readonly said: string; readonly meant?: string }
  | { readonly kind: 'no-value'; readonly option: string }
  | { readonly kind: 'value'; readonly option: string; readonly said: string }
  | { readonly kind: 'lines' | 'surplus'; readonly said: string }
  | { readonly kind: 'quote' };

export type CodeArguments = Readonly<Record<string, string | number | true | readonly string[]>>;

/** What somebody wants of the code tools. */
export type CodeCommand =
  | { readonly what: 'call'; readonly call: CodeCall }
  /** What a button leads to, or the name of it. */
  | { readonly what: 'turn'; readonly turn: CodePage }
  | { readonly what: 'kept'; readonly name: string }
  | { readonly what: 'help'; readonly of?: CodeVerb }
  /** A call that is not whole yet. */
  | { readonly what: 'form'; readonly of?: CodeVerb; readonly given: CodeArguments }
  /** `corrected`: as it was probably meant, without `code`; `runs`: it can be called as it is. */
  | {
      readonly what: 'wrong';
      readonly of?: CodeVerb;
      readonly fault: CodeMistake;
      readonly corrected?: string;
      readonly runs?: true;
    };
