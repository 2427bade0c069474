import type { ContributedRepos, RepoList } from '../../mcp/records.js';
import type { CodeCall } from '../../model/code.js';
import type { Links } from '../instance-link.js';
import * as words from '../texts/code.js';
import { inTexts, type Move, moveTo, type Sheet } from './sheet.js';

type Repos = CodeCall & { readonly do: 'repos' };
type Contributors = CodeCall & { readonly do: 'contributors' };

export function reposSheet(call: Repos, record: RepoList, links: Links): Sheet {
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
    items: inTexts(rows),
    none: words.none(call),
    notice,
    moves: reposMoves(call, pagination),
  };
}

function reposMoves(call: Repos, { hasPreviousPage, hasNextPage, ...at }: RepoList['pagination']) {
  const { after: _after, before: _before, ...first } = call;
  const back = hasPreviousPage ? at.startCursor : undefined;
  const on = hasNextPage ? at.endCursor : undefined;
  const moves: Move[] = [];
  if (back !== undefined) moves.push(moveTo(words.previousReposLabel, { ...first, before: back }));
  if (on !== undefined) moves.push(moveTo(words.nextReposLabel, { ...first, after: on }));
  return moves;
}

export function contributorsSheet(
  call: Contributors,
  record: ContributedRepos,
  links: Links,
): Sheet {
  const { repositories, notice } = record;
  const rows = repositories.map(({ repoName, repoCommitCount, repoMostRecentCommitDate: last }) => {
    const commits = words.commits(repoCommitCount, false);
    const head = words.linked(repoName, links.repository(repoName));
    return words.facts(head, commits, last === '' ? '' : words.lastOn(last));
  });
  return {
    head: words.contributorHead(call.author),
    items: inTexts(rows),
    none: words.none(call),
    notice,
    moves: [],
  };
}
