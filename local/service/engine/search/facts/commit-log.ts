import { isEscapedName } from '../../../git/path-name.js';
import type { LineRange } from '../../../index/chunks.js';
import { commitPagePath } from '../../../pages/paths.js';
import {
  dateRangeArguments,
  type LoggedCommit,
  logArguments,
  parseLog,
} from '../../../tools/git-log.js';
import { GitExitError, runGitWithLimits } from '../../../tools/run-git-with-limits.js';
import type { ToolContext } from '../../../tools/tool.js';
import type { Reference } from '../draft/reference.js';
import type { SearchedRepository } from '../passages/find.js';

/** What the changes are of: files or folders, or lines of one file. Without any, of the whole repository. */
export interface LogTarget {
  readonly searched: SearchedRepository;
  readonly paths: readonly string[];
  /** Of the only path. */
  readonly lines?: LineRange;
  /** Only changes to how often this text occurs in the files, such as those that brought it. */
  readonly text?: string;
  /** Leaves out documents such as changelogs, which name everything that was ever there. */
  readonly isCodeOnly?: true;
}

/** A commit, as an answer tells of it. */
export interface Change {
  readonly repo: string;
  readonly commit: string;
  /** A name without an address. */
  readonly author: string;
  /** Such as `2026-01-31`, in the committer's time zone. */
  readonly date: string;
  readonly title: string;
  /** The message below the title, without trailers. */
  readonly body: string;
}

export interface ChangeLog {
  /** Newest first. */
  readonly changes: readonly Change[];
  /** Whether the log was read to its end. */
  readonly isComplete: boolean;
}

interface LogLimits extends ToolContext {
  /** ms since the epoch. */
  readonly since?: number;
  /** Commits, without merges. */
  readonly most?: number;
}

const MAX_COMMITS = 300;

/** The changes, across renames of a single file. Merges are left out: what they merge is listed. */
export async function changeLogOf(target: LogTarget, limits: LogLimits): Promise<ChangeLog> {
  const { searched, paths } = target;
  if (paths.some(isEscapedName)) return { changes: [], isComplete: false };
  const { signal, deadline, since, most = MAX_COMMITS } = limits;
  const args = [
    ...logArguments(),
    ...['--no-merges', '--no-patch', `--max-count=${most + 1}`],
    ...dateRangeArguments(since === undefined ? {} : { after: since }),
    ...targetArguments(target),
  ];
  try {
    const { output, stopped } = await runGitWithLimits(searched.repository.git, args, {
      signal,
      deadline,
    });
    const commits = parseLog(output.toString('utf8'));
    // Output that was cut off may end within a commit.
    const whole = stopped ? commits.slice(0, -1) : commits;
    const changes = whole.slice(0, most).map((one) => toChange(one, searched.repo));
    return { changes, isComplete: !stopped && commits.length <= most };
  } catch (error) {
    // Such as lines that an older git cannot follow.
    if (error instanceof GitExitError) return { changes: [], isComplete: false };
    throw error;
  }
}

function targetArguments({
  searched: { commit },
  paths,
  lines,
  text,
  isCodeOnly,
}: LogTarget): string[] {
  const [path] = paths;
  if (lines && path !== undefined)
    return [`-L${lines.start},${lines.end}:${path}`, '--end-of-options', commit];
  const follow = paths.length === 1 ? ['--follow', '--find-renames'] : [];
  return [
    ...(text === undefined ? [] : [`-S${text}`]),
    ...follow,
    '--end-of-options',
    commit,
    '--',
    ...paths.map((one) => `:(top,literal)${one}`),
    ...(isCodeOnly ? DOCUMENTS.map((one) => `:(top,exclude,icase)${one}`) : []),
  ];
}

const DOCUMENTS = ['*.md', '*.rst', '*.txt', '*.adoc', '*.html'];

function toChange({ commit, name, date, title, message }: LoggedCommit, repo: string): Change {
  const body = message.slice(title.length).trim();
  return {
    repo,
    commit,
    author: personName(name),
    date: date.slice(0, 10),
    title: withoutAddresses(title),
    body: withoutAddresses(withoutTrailers(body)),
  };
}

/** Of each e-mail address only the name before the `@`. */
function withoutAddresses(text: string): string {
  return text.replace(/\b([\w.+-]{1,64})@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}\b/gi, '$1');
}

/** Some people are named by their address. */
function personName(name: string): string {
  const plain = name.replace(/<[^<>]*>/g, '').trim();
  const at = plain.indexOf('@');
  return (at > 0 ? plain.slice(0, at) : plain).slice(0, 60) || 'somebody';
}

const TRAILER = /^[A-Za-z][A-Za-z-]{2,30}: \S/;

function withoutTrailers(body: string): string {
  const lines = body.split('\n');
  while (lines.length > 0 && (TRAILER.test(lines.at(-1) ?? '') || lines.at(-1)?.trim() === ''))
    lines.pop();
  return lines.join('\n').trim();
}

export function commitReference({ repo, commit }: Pick<Change, 'repo' | 'commit'>): Reference {
  const short = commit.slice(0, 8);
  return {
    repo,
    type: 'Commit',
    link: commitPagePath(repo, commit),
    text: short,
    label: `${repo} · ${short}`,
  };
}

const BOT = /\[bot\]$|^(?:dependabot|renovate|github-actions|pre-commit-ci|greenkeeper|weblate)\b/i;

export function isBot(author: string): boolean {
  return BOT.test(author);
}

/** Who made the most changes, with how many; programs are left out. */
export function authorsOf(
  changes: readonly Change[],
): { readonly author: string; readonly count: number }[] {
  const counts = new Map<string, { readonly author: string; count: number }>();
  for (const { author } of changes) {
    if (isBot(author)) continue;
    // The same person may be written in several ways.
    const key = author.toLowerCase();
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { author, count: 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}
