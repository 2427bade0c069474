import { html } from 'ghtml';
import { fileNameOf } from '../git/file-path.js';
import type { TreeEntry } from '../git/tree.js';
import { breadcrumb, layout } from './layout.js';
import { directoryPagePath, filePagePath } from './paths.js';

export interface DirectoryView {
  readonly repo: string;
  readonly path: string;
  readonly commit: string;
  readonly entries: readonly TreeEntry[];
}

/** The entries of a directory, subdirectories first. */
export function directoryPage({ repo, path, commit, entries }: DirectoryView): string {
  const isFolder = ({ kind }: TreeEntry) => kind === 'folder';
  const sorted = [...entries.filter(isFolder), ...entries.filter((entry) => !isFolder(entry))];
  const headerHtml = html`!${breadcrumb(repo, path)}<span class="note">commit ${commit.slice(0, 10)}</span>`;
  const bodyHtml = html`<ul class="files">!${sorted.map((entry) => entryHtml(repo, entry)).join('\n')}</ul>`;
  return layout({
    title: path === '' ? repo : `${path} · ${repo}`,
    headerHtml,
    bodyHtml,
  });
}

function entryHtml(repo: string, { path, kind }: TreeEntry): string {
  const name = fileNameOf(path);
  if (kind === 'folder')
    return html`<li><a href="${directoryPagePath(repo, path)}">${name}/</a></li>`;
  if (kind === 'module') return html`<li>${name} <span class="soft">submodule</span></li>`;
  return html`<li><a href="${filePagePath({ repo, path })}">${name}</a></li>`;
}
