import { createHash } from 'node:crypto';
import * as pageTexts from '../texts/account-page.js';

/** What the page of a sign-in says. `name`: whose account is connected, raw. */
export type PageContent =
  | { readonly kind: 'ask-code'; readonly name: string; readonly isWrong?: true }
  | { readonly kind: 'finished' | 'declined' | 'unknown' | 'unavailable' | 'too-many-tries' };

const STYLE =
  'body{font:17px/1.5 system-ui,sans-serif;max-width:34em;margin:12vh auto;padding:0 1em;color:#1d1c1d}' +
  'h1{font-size:1.4em}input,button{font:inherit;padding:.3em .6em}button{cursor:pointer}' +
  '[role=alert]{color:#a30d2d}@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#1a1d21}}';

/** The source of its style, for its content security policy. */
export const PAGE_STYLE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** Relative to the page, since the app may be served below a path. */
const CONFIRM_ACTION = 'confirm';

/** A whole page, without scripts. `baseUrl`: of the instance. */
export function renderPage(content: PageContent, baseUrl: string): string {
  const body =
    content.kind === 'ask-code'
      ? codeForm(content, baseUrl)
      : [paragraph(pageTexts.said[content.kind])];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<style>${STYLE}</style>`,
    `<title>${escapeHtml(pageTexts.title)}</title>`,
    `<h1>${escapeHtml(pageTexts.title)}</h1>`,
    ...body,
    '</html>',
    '',
  ].join('\n');
}

function codeForm(
  { name, isWrong }: PageContent & { readonly kind: 'ask-code' },
  baseUrl: string,
): string[] {
  return [
    ...(isWrong ? [`<p role="alert">${escapeHtml(pageTexts.wrongCode)}</p>`] : []),
    paragraph(pageTexts.connects(name, baseUrl)),
    paragraph(pageTexts.warning),
    `<form method="post" action="${escapeHtml(CONFIRM_ACTION)}">`,
    `<p><label>${escapeHtml(pageTexts.codeLabel)} `,
    '<input name="code" inputmode="numeric" autocomplete="off" maxlength="20" required autofocus>',
    '</label></p>',
    `<p><button>${escapeHtml(pageTexts.connectLabel)}</button></p>`,
    '</form>',
  ];
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
