import { z } from 'zod';
import type { Repository } from '../git/repository.js';
import { type Span, spanOf } from './date-range.js';
import { blamePattern, gather } from './gather.js';
import { logArguments, parseLog, pathspecs, spanArguments } from './git-log.js';
import { inTurn } from './in-turn.js';
import { headOf, repositoriesNamed } from './lookup.js';
import * as parameters from './parameters.js';
import { extendedOf } from './patterns.js';
import { defineTool, type Tool, type ToolContext } from './tool.js';
import type { ToolParts } from './tool-dependencies.js';

const LONGEST_MESSAGE = 2_000;

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
  query: z.string().describe('What was searched for, in words.'),
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

export function commitSearchTool(parts: ToolParts): Tool {
  return defineTool({
    name: 'commit_search',
    title: 'Search commits',
    description:
      'Finds commits by message, author, changed content, files and date. Kinds of condition are ' +
      'ANDed; the values of one are ORed. Letter case does not matter.',
    input,
    output,
    run: async (args, context) => {
      const repositories = repositoriesNamed(parts, args.repos);
      const narrowed = conditions(args, await spanOf(args, Date.now()));
      const search = (repository: Repository) => commitsOf(repository, { args, narrowed, context });
      const found = await inTurn(repositories, 2, search);
      const commits = found.flatMap((one) => one.commits).sort(newestFirst);
      const cut = found.some(({ stopped }) => stopped);
      return {
        query: inWords(args),
        totalCount: commits.length,
        limitHit: cut || commits.length > args.count,
        commits: commits.slice(0, args.count),
        ...(cut && { notice: 'It took too long and was stopped: narrow it by date or files.' }),
      };
    },
  });
}

type Args = z.output<typeof input>;
type CommitRecord = z.output<typeof output>['commits'][number];

function conditions(args: Args, span: Span): string[] {
  const { messageTerms = [], authors = [], contentTerms = [], files = [], useRegex } = args;
  const grep = messageTerms.map(
    (term) => `--grep=${extendedOf([{ text: term, isRegex: useRegex }])}`,
  );
  return [
    ...['--regexp-ignore-case', '--extended-regexp', `--max-count=${args.count + 1}`, ...grep],
    ...authors.map((author) => `--author=${extendedOf([{ text: author, isRegex: false }])}`),
    ...(contentTerms.length > 0
      ? [`-G${extendedOf(contentTerms.map((text) => ({ text, isRegex: useRegex })))}`]
      : []),
    ...spanArguments(span),
    ...['--no-ext-diff', '--no-textconv', '--end-of-options'],
    ...[HEAD, '--', ...pathspecs(files)],
  ];
}

/** Stands for the commit in the conditions. */
const HEAD = '<head>';

async function commitsOf(
  repository: Repository,
  search: { args: Args; narrowed: readonly string[]; context: ToolContext },
): Promise<{ commits: CommitRecord[]; stopped: boolean }> {
  const { args, narrowed, context } = search;
  const { commit } = await headOf(repository);
  const all = [...logArguments(), ...narrowed.map((one) => (one === HEAD ? commit : one))];
  const patterns = [...(args.messageTerms ?? []), ...(args.contentTerms ?? [])].join(' ');
  const { output, stopped } = await gather(repository.git, all, context).catch((error: unknown) =>
    blamePattern(error, patterns),
  );
  const commits = parseLog(output.toString('utf8')).map((one) => ({
    repository: repository.name,
    commit: one.commit,
    author: `${one.name} <${one.email}>`,
    date: one.date,
    title: one.title,
    message: one.message.slice(0, LONGEST_MESSAGE),
  }));
  return { commits, stopped: stopped !== undefined };
}

function newestFirst(a: CommitRecord, b: CommitRecord): number {
  return Date.parse(b.date) - Date.parse(a.date);
}

function inWords({ repos, count: _, useRegex, ...rest }: Args): string {
  const conditions = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:${[value].flat().join('|')}`],
  );
  return [`repos:${repos.join('|')}`, ...conditions, ...(useRegex ? ['useRegex:true'] : [])].join(
    ' ',
  );
}
