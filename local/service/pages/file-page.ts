import { html } from 'ghtml';
import type { LineRange } from '../index/chunks.js';
import { decodeText } from '../index/text-files.js';
import { codeFenceLanguage } from '../markdown/languages.js';
import { highlightLines } from './highlight.js';
import { breadcrumb, layout } from './layout.js';

/** A page of two million empty lines would be 170 MB, and take 12 s to render. */
const MAX_LINES = 200_000;

export interface FileView {
  /** With its `@revision`, if the URL has one. */
  readonly repo: string;
  readonly path: string;
  readonly commit: string;
  /** Absent: the file is too large. */
  readonly bytes?: Uint8Array;
  readonly size: number;
  /** The requested lines. */
  readonly lines?: LineRange;
}

export function filePage(view: FileView): string {
  const { repo, path, commit } = view;
  const text = textToShow(view.bytes);
  const rows = text === undefined ? undefined : highlightLines(text, codeFenceLanguage(path));
  const count = rows ? `${rows.length} ${rows.length === 1 ? 'line' : 'lines'} · ` : '';
  const note = `${count}${view.size.toLocaleString('en')} bytes · commit ${commit.slice(0, 10)}`;
  const headerHtml = html`!${breadcrumb(repo, path)}<span class="note">${note}</span>`;
  const bodyHtml = rows
    ? html`<table class="code"><tbody>!${rows.map((row, n) => lineHtml(row, n + 1, view.lines)).join('\n')}</tbody></table>`
    : html`<p class="soft">This file is not text, or too large to show.</p>`;
  return layout({
    title: `${path} · ${repo}`,
    headerHtml,
    bodyHtml,
    wide: rows !== undefined,
  });
}

function lineHtml(row: string, n: number, lines: FileView['lines']): string {
  const target = lines && n >= lines.start && n <= lines.end ? ' class="target"' : '';
  return html`<tr id="L${n}"!${target}><td><a href="?L${n}#L${n}">${n}</a></td><td>!${row}</td></tr>`;
}

function textToShow(bytes: Uint8Array | undefined): string | undefined {
  const text = bytes && decodeText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const shown = text?.replaceAll('\r\n', '\n').replace(/\n$/, '');
  return shown && shown.split('\n', MAX_LINES + 1).length > MAX_LINES ? undefined : shown;
}
