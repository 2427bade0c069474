import { blamePattern, type Gathered, GitRefusal, gather } from './gather.js';
import type { Place } from './lookup.js';
import { extendedOf } from './patterns.js';
import type { Term } from './query/parse.js';
import type { ToolContext } from './tool.js';

export interface GrepOptions {
  readonly caseSensitive?: boolean;
  /** Only where no letter, digit or underscore is beside it. */
  readonly wholeWords?: boolean;
  /** Only these files; all when absent. */
  readonly paths?: readonly string[];
}

export interface Counted {
  /** How many lines have it, by path. */
  readonly files: ReadonlyMap<string, number>;
  readonly complete: boolean;
}

interface Search {
  readonly place: Place;
  readonly terms: readonly Term[];
  readonly options?: GrepOptions;
}

/** How many lines of each text file have any of the terms. */
export async function countLines(search: Search, context: ToolContext): Promise<Counted> {
  const { output, stopped } = await grep(search, ['--count'], context);
  const files = new Map<string, number>();
  for (const [, path = '', count] of output.matchAll(/^[^:]*:([^\0]*)\0(\d+)\n/gm)) {
    files.set(path, Number(count));
  }
  return { files, complete: !stopped };
}

export interface FoundLines {
  /** The numbers of the lines, by path. */
  readonly files: ReadonlyMap<string, number[]>;
  readonly complete: boolean;
}

/** The lines that have any of the terms. */
export async function findLines(search: Search, context: ToolContext): Promise<FoundLines> {
  const { output, stopped } = await grep(search, ['--line-number', '--only-matching'], context);
  const files = new Map<string, number[]>();
  for (const [, path = '', line] of output.matchAll(/^[^:]*:([^\0]*)\0(\d+)\0/gm)) {
    const lines = files.get(path);
    if (lines) lines.push(Number(line));
    else files.set(path, [Number(line)]);
  }
  return { files, complete: !stopped };
}

async function grep(
  search: Search,
  wanted: readonly string[],
  context: ToolContext,
): Promise<{ output: string; stopped: Gathered['stopped'] }> {
  const { git } = search.place.repository;
  const bounds = { signal: context.signal, deadline: context.deadline, fine: [1] };
  const run = (patterns: readonly string[]) =>
    gather(git, argumentsOf(search, [...wanted, ...patterns]), bounds);
  try {
    const { output, stopped } = await run(patternsOf(search.terms)).catch((error: unknown) => {
      // Not every git is built with Perl's expressions.
      if (!isWithoutPerl(error)) throw error;
      return run(['--extended-regexp', '-e', extendedOf(search.terms)]);
    });
    return { output: output.toString('utf8'), stopped };
  } catch (error) {
    return blamePattern(error, search.terms.map(({ text }) => text).join(' '));
  }
}

function isWithoutPerl(error: unknown): boolean {
  return error instanceof GitRefusal && error.message.includes('Perl-compatible');
}

function patternsOf(terms: readonly Term[]): string[] {
  // Fixed strings know the two cases of ASCII letters alone.
  const isRegex = terms.some((term) => term.isRegex || /[^\0-\x7f]/.test(term.text));
  const sources = terms.map((term) => (isRegex && !term.isRegex ? quoted(term.text) : term.text));
  const kind = isRegex ? '--perl-regexp' : '--fixed-strings';
  return [kind, ...sources.flatMap((source) => ['-e', source])];
}

function argumentsOf({ place, options = {} }: Search, wanted: readonly string[]): string[] {
  const { caseSensitive = false, wholeWords = false, paths = [] } = options;
  return [
    ...['grep', '-I', '-z', '--full-name', '--no-color', '--no-textconv', '--threads=2'],
    ...(caseSensitive ? [] : ['--ignore-case']),
    ...(wholeWords ? ['--word-regexp'] : []),
    ...wanted,
    ...[place.commit, '--', ...paths],
  ];
}

/** As a Perl expression that matches just this text. */
function quoted(text: string): string {
  return text.replace(/[^\p{L}\p{N}_\s]/gu, '\\$&');
}
