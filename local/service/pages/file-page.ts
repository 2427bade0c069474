import { html } from 'ghtml';
import { codeFenceLanguage } from '../markdown/languages.js';
import { highlightLines } from './highlight.js';
import { breadcrumb, layout } from './layout.js';

export interface FileView {
  /** With its `@revision`, if the URL has one. */
  readonly repo: string;
  readonly path: string;
  readonly commit: string;
  /** `undefined` if the file is not text, or too large. */
  readonly text: string | undefined;
  readonly size: number;
  /** The requested lines. */
  readonly lines?: { readonly start: number; readonly end: number };
}

export function filePage(view: FileView): string {
  const { repo, path, commit, text } = view;
  const rows =
    text === undefined
      ? undefined
      : highlightLines(withoutFinalNewline(text), codeFenceLanguage(path));
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

function withoutFinalNewline(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '');
}

/** Parses `?L10-20`, `?L10` or `?L10-L20`. */
export function requestedLines(
  query: Readonly<Record<string, unknown>>,
): FileView['lines'] | undefined {
  for (const key of Object.keys(query)) {
    const [, first, last] = /^L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(key) ?? [];
    if (first === undefined) continue;
    const [start, end] = [Number(first), Number(last ?? first)];
    return { start: Math.min(start, end), end: Math.max(start, end) };
  }
  return undefined;
}
