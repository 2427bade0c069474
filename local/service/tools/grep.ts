import { isEscapedName, pathName } from '../git/path-name.js';
import { repositoryProblem } from '../git/repository-problem.js';
import type { Snapshot } from './lookup.js';
import { mapConcurrently } from './map-concurrently.js';
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
  /** Only these files of the snapshot have to be searched; all when absent. */
  readonly among?: readonly SearchedFile[];
}

interface SearchedFile {
  readonly path: string;
  readonly objectId: string;
}

/** Their ids take 29 kB of the command line, and 46 with SHA-256. */
const FILES_PER_RUN = 700;
/** With files for more runs, one run searches the whole commit. */
const MAX_RUNS = 12;

/** Counts the lines that contain any of the terms, in each text file. */
export async function countMatchingLines(
  search: GrepSearch,
  context: ToolContext,
): Promise<LineCounts> {
  const objects = [search.snapshot.commit];
  const { output, stopped } = await grep(search, { options: ['--count'], objects }, context);
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
  const { among } = search;
  if (among && among.length <= FILES_PER_RUN * MAX_RUNS) {
    return findLinesAmong(among, search, context);
  }
  const { found, complete } = await matchingLines(search, [search.snapshot.commit], context);
  const named = [...found].map(
    ([name, lines]) => [pathName(name.slice(name.indexOf(':') + 1)), lines] as const,
  );
  return { files: new Map(named), complete };
}

/** Git is given the objects of the files: to compare long lists of paths takes longer. */
async function findLinesAmong(
  among: readonly SearchedFile[],
  search: GrepSearch,
  context: ToolContext,
): Promise<LineMatches> {
  const objectIds = [...new Set(among.map(({ objectId }) => objectId))];
  const runs = Array.from({ length: Math.ceil(objectIds.length / FILES_PER_RUN) }, (_, n) =>
    objectIds.slice(n * FILES_PER_RUN, (n + 1) * FILES_PER_RUN),
  );
  const results = await mapConcurrently(runs, 2, (run) => matchingLines(search, run, context));
  const found = new Map(results.flatMap((one) => [...one.found]));
  const files = among.flatMap(({ path, objectId }) => {
    const lines = found.get(objectId);
    return lines ? [[path, lines] as const] : [];
  });
  return { files: new Map(files), complete: results.every(({ complete }) => complete) };
}

interface NamedLines {
  /** The numbers of the lines, by what git calls the file: its object, or the commit and its path. */
  readonly found: ReadonlyMap<string, number[]>;
  readonly complete: boolean;
}

async function matchingLines(
  search: GrepSearch,
  objects: readonly string[],
  context: ToolContext,
): Promise<NamedLines> {
  const options = ['--line-number', '--only-matching'];
  const { output, stopped } = await grep(search, { options, objects }, context).catch(
    (error: unknown) => {
      if (repositoryProblem(error) === undefined) throw error;
      return { output: '', stopped: 'unreadable' as const };
    },
  );
  const found = new Map<string, number[]>();
  for (const [, name = '', line] of output.matchAll(/(?<=^|\n)([^\0]*)\0(\d+)\0/g)) {
    const lines = found.get(name);
    if (lines) lines.push(Number(line));
    else found.set(name, [Number(line)]);
  }
  return { found, complete: !stopped };
}

interface GitGrep {
  readonly options: readonly string[];
  /** A commit or files. */
  readonly objects: readonly string[];
}

/** Git's output as `latin1`, one character for each byte: `pathName` reads the paths in it. */
async function grep(
  search: GrepSearch,
  { options, objects }: GitGrep,
  context: ToolContext,
): Promise<{ output: string; stopped: LimitedGitOutput['stopped'] }> {
  const { git } = search.snapshot.repository;
  const limits = { signal: context.signal, deadline: context.deadline, okExitCodes: [1] };
  const run = (patterns: readonly string[]) =>
    runGitWithLimits(
      git,
      grepArguments(search, { options: [...options, ...patterns], objects }),
      limits,
    );
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
  { options: searchOptions = {} }: GrepSearch,
  { options, objects }: GitGrep,
): string[] {
  const { caseSensitive = false, wholeWords = false, paths = [] } = searchOptions;
  return [
    ...['grep', '-I', '-z', '--full-name', '--no-color', '--no-textconv', '--threads=2'],
    ...(caseSensitive ? [] : ['--ignore-case']),
    ...(wholeWords ? ['--word-regexp'] : []),
    ...options,
    ...[...objects, '--', ...(paths.some(isEscapedName) ? [] : paths)],
  ];
}

/** A Perl regular expression that matches exactly this text. */
function escapePerlRegex(text: string): string {
  return text.replace(/[^\p{L}\p{N}_\s]/gu, '\\$&');
}
