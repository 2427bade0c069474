import type { Lookup, ToolNames } from './lookup.js';
import { ToolError } from './tool.js';

export type FilterName = 'repo' | 'file' | 'rev' | 'case' | 'lang';

export interface Filter {
  readonly name: FilterName | UnsupportedFilter;
  readonly value: string;
  readonly negated: boolean;
}

/** Filters by the names that people know from code search. */
const NAMES = new Map<string, FilterName>(
  Object.entries({
    repo: 'repo',
    r: 'repo',
    file: 'file',
    f: 'file',
    path: 'file',
    rev: 'rev',
    revision: 'rev',
    case: 'case',
    lang: 'lang',
    language: 'lang',
    l: 'lang',
    ext: 'lang',
    extension: 'lang',
  }),
);

/** Known from code search, but not filters of a search for files. By name: what to do instead. */
const UNSUPPORTED = {
  author: ({ commits, diffs }) => `${commits} and ${diffs} search by author`,
  before: ({ commits, diffs }) => `${commits} and ${diffs} search by date`,
  after: ({ commits, diffs }) => `${commits} and ${diffs} search by date`,
  since: ({ commits, diffs }) => `${commits} and ${diffs} search by date (after)`,
  until: ({ commits, diffs }) => `${commits} and ${diffs} search by date (before)`,
  message: ({ commits }) => `${commits} searches messages`,
  msg: ({ commits }) => `${commits} searches messages`,
  type: () => 'use only the words',
  symbol: ({ definition }) => `search for the name, or ${definition} finds its definition`,
  select: () => 'the results are always files',
  patterntype: () => 'put a regular expression between slashes (/a.*b/) and a phrase in quotes',
} as const satisfies Readonly<Record<string, (tools: OtherTools) => string>>;
type UnsupportedFilter = keyof typeof UNSUPPORTED;

/** `type:` has these values; others, such as `type:string`, are code. */
const TYPES: Readonly<Record<string, (tools: OtherTools) => string>> = {
  diff: ({ diffs }) => `${diffs} searches changes`,
  commit: ({ commits }) => `${commits} searches commits`,
  symbol: ({ definition }) => `search for the name, or ${definition} finds its definition`,
  repo: ({ repositories }) => `${repositories} finds repositories`,
  file: () => 'leave it out, since the results are always files',
  path: () => 'file: limits a search to some paths',
};

interface OtherTools {
  readonly commits: string;
  readonly diffs: string;
  readonly definition: string;
  readonly repositories: string;
}

const ALL_NAMES = [...NAMES.keys(), ...Object.keys(UNSUPPORTED)].join('|');
/** A filter's name and its colon, at the beginning of a word. */
export const FILTER_START = new RegExp(String.raw`(-?)\b(${ALL_NAMES}):(?=[^\s:])`, 'y');

/** `undefined` if it is no filter, but something in code that looks like one, such as `type:string`. */
export function filterNamed(typed: string, value: string, negated: boolean): Filter | undefined {
  const name = NAMES.get(typed);
  if (name === 'lang' && /^ext/.test(typed)) return { name, value: asExtension(value), negated };
  if (name) return { name, value, negated };
  if (!isUnsupported(typed) || (typed === 'type' && !Object.hasOwn(TYPES, value))) return undefined;
  return { name: typed, value, negated };
}

function asExtension(value: string): string {
  return value.startsWith('.') ? value : `.${value}`;
}

function isUnsupported(name: string): name is UnsupportedFilter {
  return Object.hasOwn(UNSUPPORTED, name);
}

/** Throws a `ToolError` that says what to use instead of the first unsupported filter. */
export function rejectUnsupported(filters: readonly Filter[], { toolName }: Lookup): void {
  for (const { name, value } of filters) {
    if (!isUnsupported(name)) continue;
    const instead = (name === 'type' && TYPES[value]) || UNSUPPORTED[name];
    const shown = name === 'type' ? `${name}:${value.slice(0, 50)}` : `${name}:`;
    throw new ToolError(
      `${shown} is not a filter here: ${instead(otherTools(toolName))}. ` +
        'To search for the text itself, put it in quotes.',
    );
  }
}

function otherTools(toolName: ToolNames): OtherTools {
  return {
    commits: toolName('commit_search'),
    diffs: toolName('diff_search'),
    definition: toolName('go_to_definition'),
    repositories: toolName('list_repos'),
  };
}
