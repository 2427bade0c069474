import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';
import { PLAIN_DIFF_OPTIONS } from '../git/output-options.js';
import type { Repository } from '../git/repository.js';
import { type DateRange, parseDateRange } from './date-range.js';
import { COMMIT_MARKER, dateRangeArguments, logArguments } from './git-log.js';
import { type FoundHunk, HunkResult, type HunkSearch, matchingHunks } from './hunks.js';
import { findRepositories, headSnapshot } from './lookup.js';
import * as parameters from './parameters.js';
import { anyOfAsExtendedRegex, compileLiteral, compileRegex, toExtendedRegex } from './patterns.js';
import { rethrowPatternError, runGitWithLimits } from './run-git-with-limits.js';
import { noticeOf, searchEach } from './search-each.js';
import { defineTool, type Tool, type ToolContext } from './tool.js';
import type { ToolDependencies } from './tool-dependencies.js';

/** In characters. */
const MAX_COMMIT_LENGTH = 32 * 1_048_576;

const input = z.strictObject({
  pattern: z
    .string()
    .min(1, 'it is empty')
    .max(500)
    .describe('The pattern to search for in lines that commits add or remove.'),
  repos: parameters.repos,
  added: z.boolean().optional().describe('Only lines that were added.'),
  removed: z.boolean().optional().describe('Only lines that were removed.'),
  author: z
    .string()
    .min(1, 'it is empty')
    .optional()
    .describe('A part of the author’s name or e-mail.'),
  after: parameters.after.optional(),
  before: parameters.before.optional(),
  count: parameters.limitOf(50, 20, 'hunks'),
  useRegex: z
    .boolean()
    .default(false)
    .describe('The pattern is a regular expression; default false.'),
});
const output = z.object({
  query: z.string().describe('A description of the search.'),
  totalCount: z.int(),
  limitHit: z.boolean().describe('Whether there are, or may be, more.'),
  results: z.array(HunkResult).describe('Newest first.'),
  notice: parameters.notice,
});

export function diffSearchTool(dependencies: ToolDependencies): Tool {
  return defineTool({
    name: 'diff_search',
    title: 'Search code changes',
    description:
      'Finds where commits added or removed lines that match a pattern. Case is ignored.',
    input,
    output,
    run: async (args, context) => {
      const repositories = findRepositories(dependencies, args.repos);
      const range = await parseDateRange(args, Date.now());
      const lines = lineFilter(args);
      const search = (repository: Repository) =>
        searchRepository(repository, {
          args,
          range,
          lines,
          context,
          url: dependencies.url(),
        });
      const { found, problems } = await searchEach(repositories, search);
      const results = found.flatMap(({ hunks }) => hunks).sort((a, b) => b.time - a.time);
      const late = found.some(({ stopped }) => stopped === 'time' || stopped === 'size');
      return {
        query: describeQuery(args),
        totalCount: results.length,
        limitHit: late || results.length > args.count,
        results: results.slice(0, args.count).map(({ record }) => record),
        ...noticeOf(
          late && 'It took too long and was stopped: narrow it by date or author.',
          ...problems,
        ),
      };
    },
  });
}

type DiffSearchArgs = z.output<typeof input>;

interface DiffSearch extends Pick<HunkSearch, 'lines' | 'url'> {
  readonly args: DiffSearchArgs;
  readonly range: DateRange;
  readonly context: ToolContext;
}

/** With neither or both of `added` and `removed`, any changed line matches. */
function lineFilter({ pattern, useRegex, added, removed }: DiffSearchArgs): HunkSearch['lines'] {
  const regex = useRegex ? compileRegex(pattern) : compileLiteral(pattern);
  const either = Boolean(added) === Boolean(removed);
  return { regex, added: either || Boolean(added), removed: either || Boolean(removed) };
}

async function searchRepository(repository: Repository, search: DiffSearch) {
  const { args, lines, url, context } = search;
  const { deadline } = context;
  const { commit } = await headSnapshot(repository);
  const hunks: FoundHunk[] = [];
  const read = splitCommits((text) => {
    for (const hunk of matchingHunks(text, { repository, lines, url, deadline })) hunks.push(hunk);
    return hunks.length <= args.count && Date.now() <= deadline;
  });
  // One commit's patch can be large, but it is processed as a stream.
  const limits = { ...context, maxBytes: 512 * 1_048_576, onChunk: read.each };
  const { stopped } = await runGitWithLimits(
    repository.git,
    logArgumentsOf(search, commit),
    limits,
  ).catch((error: unknown) => rethrowPatternError(error, args.pattern));
  if (!stopped) read.end();
  const late = Date.now() > deadline;
  return { hunks: hunks.slice(0, args.count + 1), stopped: late ? 'time' : stopped };
}

/** Lets git preselect commits if the pattern can be converted for it; otherwise all are read. */
function logArgumentsOf({ args, range }: DiffSearch, commit: string): string[] {
  const { pattern, useRegex, author } = args;
  const sayable = !useRegex || toExtendedRegex(pattern) !== undefined;
  return [
    ...[...logArguments(), '--patch', '--no-merges', '--find-renames', ...PLAIN_DIFF_OPTIONS],
    ...['--regexp-ignore-case', '--extended-regexp'],
    ...(sayable ? [`-G${anyOfAsExtendedRegex([{ text: pattern, isRegex: useRegex }])}`] : []),
    ...(author === undefined
      ? []
      : [`--author=${anyOfAsExtendedRegex([{ text: author, isRegex: false }])}`]),
    ...[...dateRangeArguments(range), '--end-of-options', commit, '--'],
  ];
}

/**
 * Splits the streamed log into commits; `found` returns false to stop. Each part is searched once, as
 * the patch of one commit may come in thousands of parts. Of a longer patch, the beginning is searched.
 */
function splitCommits(found: (commit: string) => boolean) {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  const add = (text: string) => {
    if (length < MAX_COMMIT_LENGTH) parts.push(text);
    length += text.length;
  };
  const take = (): boolean => {
    const commit = parts.join('');
    parts = [];
    length = 0;
    return commit === '' || found(commit);
  };
  /** The last characters so far: a marker may begin in them. */
  let tail = '';
  return {
    each(part: Buffer): boolean {
      const [first = '', ...others] = (tail + decoder.write(part)).split(COMMIT_MARKER);
      let current = first;
      for (const next of others) {
        add(current);
        if (!take()) return false;
        current = next;
      }
      const end = Math.max(0, current.length - COMMIT_MARKER.length);
      add(current.slice(0, end));
      tail = current.slice(end);
      return true;
    },
    end(): void {
      add(tail);
      take();
    },
  };
}

function describeQuery({ repos, pattern, count: _, ...rest }: DiffSearchArgs): string {
  const conditions = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [`${name}:${value}`],
  );
  return [pattern, `repos:${repos.join('|')}`, ...conditions].join(' ');
}
