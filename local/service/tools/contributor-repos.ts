import { z } from 'zod';
import type { Repository } from '../git/repository.js';
import * as parameters from './parameters.js';
import { anyOfAsExtendedRegex } from './patterns.js';
import { runGitWithLimits } from './run-git-with-limits.js';
import { noticeOf, searchEach } from './search-each.js';
import { defineTool, type Tool, type ToolContext } from './tool.js';
import type { ToolDependencies } from './tool-dependencies.js';

const input = z.strictObject({
  author: z
    .string()
    .trim()
    .min(1, 'it is empty')
    .max(200)
    .describe('A part of the author’s name or e-mail.'),
  limit: parameters.limitOf(100, 20, 'repositories'),
  minCommits: z
    .int()
    .min(1)
    .default(1)
    .describe('Only repositories with at least this many commits; default 1.'),
});
const output = z.object({
  repositories: z
    .array(
      z.object({
        repoName: z.string(),
        repoCommitCount: z.int(),
        repoMostRecentCommitDate: z.string(),
      }),
    )
    .describe('Most commits first.'),
  notice: parameters.notice,
});

export function contributorReposTool(dependencies: ToolDependencies): Tool {
  return defineTool({
    name: 'get_contributor_repos',
    title: 'Repositories of a contributor',
    description: 'The repositories that somebody has committed to, by name or e-mail.',
    input,
    output,
    run: async ({ author, limit, minCommits }, context) => {
      const count = (repository: Repository) => countCommits(repository, author, context);
      const { found, problems } = await searchEach(dependencies.repositories, count);
      const repositories = found
        .map(({ record }) => record)
        .filter(({ repoCommitCount }) => repoCommitCount >= minCommits)
        .sort(
          (a, b) => b.repoCommitCount - a.repoCommitCount || (a.repoName < b.repoName ? -1 : 1),
        );
      const late = found.filter(({ complete }) => !complete).map(({ record }) => record.repoName);
      const notice = noticeOf(
        late.length > 0 && `Not fully counted in time: ${late.join(', ')}.`,
        ...problems,
      );
      return { repositories: repositories.slice(0, limit), ...notice };
    },
  });
}

async function countCommits(repository: Repository, author: string, context: ToolContext) {
  const commit = await repository.head();
  const none = { repoName: repository.name, repoCommitCount: 0, repoMostRecentCommitDate: '' };
  if (!commit) return { record: none, complete: true };
  const args = ['-c', 'log.showSignature=false', 'log', '--no-color', '--format=%cI'];
  const pattern = `--author=${anyOfAsExtendedRegex([{ text: author, isRegex: false }])}`;
  const narrowed = ['--regexp-ignore-case', '--extended-regexp', pattern, '--end-of-options'];
  const all = [...args, ...narrowed, commit, '--'];
  const { output, stopped } = await runGitWithLimits(repository.git, all, context);
  const dates = output.toString('latin1').split('\n').filter(Boolean);
  const newest = dates.reduce((max, date) => Math.max(max, Date.parse(date)), 0);
  if (dates.length === 0) return { record: none, complete: !stopped };
  const record = {
    repoName: repository.name,
    repoCommitCount: dates.length,
    repoMostRecentCommitDate: new Date(newest).toISOString().replace('.000Z', 'Z'),
  };
  return { record, complete: !stopped };
}
