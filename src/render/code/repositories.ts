import type { ContributedRepos, RepoList } from '../../mcp/records.js';
import type { CodeCall } from '../../model/code.js';
import type { Links } from '../markdown/instance-link.js';
import * as codeTexts from '../texts/code.js';
import { groupLines, linkTo, type PageLink, type ToolResultView } from './tool-result-view.js';

type Repos = CodeCall & { readonly tool: 'repos' };
type Contributors = CodeCall & { readonly tool: 'contributors' };

export function reposResult(call: Repos, record: RepoList, links: Links): ToolResultView {
  const { repositories, pagination, notice } = record;
  const { totalCount = repositories.length } = pagination;
  const count = repositories.length === 0 ? '' : codeTexts.repositoryCount(totalCount);
  const rows = repositories.map(({ name, description, ...flags }) => {
    const url = links.repository(name);
    return codeTexts.joinFacts(
      codeTexts.linkOrText(name, url),
      ...codeTexts.repositoryFlags(flags),
      codeTexts.inlineText(description, 200),
    );
  });
  return {
    head: codeTexts.joinFacts(codeTexts.reposHead, codeTexts.inlineCode(call.query), count),
    items: groupLines(rows),
    none: codeTexts.nothingFound(call),
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
    pageLinks.push(linkTo(codeTexts.previousReposLabel, { ...first, before: back }));
  }
  if (next !== undefined) {
    pageLinks.push(linkTo(codeTexts.nextReposLabel, { ...first, after: next }));
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
    const commits = codeTexts.commitCount(repoCommitCount, false);
    const head = codeTexts.linkOrText(repoName, links.repository(repoName));
    return codeTexts.joinFacts(head, commits, last === '' ? '' : codeTexts.lastCommitOn(last));
  });
  return {
    head: codeTexts.contributorHead(call.author),
    items: groupLines(rows),
    none: codeTexts.nothingFound(call),
    notice,
    pageLinks: [],
  };
}
