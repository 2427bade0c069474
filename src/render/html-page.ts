import { createHash } from 'node:crypto';

const STYLE =
  ':root{color-scheme:light dark}' +
  'body{font:17px/1.5 system-ui,sans-serif;max-width:34em;margin:12vh auto;padding:0 1em;color:#1d1c1d;overflow-wrap:anywhere}' +
  'h1{font-size:1.4em;line-height:1.25}input,button{font:inherit;padding:.3em .6em}button{cursor:pointer}' +
  'a{color:#0b5fad}code{font-size:.9em;padding:.1em .3em;border:1px solid #8886;border-radius:4px}' +
  '[role=alert]{color:#a30d2d}' +
  '@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#1a1d21}a{color:#6cb6ff}[role=alert]{color:#ff8b9c}}';

/** The source of its style, for its content security policy. */
export const PAGE_STYLE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** HTML that contains no unescaped text. */
export interface Html {
  readonly html: string;
}

/** A whole page, without scripts. */
export function htmlPage(title: string, body: readonly Html[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<style>${STYLE}</style>`,
    `<title>${escapeHtml(title)}</title>`,
    `<h1>${escapeHtml(title)}</h1>`,
    ...body.map(({ html }) => html),
    '</html>',
    '',
  ].join('\n');
}

export function paragraph(text: string): Html {
  return { html: `<p>${escapeHtml(text)}</p>` };
}

/** Text of ours, in which backquotes enclose what to type. */
export function paragraphWithCode(text: string): Html {
  const parts = text.split('`').map(escapeHtml);
  const html = parts.map((part, at) => (at % 2 === 1 ? `<code>${part}</code>` : part)).join('');
  return { html: `<p>${html}</p>` };
}

/** `url`: http(s), ours or Slack's. */
export function linkParagraph(label: string, url: string): Html {
  return { html: `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>` };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
