import { html } from 'ghtml';
import type { TreeEntry } from '../git/tree.js';
import { breadcrumb, layout } from './layout.js';
import { fileAddress, folderAddress } from './paths.js';

export interface FolderView {
  readonly repo: string;
  readonly path: string;
  readonly commit: string;
  readonly entries: readonly TreeEntry[];
}

/** What a folder holds, folders first. */
export function folderPage({ repo, path, commit, entries }: FolderView): string {
  const isFolder = ({ kind }: TreeEntry) => kind === 'folder';
  const sorted = [...entries.filter(isFolder), ...entries.filter((entry) => !isFolder(entry))];
  const top = html`!${breadcrumb(repo, path)}<span class="note">commit ${commit.slice(0, 10)}</span>`;
  const body = html`<ul class="files">!${sorted.map((entry) => row(repo, entry)).join('\n')}</ul>`;
  return layout({ title: path === '' ? repo : `${path} · ${repo}`, top, body });
}

export function repositoriesPage(names: readonly string[]): string {
  const rows = names.map((name) => html`<li><a href="${folderAddress(name, '')}">${name}</a></li>`);
  return layout({
    title: 'Repositories',
    top: '<nav>Repositories</nav>',
    body: html`<ul class="files">!${rows.join('\n')}</ul>`,
  });
}

function row(repo: string, { path, kind }: TreeEntry): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (kind === 'folder') return html`<li><a href="${folderAddress(repo, path)}">${name}/</a></li>`;
  if (kind === 'module') return html`<li>${name} <span class="soft">submodule</span></li>`;
  return html`<li><a href="${fileAddress({ repo, path })}">${name}</a></li>`;
}
