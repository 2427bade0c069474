import { escapeHtml, type Html, htmlPage, paragraph } from '../html-page.js';
import * as pageTexts from '../texts/account-page.js';

/** What the page of a sign-in says. `name`: whose account is connected, raw. */
export type PageContent =
  | { readonly kind: 'ask-code'; readonly name: string; readonly isWrong?: true }
  | { readonly kind: 'finished' | 'declined' | 'unknown' | 'unavailable' | 'too-many-tries' };

/** Relative to the page, since the app may be served below a path. */
const CONFIRM_ACTION = 'confirm';

/** A whole page, without scripts. `baseUrl`: of the instance. */
export function renderPage(content: PageContent, baseUrl: string): string {
  const body =
    content.kind === 'ask-code'
      ? codeForm(content, baseUrl)
      : [paragraph(pageTexts.said[content.kind])];
  return htmlPage(pageTexts.title, body);
}

function codeForm(
  { name, isWrong }: PageContent & { readonly kind: 'ask-code' },
  baseUrl: string,
): Html[] {
  return [
    ...(isWrong ? [{ html: `<p role="alert">${escapeHtml(pageTexts.wrongCode)}</p>` }] : []),
    paragraph(pageTexts.connects(name, baseUrl)),
    paragraph(pageTexts.warning),
    { html: FORM },
  ];
}

const FORM = [
  `<form method="post" action="${escapeHtml(CONFIRM_ACTION)}">`,
  `<p><label>${escapeHtml(pageTexts.codeLabel)} `,
  '<input name="code" inputmode="numeric" autocomplete="off" maxlength="20" required autofocus>',
  '</label></p>',
  `<p><button>${escapeHtml(pageTexts.connectLabel)}</button></p>`,
  '</form>',
].join('\n');
