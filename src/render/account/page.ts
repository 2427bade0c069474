import * as pageTexts from '../texts/account-page.js';

/** What the page of a sign-in says. `name`: whose account is connected, raw. */
export type PageContent =
  | { readonly kind: 'ask-code'; readonly name: string; readonly isWrong?: true }
  | { readonly kind: 'finished' | 'declined' | 'unknown' | 'unavailable' | 'too-many-tries' };

/** Relative to the page, since the app may be served below a path. */
const CONFIRM_ACTION = 'confirm';

/** A whole page, without scripts and styles of its own. `baseUrl`: of the instance. */
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
