import type { ContributedRepos, RepoList } from '../../mcp/records.js';
import type { CodeCall } from '../../model/code.js';
import type { Links } from '../markdown/instance-link.js';
import * as words from '../texts/code.js';
import { groupLines, linkTo, type PageLink, type ToolResultView } from './tool-result-view.js';

type Repos = CodeCall & { readonly tool: 'repos' };
type Contributors = CodeCall & { readonly tool: 'contributors' };

export function reposResult(call: Repos, record: RepoList, links: Links): ToolResultView {
  const { repositories, pagination, notice } = record;
  const { totalCount = repositories.length } = pagination;
  const count = repositories.length === 0 ? '' : words.repositories(totalCount);
  const rows = repositories.map(({ name, description, ...flags }) => {
    const url = links.repository(name);
    return words.facts(
      words.linked(name, url),
      ...words.flags(flags),
      words.name(description, 200),
    );
  });
  return {
    head: words.facts(words.reposHead, words.quoted(call.query), count),
    items: groupLines(rows),
    none: words.none(call),
    notice,
    pageLinks: repoLinks(call, pagination),
  };
}

function repoLinks(
  call: Repos,
  { hasPreviousPage, hasNextPage, ...cursors }: RepoList['pagination'],
) {
  const { after: _after, before: _before, ...first } = call;
  const back = hasPreviousPage ? cursors.startCursor : undefined;
  const next = hasNextPage ? cursors.endCursor : undefined;
  const pageLinks: PageLink[] = [];
  if (back !== undefined) {
    pageLinks.push(linkTo(words.previousReposLabel, { ...first, before: back }));
  }
  if (next !== undefined) {
    pageLinks.push(linkTo(words.nextReposLabel, { ...first, after: next }));
  }
  return pageLinks;
}

export function contributorsResult(
  call: Contributors,
  record: ContributedRepos,
  links: Links,
): ToolResultView {
  const { repositories, notice } = record;
  const rows = repositories.map(({ repoName, repoCommitCount, repoMostRecentCommitDate: last }) => {
    const commits = words.commits(repoCommitCount, false);
    const head = words.linked(repoName, links.repository(repoName));
    return words.facts(head, commits, last === '' ? '' : words.lastOn(last));
  });
  return {
    head: words.contributorHead(call.author),
    items: groupLines(rows),
    none: words.none(call),
    notice,
    pageLinks: [],
  };
}
