import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';
import type { Repository } from '../git/repository.js';
import { type Span, spanOf } from './date-range.js';
import { blamePattern, gather } from './gather.js';
import { COMMIT_MARK, logArguments, PLAIN_DIFF, spanArguments } from './git-log.js';
import { type FoundHunk, HunkRecord, type HunkSearch, hunksIn } from './hunks.js';
import { inTurn } from './in-turn.js';
import { headOf, repositoriesNamed } from './lookup.js';
import * as parameters from './parameters.js';
import { compileLiteral, compileRegex, extendedOf, extendedRegex } from './patterns.js';
import { defineTool, type Tool, type ToolContext } from './tool.js';
import type { ToolParts } from './tool-dependencies.js';

const input = z.strictObject({
  pattern: z
    .string()
    .min(1, 'it is empty')
    .max(500)
    .describe('What to look for in lines that commits add or remove.'),
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
  query: z.string().describe('What was searched for, in words.'),
  totalCount: z.int(),
  limitHit: z.boolean().describe('Whether there are, or may be, more.'),
  results: z.array(HunkRecord).describe('Newest first.'),
  notice: parameters.notice,
});

export function diffSearchTool(parts: ToolParts): Tool {
  return defineTool({
    name: 'diff_search',
    title: 'Search changes of code',
    description:
      'Finds where commits added or removed lines that have a pattern. Letter case does not matter.',
    input,
    output,
    run: async (args, context) => {
      const repositories = repositoriesNamed(parts, args.repos);
      const span = await spanOf(args, Date.now());
      const wanted = wantedLines(args);
      const search = (repository: Repository) =>
        searchOne(repository, { ...{ args, span, wanted, context }, url: parts.url() });
      const found = await inTurn(repositories, 2, search);
      const results = found.flatMap(({ hunks }) => hunks).sort((a, b) => b.time - a.time);
      const late = found.some(({ stopped }) => stopped === 'time' || stopped === 'size');
      return {
        query: inWords(args),
        totalCount: results.length,
        limitHit: late || results.length > args.count,
        results: results.slice(0, args.count).map(({ record }) => record),
        ...(late && { notice: 'It took too long and was stopped: narrow it by date or author.' }),
      };
    },
  });
}

type Args = z.output<typeof input>;

interface Search extends Pick<HunkSearch, 'wanted' | 'url'> {
  readonly args: Args;
  readonly span: Span;
  readonly context: ToolContext;
}

/** Neither or both wanted is the same: whatever changed. */
function wantedLines({ pattern, useRegex, added, removed }: Args): HunkSearch['wanted'] {
  const regex = useRegex ? compileRegex(pattern) : compileLiteral(pattern);
  const either = Boolean(added) === Boolean(removed);
  return { regex, added: either || Boolean(added), removed: either || Boolean(removed) };
}

async function searchOne(repository: Repository, search: Search) {
  const { args, wanted, url, context } = search;
  const { commit } = await headOf(repository);
  const hunks: FoundHunk[] = [];
  const read = inCommits((text) => {
    hunks.push(...hunksIn(text, { repository, wanted, url }));
    return hunks.length <= args.count;
  });
  // The patches of one commit can be large; what was read of it is not kept.
  const bounds = { ...context, maxBytes: 512 * 1_048_576, each: read.each };
  const { stopped } = await gather(repository.git, argumentsOf(search, commit), bounds).catch(
    (error: unknown) => blamePattern(error, args.pattern),
  );
  if (!stopped) read.end();
  return { hunks: hunks.slice(0, args.count + 1), stopped };
}

/** Git finds the commits where its expressions can say what is wanted; else all are read. */
function argumentsOf({ args, span }: Search, commit: string): string[] {
  const { pattern, useRegex, author } = args;
  const sayable = !useRegex || extendedRegex(pattern) !== undefined;
  return [
    ...[...logArguments(), '--patch', '--no-merges', '--find-renames', ...PLAIN_DIFF],
    ...['--regexp-ignore-case', '--extended-regexp'],
    ...(sayable ? [`-G${extendedOf([{ text: pattern, isRegex: useRegex }])}`] : []),
    ...(author === undefined ? [] : [`--author=${extendedOf([{ text: author, isRegex: false }])}`]),
    ...[...spanArguments(span), '--end-of-options', commit, '--'],
  ];
}

/** Hands on the log commit by commit as it comes; `found` returns false when it has enough. */
function inCommits(found: (commit: string) => boolean) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return {
    each(part: Buffer): boolean {
      rest += decoder.write(part);
      const commits = rest.split(COMMIT_MARK);
      rest = commits.pop() ?? '';
      return commits.filter(Boolean).every(found);
    },
    end(): void {
      if (rest !== '') found(rest);
    },
  };
}

function inWords({ repos, pattern, count: _, ...rest }: Args): string {
  const conditions = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [`${name}:${value}`],
  );
  return [pattern, `repos:${repos.join('|')}`, ...conditions].join(' ');
}
