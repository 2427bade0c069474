import { GitRefusal, type LimitedOutput, rethrowPatternError, runWithLimits } from './gather.js';
import type { Snapshot } from './lookup.js';
import { anyOfExtended } from './patterns.js';
import type { Term } from './query-parser.js';
import type { ToolContext } from './tool.js';

export interface GrepOptions {
  readonly caseSensitive?: boolean;
  /** Only where no letter, digit or underscore is beside it. */
  readonly wholeWords?: boolean;
  /** Only these files; all when absent. */
  readonly paths?: readonly string[];
}

export interface LineCounts {
  /** How many lines have it, by path. */
  readonly files: ReadonlyMap<string, number>;
  readonly complete: boolean;
}

interface GrepSearch {
  readonly snapshot: Snapshot;
  readonly terms: readonly Term[];
  readonly options?: GrepOptions;
}

/** How many lines of each text file have any of the terms. */
export async function countLines(search: GrepSearch, context: ToolContext): Promise<LineCounts> {
  const { output, stopped } = await grep(search, ['--count'], context);
  const files = new Map<string, number>();
  for (const [, path = '', count] of output.matchAll(/^[^:]*:([^\0]*)\0(\d+)\n/gm)) {
    files.set(path, Number(count));
  }
  return { files, complete: !stopped };
}

export interface LineMatches {
  /** The numbers of the lines, by path. */
  readonly files: ReadonlyMap<string, number[]>;
  readonly complete: boolean;
}

/** The lines that have any of the terms. */
export async function findLines(search: GrepSearch, context: ToolContext): Promise<LineMatches> {
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
  search: GrepSearch,
  outputOptions: readonly string[],
  context: ToolContext,
): Promise<{ output: string; stopped: LimitedOutput['stopped'] }> {
  const { git } = search.snapshot.repository;
  const limits = { signal: context.signal, deadline: context.deadline, okExitCodes: [1] };
  const run = (patterns: readonly string[]) =>
    runWithLimits(git, grepArguments(search, [...outputOptions, ...patterns]), limits);
  try {
    const { output, stopped } = await run(patternArguments(search.terms)).catch(
      (error: unknown) => {
        // Not every git is built with Perl's expressions.
        if (!lacksPerlRegex(error)) throw error;
        return run(['--extended-regexp', '-e', anyOfExtended(search.terms)]);
      },
    );
    return { output: output.toString('utf8'), stopped };
  } catch (error) {
    return rethrowPatternError(error, search.terms.map(({ text }) => text).join(' '));
  }
}

function lacksPerlRegex(error: unknown): boolean {
  return error instanceof GitRefusal && error.message.includes('Perl-compatible');
}

function patternArguments(terms: readonly Term[]): string[] {
  // Fixed strings know the two cases of ASCII letters alone.
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
    ...[snapshot.commit, '--', ...paths],
  ];
}

/** As a Perl expression that matches just this text. */
function escapePerlRegex(text: string): string {
  return text.replace(/[^\p{L}\p{N}_\s]/gu, '\\$&');
}
