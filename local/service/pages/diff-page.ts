import { html } from 'ghtml';
import { type Git, GitError } from '../git/git.js';
import { PLAIN_DIFF_OPTIONS, PLAIN_LOG_OPTIONS } from '../git/output-options.js';
import { highlight } from './highlight.js';
import { breadcrumb, layout } from './layout.js';

const MAX_BYTES = 2 * 1_048_576;

/** A commit's message and diff, at `/repo/-/commit/…`. */
export async function commitPage(git: Git, repo: string, commit: string): Promise<string> {
  const format = '--format=%an%x1f%cI%x1f%B%x1f';
  const printed = await gitOutput(git, [
    'show',
    format,
    '--patch',
    '--diff-merges=first-parent',
    commit,
  ]);
  const [author = '', date = '', message = '', patch = ''] = splitFields(printed, 4);
  const [title = '', ...more] = message.trim().split('\n');
  const said = more.join('\n').trim();
  const about = html`<h1>${title}</h1><p class="soft">${author} · ${date}</p>`;
  const rest = said === '' ? '' : html`<p>${said}</p>`;
  const name = commit.slice(0, 10);
  return diffPage({
    repo,
    title,
    note: `commit ${name}`,
    bodyHtml: about + rest + patchHtml(patch),
  });
}

/** The diff between two commits, at `/repo/-/compare/base...head`. */
export async function comparisonPage(
  git: Git,
  repo: string,
  ends: { readonly base: string; readonly head: string },
): Promise<string> {
  const patch = await gitOutput(git, ['diff', '--patch', ends.base, ends.head]);
  const title = `${ends.base.slice(0, 10)}..${ends.head.slice(0, 10)}`;
  return diffPage({ repo, title, note: title, bodyHtml: patchHtml(patch) });
}

interface DiffPage {
  readonly repo: string;
  readonly title: string;
  readonly note: string;
  readonly bodyHtml: string;
}

function diffPage({ repo, title, note, bodyHtml }: DiffPage): string {
  const headerHtml = html`!${breadcrumb(repo, '')}<span class="note">${note}</span>`;
  return layout({ title: `${title} · ${repo}`, headerHtml, bodyHtml });
}

/** Git's output; if it is too large, empty fields and a note in place of the patch. */
async function gitOutput(git: Git, [command = '', ...args]: readonly string[]): Promise<string> {
  const all = [...PLAIN_LOG_OPTIONS, command, ...PLAIN_DIFF_OPTIONS, ...args, '--'];
  try {
    return (await git.run(all, { maxBytes: MAX_BYTES, timeoutMs: 10_000 })).toString('utf8');
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return command === 'show' ? `\u001f\u001f\u001f${TOO_LARGE}` : TOO_LARGE;
  }
}

const TOO_LARGE = 'Too large to show.';

/** Splits at the field separator; the last field holds the rest. */
function splitFields(text: string, count: number): string[] {
  const all = text.split('\u001f');
  return [...all.slice(0, count - 1), all.slice(count - 1).join('\u001f')];
}

function patchHtml(patch: string): string {
  if (patch.trim() === '') return html`<p class="soft">No differences.</p>`;
  return html`<pre><code>!${highlight(patch.trim(), 'diff')}</code></pre>`;
}
