import { isEscapedName } from '../../../git/path-name.js';
import type { LineRange } from '../../../index/chunks.js';
import { commitPagePath } from '../../../pages/paths.js';
import { escapeRegex } from '../../../tools/escape-regex.js';
import { type LoggedCommit, logArguments, parseLog } from '../../../tools/git-log.js';
import { GitExitError, runGitWithLimits } from '../../../tools/run-git-with-limits.js';
import type { ToolContext } from '../../../tools/tool.js';
import type { Reference } from '../draft/reference.js';
import type { SearchedRepository } from '../passages/find.js';
import {
  type CommitConditions,
  conditionArguments,
  meets,
  readsOthers,
} from './commit-conditions.js';

/** What the changes are of: files or folders, or lines of one file. Without any, of the whole repository. */
export interface LogTarget extends Omit<CommitConditions, 'since' | 'until'> {
  readonly searched: SearchedRepository;
  readonly paths: readonly string[];
  /** Of the only path. */
  readonly lines?: LineRange;
  /** Only changes to how often this text occurs in the files, such as those that brought it. */
  readonly text?: string;
  /** The same of a whole name: `add` is not in `addAll`. */
  readonly word?: string;
  /** Follows a file only as far back as it had nearly the same text: it may have begun as a copy of another one. */
  readonly isSameText?: true;
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

interface LogLimits extends ToolContext, Pick<CommitConditions, 'since' | 'until'> {
  /** Commits, without merges. */
  readonly most?: number;
}

const MAX_COMMITS = 300;
/** Where only some of those that git reads are asked for. */
const MAX_READ = 5_000;

/**
 * The changes, across renames of a single file. Merges are left out: what they merge is listed. Where git lacks old texts
 * that it compares to find renames, it is asked again without them.
 */
export async function changeLogOf(target: LogTarget, limits: LogLimits): Promise<ChangeLog> {
  if (target.paths.some(isEscapedName)) return { changes: [], isComplete: false };
  const { most = MAX_COMMITS } = limits;
  const whole = await runLog(target, limits);
  const { commits, isCut } = whole.failed
    ? await runLog({ ...target, isWithoutRenames: true }, limits)
    : whole;
  const changes = commits.slice(0, most).map((one) => toChange(one, target.searched.repo));
  const isRead = !whole.failed && !isCut && commits.length <= most;
  return { changes, isComplete: isRead && !(await isCutOff(commits.at(-1), target)) };
}

/** Whether it is where a shallow clone begins: such a commit looks as if it had added all files. */
async function isCutOff(
  oldest: LoggedCommit | undefined,
  { searched }: LogTarget,
): Promise<boolean> {
  if (oldest?.parent !== '') return false;
  const printed = await searched.repository.git.run(['rev-parse', '--is-shallow-repository']);
  return printed.toString().trim() === 'true';
}

interface ReadLog {
  readonly commits: readonly LoggedCommit[];
  /** Whether git was stopped before the end. */
  readonly isCut: boolean;
  /** Such as at a text that a partial clone lacks, or lines that an older git cannot follow. */
  readonly failed: boolean;
}

async function runLog(target: ReadTarget, limits: LogLimits): Promise<ReadLog> {
  const { signal, deadline, since, until, most = MAX_COMMITS } = limits;
  const conditions = {
    ...target,
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
  const isNarrowed = readsOthers(conditions, isFollowed(target));
  const maxCount = isNarrowed ? MAX_READ : most + 1;
  const args = [
    ...logArguments(),
    ...['--no-merges', '--no-patch', `--max-count=${maxCount}`],
    ...conditionArguments(conditions, isFollowed(target)),
    ...targetArguments(target),
  ];
  const isMeant = isNarrowed ? meets(conditions) : () => true;
  const parts: Buffer[] = [];
  const onChunk = (part: Buffer) => parts.push(part) > 0;
  const commitsRead = () => parseLog(Buffer.concat(parts).toString('utf8'));
  try {
    const { git } = target.searched.repository;
    const { stopped } = await runGitWithLimits(git, args, { signal, deadline, onChunk });
    const commits = commitsRead();
    // Output that was cut off may end within a commit.
    if (stopped) {
      return { commits: commits.slice(0, -1).filter(isMeant), isCut: true, failed: false };
    }
    const isCut = isNarrowed && commits.length === MAX_READ;
    return { commits: commits.filter(isMeant), isCut, failed: false };
  } catch (error) {
    if (!(error instanceof GitExitError)) throw error;
    return { commits: commitsRead().filter(isMeant), isCut: false, failed: true };
  }
}

interface ReadTarget extends LogTarget {
  /** Needs no text of any file to follow what was renamed. */
  readonly isWithoutRenames?: true;
}

/** Across renames, which git can only do for one file. */
function isFollowed({ paths, lines, isWithoutRenames }: ReadTarget): boolean {
  return paths.length === 1 && !lines && !isWithoutRenames;
}

function targetArguments(target: ReadTarget): string[] {
  const { searched, paths, lines, text, word, isSameText, isCodeOnly, isWithoutRenames } = target;
  const { commit } = searched;
  const [path] = paths;
  const plain = isWithoutRenames ? ['--no-renames'] : [];
  if (lines && path !== undefined)
    return [...plain, `-L${lines.start},${lines.end}:${path}`, '--end-of-options', commit];
  const likeness = isSameText ? '--find-renames=80%' : '--find-renames';
  const follow = isFollowed(target) ? ['--follow', likeness] : plain;
  return [
    ...(text === undefined ? [] : [`-S${text}`]),
    ...(word === undefined ? [] : ['--pickaxe-regex', `-S${wordPattern(word)}`]),
    ...follow,
    '--end-of-options',
    commit,
    '--',
    ...paths.map((one) => `:(top,literal)${one}`),
    ...(isCodeOnly ? DOCUMENTS.map((one) => `:(top,exclude,icase)${one}`) : []),
  ];
}

/** As an extended regular expression; `\b` is not known everywhere. */
function wordPattern(word: string): string {
  return `(^|[^[:alnum:]_])${escapeRegex(word)}([^[:alnum:]_]|$)`;
}

const DOCUMENTS = ['*.md', '*.rst', '*.txt', '*.adoc', '*.html'];

function toChange({ commit, name, date, title, body }: LoggedCommit, repo: string): Change {
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

/** Some people are named by their address, and some letters can be written in two ways. */
function personName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/<[^<>]*>/g, '')
    .trim();
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
