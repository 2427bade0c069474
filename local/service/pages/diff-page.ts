import { html } from 'ghtml';
import { highlight } from './highlight.js';
import { breadcrumb, layout } from './layout.js';

export interface CommitView {
  readonly repo: string;
  readonly commit: string;
  /** As `printCommit` gives it. */
  readonly printed: string;
}

export interface ComparisonView {
  readonly repo: string;
  readonly base: string;
  readonly head: string;
  readonly patch: string;
}

/** A commit's message and diff, at `/repo/-/commit/…`. */
export function commitPage({ repo, commit, printed }: CommitView): string {
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
export function comparisonPage({ repo, base, head, patch }: ComparisonView): string {
  const title = `${base.slice(0, 10)}..${head.slice(0, 10)}`;
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

/** Splits at the field separator; the last field holds the rest. */
function splitFields(text: string, count: number): string[] {
  const all = text.split('\u001f');
  return [...all.slice(0, count - 1), all.slice(count - 1).join('\u001f')];
}

function patchHtml(patch: string): string {
  if (patch.trim() === '') return html`<p class="soft">No differences.</p>`;
  return html`<pre><code>!${highlight(patch.trim(), 'diff')}</code></pre>`;
}
