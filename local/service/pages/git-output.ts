import { type Git, GitError } from '../git/git.js';
import { PLAIN_DIFF_OPTIONS, PLAIN_LOG_OPTIONS } from '../git/output-options.js';

const MAX_BYTES = 2 * 1_048_576;
const TOO_LARGE = 'Too large to show.';

/**
 * The author, the date, the message and the patch of a commit, separated by U+001F. If that is too
 * large, empty fields and a note in place of the patch.
 */
export function printCommit(git: Git, commit: string): Promise<string> {
  const format = '--format=%an%x1f%cI%x1f%B%x1f';
  const args = [format, '--patch', '--diff-merges=first-parent', commit];
  return run(git, ['show', ...args], `\u001f\u001f\u001f${TOO_LARGE}`);
}

/** The diff between two commits; if that is too large, a note. */
export function printDiff(git: Git, base: string, head: string): Promise<string> {
  return run(git, ['diff', '--patch', base, head], TOO_LARGE);
}

async function run(
  git: Git,
  [command = '', ...args]: readonly string[],
  tooLarge: string,
): Promise<string> {
  const all = [...PLAIN_LOG_OPTIONS, command, ...PLAIN_DIFF_OPTIONS, ...args, '--'];
  try {
    return (await git.run(all, { maxBytes: MAX_BYTES, timeoutMs: 10_000 })).toString('utf8');
  } catch (error) {
    if (error instanceof GitError) return tooLarge;
    throw error;
  }
}
