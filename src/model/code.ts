import { z } from 'zod';

/** Calls of the code tools. Their parameters have the names that the tool server gives them. */

const text = z.string().regex(/^(?=[\s\S]*\S)[\s\S]{1,1000}$/);
const repo = z.string().regex(/^[^\s,]{1,500}$/);
/** A git revision without blanks, `..`, quotation marks, or a dot at its end. */
const revision = z.string().regex(/^(?![-.])(?!.*\.\.)[^\s"'\u2018-\u201f]{1,500}(?<!\.)$/);
/** The tool server sets no limit for the length of a cursor. */
const cursor = z.string().regex(/^\S{1,8000}$/);
const texts = z.array(text).min(1).max(20);
const repos = z.array(repo).min(1).max(20);
const line = z.int().min(1).max(10_000_000);
const optionalCount = (max: number) => z.int().min(1).max(max).exactOptional();
const flag = z.literal(true).exactOptional();
const optionalRevision = revision.exactOptional();
const optionalText = text.exactOptional();
const optionalTexts = texts.exactOptional();

const symbol = {
  repo,
  path: text,
  symbol: text,
  revision: optionalRevision,
  limit: optionalCount(100),
};

const CALLS = [
  z.strictObject({ tool: z.literal('search'), query: text }),
  z.strictObject({ tool: z.literal('nls'), query: text }),
  z.strictObject({
    tool: z.literal('read'),
    repo,
    path: text,
    revision: optionalRevision,
    startLine: line.exactOptional(),
    endLine: line.exactOptional(),
    /** Lines added before and after that range; negative: left out. */
    around: z.int().min(-100_000).max(100_000).exactOptional(),
  }),
  z.strictObject({
    tool: z.literal('ls'),
    repo,
    path: optionalText,
    revision: optionalRevision,
  }),
  z.strictObject({
    tool: z.literal('repos'),
    query: text,
    limit: optionalCount(100),
    after: cursor.exactOptional(),
    before: cursor.exactOptional(),
  }),
  z.strictObject({ tool: z.literal('def'), ...symbol }),
  z.strictObject({ tool: z.literal('refs'), ...symbol }),
  z.strictObject({
    tool: z.literal('commits'),
    repos,
    messageTerms: optionalTexts,
    authors: optionalTexts,
    contentTerms: optionalTexts,
    files: optionalTexts,
    count: optionalCount(100),
    useRegex: flag,
    after: optionalText,
    before: optionalText,
  }),
  z.strictObject({
    tool: z.literal('diffs'),
    repos,
    pattern: text,
    added: flag,
    removed: flag,
    author: optionalText,
    count: optionalCount(50),
    useRegex: flag,
    after: optionalText,
    before: optionalText,
  }),
  z.strictObject({
    tool: z.literal('compare'),
    repo,
    base: revision,
    head: revision,
    first: optionalCount(100),
    after: cursor.exactOptional(),
  }),
  z.strictObject({
    tool: z.literal('contributors'),
    author: text,
    limit: optionalCount(100),
    minCommits: optionalCount(1_000_000),
  }),
] as const;

/** One call of a code tool. */
export const CodeCall = z.discriminatedUnion('tool', CALLS);
export type CodeCall = z.infer<typeof CodeCall>;
/** A code tool, by the name that users type. */
export type CodeTool = CodeCall['tool'];

/** How an option is typed: `--author kim`, repeated if it takes several texts. */
export interface CodeOption {
  readonly param: string;
  /** Only our buttons set a cursor; forms do not ask for it. */
  readonly kind: 'text' | 'texts' | 'number' | 'flag' | 'cursor';
}

/** How a call is typed. */
export interface CodeSyntax {
  /** The parameters that are typed without an option name, in order. */
  readonly positional: readonly string[];
  /** How many of them are required. */
  readonly required: number;
  /** The last one takes all remaining words, as one text or as several. */
  readonly rest?: 'joined' | 'each';
  readonly options: Readonly<Record<string, CodeOption>>;
}

const option = (param: string, kind: CodeOption['kind'] = 'text'): CodeOption => ({ param, kind });
const REVISION = { rev: option('revision') };
const TIME_SPAN = { after: option('after'), before: option('before') };
const SYMBOL: CodeSyntax = {
  positional: ['repo', 'path', 'symbol'],
  required: 3,
  options: { ...REVISION, limit: option('limit', 'number') },
};

export const CODE_SYNTAX: Readonly<Record<CodeTool, CodeSyntax>> = {
  search: { positional: ['query'], required: 1, rest: 'joined', options: {} },
  nls: { positional: ['query'], required: 1, rest: 'joined', options: {} },
  read: {
    positional: ['repo', 'path'],
    required: 2,
    options: { ...REVISION, lines: option('lines'), around: option('around', 'number') },
  },
  ls: { positional: ['repo', 'path'], required: 1, options: REVISION },
  repos: {
    positional: ['query'],
    required: 1,
    rest: 'joined',
    options: {
      limit: option('limit', 'number'),
      after: option('after', 'cursor'),
      before: option('before', 'cursor'),
    },
  },
  def: SYMBOL,
  refs: SYMBOL,
  commits: {
    positional: ['repos', 'messageTerms'],
    required: 1,
    rest: 'each',
    options: {
      author: option('authors', 'texts'),
      content: option('contentTerms', 'texts'),
      file: option('files', 'texts'),
      ...TIME_SPAN,
      count: option('count', 'number'),
      regex: option('useRegex', 'flag'),
    },
  },
  diffs: {
    positional: ['repos', 'pattern'],
    required: 2,
    rest: 'joined',
    options: {
      added: option('added', 'flag'),
      removed: option('removed', 'flag'),
      author: option('author'),
      ...TIME_SPAN,
      count: option('count', 'number'),
      regex: option('useRegex', 'flag'),
    },
  },
  compare: {
    positional: ['repo', 'base', 'head'],
    required: 3,
    options: { first: option('first', 'number'), after: option('after', 'cursor') },
  },
  contributors: {
    positional: ['author'],
    required: 1,
    rest: 'joined',
    options: { limit: option('limit', 'number'), 'min-commits': option('minCommits', 'number') },
  },
};

export const CODE_TOOLS = Object.keys(CODE_SYNTAX) as [CodeTool, ...CodeTool[]];

/** One page of a call's result. `page` counts from 0. */
export const CodePage = z.strictObject({ call: CodeCall, page: z.int().min(0).max(999) });
export type CodePage = z.infer<typeof CodePage>;

/** Why the text after `code` is not a valid call. */
export type CodeMistake =
  | {
      readonly kind: 'unknown-tool' | 'unknown-option';
      readonly typed: string;
      readonly suggestion?: string;
    }
  | { readonly kind: 'missing-value'; readonly option: string }
  | { readonly kind: 'invalid-value'; readonly option: string; readonly typed: string }
  | { readonly kind: 'line-range' | 'extra-word'; readonly typed: string }
  | { readonly kind: 'unclosed-quote' };

/** Arguments by parameter. */
export type CodeArguments = Readonly<Record<string, string | number | true | readonly string[]>>;

/** What `/deepsearch code …` or a button of a result requests. */
export type CodeCommand =
  | { readonly kind: 'call'; readonly call: CodeCall }
  | { readonly kind: 'page'; readonly page: CodePage }
  /** A page that is too long for a button; `key`: in the store. */
  | { readonly kind: 'stored-page'; readonly key: string }
  | { readonly kind: 'help'; readonly tool?: CodeTool }
  /** An incomplete call: a form asks for the rest. */
  | { readonly kind: 'form'; readonly tool?: CodeTool; readonly args: CodeArguments }
  | InvalidCodeCommand;

export interface InvalidCodeCommand {
  readonly kind: 'invalid';
  readonly tool?: CodeTool;
  readonly mistake: CodeMistake;
  /** The text that was probably meant, without `code`. */
  readonly corrected?: string;
  /** The corrected text is a valid call. */
  readonly runnable?: true;
}
