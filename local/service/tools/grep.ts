import { isEscapedName, pathName } from '../git/path-name.js';
import { repositoryProblem } from '../git/repository-problem.js';
import type { Snapshot } from './lookup.js';
import { anyOfAsExtendedRegex } from './patterns.js';
import type { Term } from './query-parser.js';
import {
  GitExitError,
  type LimitedGitOutput,
  rethrowPatternError,
  runGitWithLimits,
} from './run-git-with-limits.js';
import type { ToolContext } from './tool.js';

export interface GrepOptions {
  readonly caseSensitive?: boolean;
  /** No letter, digit or underscore next to the match. */
  readonly wholeWords?: boolean;
  /** Only these files; all when absent. */
  readonly paths?: readonly string[];
}

export interface LineCounts {
  /** The number of matching lines, by path. */
  readonly files: ReadonlyMap<string, number>;
  readonly complete: boolean;
}

interface GrepSearch {
  readonly snapshot: Snapshot;
  readonly terms: readonly Term[];
  readonly options?: GrepOptions;
}

/** Counts the lines that contain any of the terms, in each text file. */
export async function countMatchingLines(
  search: GrepSearch,
  context: ToolContext,
): Promise<LineCounts> {
  const { output, stopped } = await grep(search, ['--count'], context);
  const files = new Map<string, number>();
  for (const [, path = '', count] of output.matchAll(/(?<=^|\n)[^:\n]*:([^\0]*)\0(\d+)\n/g)) {
    files.set(pathName(path), Number(count));
  }
  return { files, complete: !stopped };
}

export interface LineMatches {
  /** The numbers of the lines, by path. */
  readonly files: ReadonlyMap<string, number[]>;
  readonly complete: boolean;
}

/** Finds the lines that contain any of the terms: none, incompletely, in a repository that git cannot read. */
export async function findMatchingLines(
  search: GrepSearch,
  context: ToolContext,
): Promise<LineMatches> {
  const options = ['--line-number', '--only-matching'];
  const { output, stopped } = await grep(search, options, context).catch((error: unknown) => {
    if (repositoryProblem(error) === undefined) throw error;
    return { output: '', stopped: 'unreadable' as const };
  });
  const files = new Map<string, number[]>();
  for (const [, path = '', line] of output.matchAll(/(?<=^|\n)[^:\n]*:([^\0]*)\0(\d+)\0/g)) {
    const lines = files.get(path);
    if (lines) lines.push(Number(line));
    else files.set(path, [Number(line)]);
  }
  const named = [...files].map(([path, lines]) => [pathName(path), lines] as const);
  return { files: new Map(named), complete: !stopped };
}

/** Git's output as `latin1`, one character for each byte: `pathName` reads the paths in it. */
async function grep(
  search: GrepSearch,
  outputOptions: readonly string[],
  context: ToolContext,
): Promise<{ output: string; stopped: LimitedGitOutput['stopped'] }> {
  const { git } = search.snapshot.repository;
  const limits = { signal: context.signal, deadline: context.deadline, okExitCodes: [1] };
  const run = (patterns: readonly string[]) =>
    runGitWithLimits(git, grepArguments(search, [...outputOptions, ...patterns]), limits);
  try {
    const { output, stopped } = await run(patternArguments(search.terms)).catch(
      (error: unknown) => {
        // Not every git is built with support for Perl's regular expressions.
        if (!lacksPerlRegex(error)) throw error;
        return run(['--extended-regexp', '-e', anyOfAsExtendedRegex(search.terms)]);
      },
    );
    return { output: output.toString('latin1'), stopped };
  } catch (error) {
    return rethrowPatternError(error, search.terms.map(({ text }) => text).join(' '));
  }
}

function lacksPerlRegex(error: unknown): boolean {
  return error instanceof GitExitError && error.message.includes('Perl-compatible');
}

function patternArguments(terms: readonly Term[]): string[] {
  // For fixed strings git ignores the case of ASCII letters only.
  const isRegex = terms.some((term) => term.isRegex || /[^\0-\x7f]/.test(term.text));
  const sources = terms.map((term) =>
    isRegex && !term.isRegex ? escapePerlRegex(term.text) : term.text,
  );
  const kind = isRegex ? '--perl-regexp' : '--fixed-strings';
  return [kind, ...sources.flatMap((source) => ['-e', source])];
}

function grepArguments(
  { snapshot, options = {} }: GrepSearch,
  outputOptions: readonly string[],
): string[] {
  const { caseSensitive = false, wholeWords = false, paths = [] } = options;
  return [
    ...['grep', '-I', '-z', '--full-name', '--no-color', '--no-textconv', '--threads=2'],
    ...(caseSensitive ? [] : ['--ignore-case']),
    ...(wholeWords ? ['--word-regexp'] : []),
    ...outputOptions,
    ...[snapshot.commit, '--', ...(paths.some(isEscapedName) ? [] : paths)],
  ];
}

/** A Perl regular expression that matches exactly this text. */
function escapePerlRegex(text: string): string {
  return text.replace(/[^\p{L}\p{N}_\s]/gu, '\\$&');
}
