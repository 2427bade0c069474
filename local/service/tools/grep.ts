import { isEscapedName, pathName } from '../git/path-name.js';
import { repositoryProblem } from '../git/repository-problem.js';
import { escapeRegex } from './escape-regex.js';
import type { Snapshot } from './lookup.js';
import { mapConcurrently } from './map-concurrently.js';
import { anyOfAsExtendedRegex } from './patterns.js';
import type { Term } from './query-parser.js';
import {
  GitExitError,
  type LimitedGitOutput,
  type RunLimits,
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
  const { runs, pathsOf } = runsOf(search);
  const results = await mapConcurrently(runs, 2, (objects) =>
    grep(search, { options: ['--count'], objects }, context),
  );
  const files = new Map<string, number>();
  for (const { output } of results) {
    for (const [, name = '', count] of output.matchAll(/(?<=^|\n)([^\0]*)\0(\d+)\n/g)) {
      for (const path of pathsOf(name)) files.set(path, Number(count));
    }
  }
  return { files, complete: results.every(({ stopped }) => !stopped) };
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
  const { runs, pathsOf, inOrder } = runsOf(search);
  const results = await mapConcurrently(runs, 2, (run) => matchingLines(search, run, context));
  const found = new Map<string, number[]>();
  for (const [name, lines] of results.flatMap((one) => [...one.found])) {
    for (const path of pathsOf(name)) found.set(path, lines);
  }
  return { files: inOrder(found), complete: results.every((one) => one.complete) };
}

interface Runs {
  /** The objects that git is given in each. */
  readonly runs: readonly (readonly string[])[];
  /** By what git calls a file, as `latin1`. */
  readonly pathsOf: (name: string) => readonly string[];
  /** What was found in them, in the order of the files. */
  readonly inOrder: <T>(found: ReadonlyMap<string, T>) => ReadonlyMap<string, T>;
}

/** Git is given the objects of files, if they are few enough: to compare long lists of paths takes longer. */
function runsOf({ among, snapshot: { commit } }: GrepSearch): Runs {
  if (!among || among.length > FILES_PER_RUN * MAX_RUNS) {
    return {
      runs: [[commit]],
      pathsOf: (name) => [pathName(name.slice(name.indexOf(':') + 1))],
      inOrder: (found) => found,
    };
  }
  const paths = new Map<string, string[]>();
  for (const { path, objectId } of among) {
    const known = paths.get(objectId);
    if (known) known.push(path);
    else paths.set(objectId, [path]);
  }
  const objectIds = [...paths.keys()];
  const runs = Array.from({ length: Math.ceil(objectIds.length / FILES_PER_RUN) }, (_, n) =>
    objectIds.slice(n * FILES_PER_RUN, (n + 1) * FILES_PER_RUN),
  );
  return {
    runs,
    pathsOf: (name) => paths.get(name) ?? [],
    inOrder: (found) => new Map(among.flatMap(({ path }) => entryOf(path, found))),
  };
}

function entryOf<T>(path: string, found: ReadonlyMap<string, T>): [string, T][] {
  const its = found.get(path);
  return its === undefined ? [] : [[path, its]];
}

export interface MatchingLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

interface LineSearch extends GrepSearch {
  /** Of git's output, for each run of it. */
  readonly maxBytes?: number;
}

/**
 * Reads the lines that contain any of the terms while git finds them, so that their number takes no memory; incompletely
 * in a repository that git cannot read.
 */
export async function readMatchingLines(
  search: LineSearch,
  onLine: (line: MatchingLine) => void,
  context: ToolContext,
): Promise<{ readonly complete: boolean }> {
  const { maxBytes } = search;
  const { runs, pathsOf } = runsOf(search);
  const results = await mapConcurrently(runs, 2, async (objects) => {
    const onChunk = lineReader((name, line, text) => {
      for (const path of pathsOf(name)) onLine({ path, line, text });
    });
    const limits = { ...(maxBytes !== undefined && { maxBytes }), onChunk };
    return grep(search, { options: ['--line-number'], objects, limits }, context).catch(unreadable);
  });
  return { complete: results.every(({ stopped }) => !stopped) };
}

/** Splits git's output, `<name>\0<number>\0<text>\n`, into lines. The name is `latin1`, the text UTF-8. */
function lineReader(
  onLine: (name: string, line: number, text: string) => void,
): (part: Buffer) => boolean {
  let unfinished: Buffer[] = [];
  return (part) => {
    const end = part.lastIndexOf(NEWLINE) + 1;
    unfinished.push(part.subarray(0, end || part.length));
    if (end === 0) return true;
    const rows = Buffer.concat(unfinished).toString('latin1').split('\n');
    unfinished = [part.subarray(end)];
    for (const row of rows) {
      const [name = '', line = '', text = ''] = row.split('\0');
      if (text !== '') onLine(name, Number(line), decoded(text));
    }
    return true;
  };
}

const NEWLINE = 0x0a;

function decoded(latin1: string): string {
  return /[\x80-\xff]/.test(latin1) ? Buffer.from(latin1, 'latin1').toString('utf8') : latin1;
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
  const { output, stopped } = await grep(search, { options, objects }, context).catch(unreadable);
  const found = new Map<string, number[]>();
  for (const [, name = '', line] of output.matchAll(/(?<=^|\n)([^\0]*)\0(\d+)\0/g)) {
    const lines = found.get(name);
    if (lines) lines.push(Number(line));
    else found.set(name, [Number(line)]);
  }
  return { found, complete: !stopped };
}

/** Nothing, instead of an error about the repository itself. */
function unreadable(error: unknown) {
  if (repositoryProblem(error) === undefined) throw error;
  return { output: '', stopped: 'unreadable' as const };
}

interface GitGrep {
  readonly options: readonly string[];
  /** A commit or files. */
  readonly objects: readonly string[];
  /** Of the run, and who reads what git prints while it prints it. */
  readonly limits?: Pick<RunLimits, 'maxBytes' | 'onChunk'>;
}

/** Git's output as `latin1`, one character for each byte: `pathName` reads the paths in it. */
async function grep(
  search: GrepSearch,
  { options, objects, limits }: GitGrep,
  context: ToolContext,
): Promise<{ output: string; stopped: LimitedGitOutput['stopped'] }> {
  const { git } = search.snapshot.repository;
  const run = (patterns: readonly string[]) =>
    runGitWithLimits(git, grepArguments(search, { options: [...options, ...patterns], objects }), {
      ...context,
      ...limits,
      okExitCodes: [1],
    });
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
    isRegex && !term.isRegex ? escapeRegex(term.text) : term.text,
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
