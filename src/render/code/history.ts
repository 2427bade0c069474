import type { Commits, Comparison, Diffs } from '../../mcp/records.js';
import type { CodeCall } from '../../model/code.js';
import type { Links } from '../instance-link.js';
import * as words from '../texts/code.js';
import { changeOf, isChange } from './change.js';
import { reading } from './searches.js';
import { type Item, type Move, moveTo, type Sheet } from './sheet.js';

type Of<Verb extends CodeCall['do']> = CodeCall & { readonly do: Verb };

/** What is added to "the first so many" when more are asked for. */
const MOST_COMMITS = 100;
const MOST_CHANGES = 50;

export function commitsSheet(call: Of<'commits'>, record: Commits, links: Links): Sheet {
  const { commits, limitHit, notice } = record;
  const count = commits.length === 0 ? '' : words.commits(commits.length, limitHit);
  const more = limitHit && (call.count ?? 0) < MOST_COMMITS;
  return {
    head: words.facts(words.commitsHead, conditions(call), count),
    items: commits.map(({ repository, commit, title, message, author, date }) => {
      const url = links.commit(repository, commit);
      const facts = [words.commit(commit, url), words.name(personOf(author)), words.on(date)];
      const repo = call.repos.length > 1 ? [words.name(repository)] : [];
      const head = words.title(title === '' ? message : title);
      return {
        text: `*${head}*\n${[...facts, ...repo].join(' · ')}`,
        leads: change(repository, commit),
      };
    }),
    none: words.none(call),
    notice,
    moves: more ? [moveTo(words.moreLabel, { ...call, count: MOST_COMMITS })] : [],
  };
}

/** `Kim <kim@example.com>`: the name is enough. */
function personOf(author: string): string {
  return author.replace(/\s*<[^<>]*>\s*$/, '') || author;
}

function change(repo: string, commit: string): NonNullable<Item['leads']> {
  return { label: words.changeLabel, call: changeOf(repo, commit) };
}

function conditions(call: Of<'commits' | 'diffs'>): string {
  const { do: _do, repos, count: _count, useRegex: _regex, ...rest } = call;
  const values = Object.values(rest).filter((value) => value !== true);
  return [repos.map((repo) => words.name(repo)).join(', '), ...values.map(words.condition)].join(
    ' · ',
  );
}

export function changesSheet(call: Of<'diffs'>, record: Diffs, links: Links): Sheet {
  const { results, limitHit, notice } = record;
  const count = results.length === 0 ? '' : words.changes(results.length, limitHit);
  const more = limitHit && (call.count ?? 0) < MOST_CHANGES;
  return {
    head: words.facts(words.changesHead, conditions(call), count),
    items: results.map(({ repository, commit, diffHunk, url, authorName = '', message = '' }) => {
      const link = links.given(url) ?? links.commit(repository, commit);
      const [title = ''] = message.split('\n');
      const facts = [words.commit(commit, link), words.name(authorName), words.name(repository)];
      return {
        text: words.facts(words.title(title), ...facts),
        code: { text: diffHunk, language: 'diff' },
        leads: change(repository, commit),
      };
    }),
    none: words.none(call),
    notice,
    moves: more ? [moveTo(words.moreLabel, { ...call, count: MOST_CHANGES })] : [],
  };
}

export function comparisonSheet(call: Of<'compare'>, record: Comparison, links: Links): Sheet {
  const { repo, base, head } = call;
  const { files, totalAdded, totalDeleted, totalModified, notice } = record;
  const what = isChange(call)
    ? words.changeHead(shortened(head), links.commit(repo, head))
    : words.linked(`${shortened(base)}..${shortened(head)}`, links.comparison(repo, base, head));
  const total = words.lineChanges(totalAdded, totalDeleted);
  const facts = totalModified === 0 ? [] : [words.files(totalModified), total];
  return {
    head: words.facts(what, words.name(repo), ...facts),
    items: files.map(({ path, added, deleted, hunks }) => {
      const url = links.file({ repo, path, revision: head });
      const text = words.facts(words.linked(path, url), words.lineChanges(added, deleted));
      if (hunks.length === 0) return { text: `${text}\n${words.noTextChanges}` };
      const leads = reading({ repo, path, revision: head });
      return { text, code: { text: hunks.join('\n'), language: 'diff' }, leads };
    }),
    none: words.none(call),
    notice,
    moves: comparisonMoves(call, record),
  };
}

function comparisonMoves(call: Of<'compare'>, { hasNextPage, endCursor }: Comparison): Move[] {
  const { after, ...first } = call;
  return [
    ...(after === undefined ? [] : [moveTo(words.firstPageLabel, first)]),
    ...(hasNextPage && endCursor !== undefined
      ? [moveTo(words.nextFilesLabel, { ...first, after: endCursor })]
      : []),
  ];
}

function shortened(revision: string): string {
  return revision.replace(/[0-9a-f]{40,64}/g, (id) => id.slice(0, 8));
}
