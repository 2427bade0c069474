import { z } from 'zod';
import type { Repository } from '../git/repository.js';
import { type DateRange, parseDateRange } from './date-range.js';
import { dateRangeArguments, logArguments, parseLog, pathspecs } from './git-log.js';
import { findRepositories, headSnapshot } from './lookup.js';
import * as parameters from './parameters.js';
import { anyOfAsExtendedRegex } from './patterns.js';
import { rethrowPatternError, runGitWithLimits } from './run-git-with-limits.js';
import { noticeOf, searchEach } from './search-each.js';
import { defineTool, type Tool, type ToolContext } from './tool.js';
import type { ToolDependencies } from './tool-dependencies.js';

const MAX_MESSAGE_LENGTH = 2_000;

const terms = z.array(z.string().min(1, 'a term is empty').max(500)).max(20).optional();
const input = z.strictObject({
  repos: parameters.repos,
  messageTerms: terms.describe('Terms in the message; any of them.'),
  authors: terms.describe('Parts of the author’s name or e-mail; any of them.'),
  contentTerms: terms.describe('Terms in lines that the commit adds or removes; any of them.'),
  files: terms.describe('Paths, folders or globs of files that it changes; any of them.'),
  after: parameters.after.optional(),
  before: parameters.before.optional(),
  count: parameters.limitOf(100, 50, 'commits'),
  useRegex: z.boolean().default(false).describe('Terms are regular expressions; default false.'),
});
const output = z.object({
  query: z.string().describe('A description of the search.'),
  totalCount: z.int(),
  limitHit: z.boolean().describe('Whether there are, or may be, more.'),
  commits: z
    .array(
      z.object({
        repository: z.string(),
        commit: z.string(),
        author: z.string(),
        date: z.string(),
        title: z.string(),
        message: z.string(),
      }),
    )
    .describe('Newest first.'),
  notice: parameters.notice,
});

export function commitSearchTool(dependencies: ToolDependencies): Tool {
  return defineTool({
    name: 'commit_search',
    title: 'Search commits',
    description:
      'Finds commits by message, author, changed content, files and date. Conditions are ' +
      'ANDed; the values of one condition are ORed. Case is ignored.',
    input,
    output,
    run: async (args, context) => {
      const repositories = findRepositories(dependencies, args.repos);
      const conditions = gitConditions(args, await parseDateRange(args, Date.now()));
      const search = (repository: Repository) =>
        searchCommits(repository, { args, conditions, context });
      const { found, problems } = await searchEach(repositories, search);
      const commits = found.flatMap((one) => one.commits).sort(newestFirst);
      const cut = found.some(({ stopped }) => stopped);
      return {
        query: describeQuery(args),
        totalCount: commits.length,
        limitHit: cut || commits.length > args.count,
        commits: commits.slice(0, args.count),
        ...noticeOf(
          cut && 'It took too long and was stopped: narrow it by date or file.',
          ...problems,
        ),
      };
    },
  });
}

type CommitSearchArgs = z.output<typeof input>;
type CommitResult = z.output<typeof output>['commits'][number];

function gitConditions(args: CommitSearchArgs, range: DateRange): string[] {
  const { messageTerms = [], authors = [], contentTerms = [], files = [], useRegex } = args;
  const grep = messageTerms.map(
    (term) => `--grep=${anyOfAsExtendedRegex([{ text: term, isRegex: useRegex }])}`,
  );
  return [
    ...['--regexp-ignore-case', '--extended-regexp', `--max-count=${args.count + 1}`, ...grep],
    ...authors.map(
      (author) => `--author=${anyOfAsExtendedRegex([{ text: author, isRegex: false }])}`,
    ),
    ...(contentTerms.length > 0
      ? [`-G${anyOfAsExtendedRegex(contentTerms.map((text) => ({ text, isRegex: useRegex })))}`]
      : []),
    ...dateRangeArguments(range),
    ...['--no-ext-diff', '--no-textconv', '--end-of-options'],
    ...[COMMIT_PLACEHOLDER, '--', ...pathspecs(files)],
  ];
}

/** Replaced by the commit of each repository. */
const COMMIT_PLACEHOLDER = '<head>';

async function searchCommits(
  repository: Repository,
  search: { args: CommitSearchArgs; conditions: readonly string[]; context: ToolContext },
): Promise<{ commits: CommitResult[]; stopped: boolean }> {
  const { args, conditions, context } = search;
  const { commit } = await headSnapshot(repository);
  const all = [
    ...logArguments(),
    ...conditions.map((one) => (one === COMMIT_PLACEHOLDER ? commit : one)),
  ];
  const patterns = [...(args.messageTerms ?? []), ...(args.contentTerms ?? [])].join(' ');
  const { output, stopped } = await runGitWithLimits(repository.git, all, context).catch(
    (error: unknown) => rethrowPatternError(error, patterns),
  );
  const commits = parseLog(output.toString('utf8')).map((one) => ({
    repository: repository.name,
    commit: one.commit,
    author: `${one.name} <${one.email}>`,
    date: one.date,
    title: one.title,
    message: one.message.slice(0, MAX_MESSAGE_LENGTH),
  }));
  return { commits, stopped: stopped !== undefined };
}

function newestFirst(a: CommitResult, b: CommitResult): number {
  return Date.parse(b.date) - Date.parse(a.date);
}

function describeQuery({ repos, count: _, useRegex, ...rest }: CommitSearchArgs): string {
  const conditions = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:${[value].flat().join('|')}`],
  );
  return [`repos:${repos.join('|')}`, ...conditions, ...(useRegex ? ['useRegex:true'] : [])].join(
    ' ',
  );
}
