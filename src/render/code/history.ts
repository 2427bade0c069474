import type { Commits, Comparison, Diffs } from '../../mcp/records.js';
import type { CodeCall, CodeTool } from '../../model/code.js';
import type { Links } from '../markdown/instance-link.js';
import * as codeTexts from '../texts/code.js';
import { readFileFollowUp } from './searches.js';
import {
  type FollowUp,
  groupLines,
  linkTo,
  type PageLink,
  type ToolResultView,
} from './tool-result-view.js';

type Of<Tool extends CodeTool> = CodeCall & { readonly tool: Tool };

/** A commit's changes: a comparison with the commit before it. */
export function commitComparison(repo: string, commit: string): Of<'compare'> {
  return { tool: 'compare', repo, base: `${commit}~1`, head: commit };
}

/** Whether a comparison shows one commit's changes; a repository's first commit has no parent. */
export function isCommitComparison({ base, head }: Of<'compare'>): boolean {
  return base === `${head}~1` || base === `${head}^`;
}

/** The limits of a call for more results. */
const MAX_COMMITS = 100;
const MAX_DIFFS = 50;

export function commitsResult(call: Of<'commits'>, record: Commits, links: Links): ToolResultView {
  const { commits, limitHit, notice } = record;
  const count = commits.length === 0 ? '' : codeTexts.commitCount(commits.length, limitHit);
  const more = limitHit && (call.count ?? 0) < MAX_COMMITS;
  return {
    head: codeTexts.joinFacts(codeTexts.commitsHead, conditions(call), count),
    items: commits.map(({ repository, commit, title, message, author, date }) => {
      const url = links.commit(repository, commit);
      const facts = [
        codeTexts.commitLink(commit, url),
        codeTexts.inlineText(nameOfAuthor(author)),
        codeTexts.dateText(date),
      ];
      const repo = call.repos.length > 1 ? [codeTexts.inlineText(repository)] : [];
      const head = codeTexts.commitTitle(title === '' ? message : title);
      return {
        text: `*${head}*\n${[...facts, ...repo].join(' · ')}`,
        followUp: changesFollowUp(repository, commit),
      };
    }),
    none: codeTexts.nothingFound(call),
    notice,
    pageLinks: more ? [linkTo(codeTexts.moreLabel, { ...call, count: MAX_COMMITS })] : [],
  };
}

/** The name in `Kim <kim@example.com>`. */
function nameOfAuthor(author: string): string {
  return author.replace(/(?<!\s)\s*<[^<>]*>\s*$/, '') || author;
}

function changesFollowUp(repo: string, commit: string): FollowUp {
  return { label: codeTexts.changeLabel, call: commitComparison(repo, commit) };
}

function conditions(call: Of<'commits' | 'diffs'>): string {
  const { tool: _tool, repos, count: _count, useRegex: _regex, ...rest } = call;
  const values = Object.values(rest).filter((value) => value !== true);
  return [
    repos.map((repo) => codeTexts.inlineText(repo)).join(', '),
    ...values.map(codeTexts.condition),
  ].join(' · ');
}

export function diffsResult(call: Of<'diffs'>, record: Diffs, links: Links): ToolResultView {
  const { results, limitHit, notice } = record;
  const count = results.length === 0 ? '' : codeTexts.changeCount(results.length, limitHit);
  const more = limitHit && (call.count ?? 0) < MAX_DIFFS;
  return {
    head: codeTexts.joinFacts(codeTexts.changesHead, conditions(call), count),
    items: results.map(({ repository, commit, diffHunk, url, authorName = '', message = '' }) => {
      const link = links.given(url) ?? links.commit(repository, commit);
      const [title = ''] = message.split('\n');
      const facts = [
        codeTexts.commitLink(commit, link),
        codeTexts.inlineText(authorName),
        codeTexts.inlineText(repository),
      ];
      return {
        text: codeTexts.joinFacts(codeTexts.commitTitle(title), ...facts),
        code: { text: diffHunk, language: 'diff' },
        followUp: changesFollowUp(repository, commit),
      };
    }),
    none: codeTexts.nothingFound(call),
    notice,
    pageLinks: more ? [linkTo(codeTexts.moreLabel, { ...call, count: MAX_DIFFS })] : [],
  };
}

export function comparisonResult(
  call: Of<'compare'>,
  record: Comparison,
  links: Links,
): ToolResultView {
  const { repo, base, head } = call;
  const { files, totalAdded, totalDeleted, totalModified, notice } = record;
  const what = isCommitComparison(call)
    ? codeTexts.changeHead(shortCommits(head), links.commit(repo, head))
    : codeTexts.linkOrText(
        `${shortCommits(base)}..${shortCommits(head)}`,
        links.comparison(repo, base, head),
      );
  const total = codeTexts.lineChanges(totalAdded, totalDeleted);
  const facts = totalModified === 0 ? [] : [codeTexts.fileCount(totalModified), total];
  const changes = files.map(({ path, added, deleted, hunks }) => {
    const url = links.file({ repo, path, revision: head });
    const name = codeTexts.linkOrText(path, url);
    const text = codeTexts.joinFacts(name, codeTexts.lineChanges(added, deleted));
    if (hunks.length === 0) return { line: text, text: `${text}\n${codeTexts.noTextChanges}` };
    const followUp = readFileFollowUp({ repo, path, revision: head });
    return { line: text, text, code: { text: hunks.join('\n'), language: 'diff' }, followUp };
  });
  // One file is named above its changes anyway.
  const list = changes.length < 2 ? [] : groupLines(changes.map(({ line }) => `• ${line}`));
  return {
    head: codeTexts.joinFacts(what, codeTexts.inlineText(repo), ...facts),
    items: [...list, ...changes.map(({ line: _line, ...change }) => change)],
    none: codeTexts.nothingFound(call),
    notice,
    pageLinks: comparisonLinks(call, record),
  };
}

function comparisonLinks(call: Of<'compare'>, { hasNextPage, endCursor }: Comparison): PageLink[] {
  const { after, ...first } = call;
  return [
    ...(after === undefined ? [] : [linkTo(codeTexts.firstPageLabel, first)]),
    ...(hasNextPage && endCursor !== undefined
      ? [linkTo(codeTexts.nextFilesLabel, { ...first, after: endCursor })]
      : []),
  ];
}

function shortCommits(revision: string): string {
  return revision.replace(/[0-9a-f]{40,64}/g, (id) => id.slice(0, 8));
}
