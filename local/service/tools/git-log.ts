import { PLAIN_LOG_OPTIONS } from '../git/output-options.js';
import type { DateRange } from './date-range.js';
import { ToolError } from './tool.js';

/** A commit of `git log`. */
export interface LoggedCommit {
  readonly commit: string;
  /** Its first parent; empty for a root commit. */
  readonly parent: string;
  readonly name: string;
  readonly email: string;
  /** When it was committed, ISO 8601. */
  readonly date: string;
  /** The first paragraph of the message, on one line, as git shows it. */
  readonly title: string;
  /** The message below the title. */
  readonly body: string;
  readonly message: string;
  /** What the log prints after the message. */
  readonly patch: string;
}

/** Printed before each commit; does not occur in messages or patches. */
export const COMMIT_MARKER = '\u0001\u0002commit ';
const FIELD_SEPARATOR = '\u001f';
const FORMAT = ['%H', '%P', '%aN', '%aE', '%cI', '%B', ''].join('%x1f');

/** Git is run in no working tree, and reads the names of authors in a commit only if it is told to. */
const COMMITTED_MAILMAP = ['-c', 'mailmap.blob=HEAD:.mailmap'];

/** `git log` with our format; the caller adds its conditions. */
export function logArguments(): string[] {
  const global = ['--no-literal-pathspecs', ...PLAIN_LOG_OPTIONS, ...COMMITTED_MAILMAP];
  return [
    ...global,
    'log',
    '--no-color',
    '--no-show-signature',
    `--format=%x01%x02commit ${FORMAT}`,
  ];
}

/** Parses the log into commits, in the same order. */
export function parseLog(text: string): LoggedCommit[] {
  return text.split(COMMIT_MARKER).slice(1).map(parseCommit);
}

export function parseCommit(text: string): LoggedCommit {
  const [commit = '', parents = '', name = '', email = '', date = '', body = '', ...rest] =
    text.split(FIELD_SEPARATOR);
  const message = body.trim();
  const [first = '', ...below] = message.split(/\n[^\S\n]*\n/);
  const title = first
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
  const [parent = ''] = parents.split(' ');
  const patch = rest.join(FIELD_SEPARATOR);
  return {
    commit,
    parent,
    name,
    email,
    date,
    title,
    body: below.join('\n\n').trim(),
    message,
    patch,
  };
}

export function dateRangeArguments({ after, before }: DateRange): string[] {
  return [
    ...(after === undefined ? [] : [`--since=${new Date(after).toISOString()}`]),
    ...(before === undefined ? [] : [`--until=${new Date(before).toISOString()}`]),
  ];
}

/**
 * Pathspecs for a file as a person writes it: a path from the root, the end of a path, a folder or a
 * glob. They begin with our own pathspec magic, so the given text cannot add any.
 */
export function pathspecs(files: readonly string[]): string[] {
  return files.flatMap((given) => {
    const path = given.trim().replace(/^(\.?\/)+|\/+$/g, '');
    if (path === '' || path === '.') return [':(top)'];
    if (path.includes('\0') || path.length > 1_000)
      throw new ToolError('A path in files is invalid.');
    if (path.split('/').includes('..')) {
      throw new ToolError(`${given} leaves the repository: give paths relative to its root.`);
    }
    const globs = [path, `${path}/**`, `**/${path}`, `**/${path}/**`];
    return [`:(top,literal)${path}`, ...globs.map((glob) => `:(top,glob)${glob}`)];
  });
}
