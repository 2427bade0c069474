import { html } from 'ghtml';
import { directoryPagePath } from './paths.js';

export interface LayoutOptions {
  readonly title: string;
  /** HTML of the page header. */
  readonly headerHtml: string;
  /** HTML of the main part. */
  readonly bodyHtml: string;
  readonly wide?: boolean;
  /** The class of the main part, in place of that for its width. */
  readonly className?: string;
  /** Seconds after which the page reloads, where scripts do not keep it up to date. */
  readonly refresh?: number;
}

/** A whole page. `headerHtml` and `bodyHtml` must be escaped already. */
export function layout({
  title,
  headerHtml,
  bodyHtml,
  wide = false,
  className = wide ? 'wide' : 'narrow',
  refresh,
}: LayoutOptions): string {
  const refreshTag = refresh
    ? html`<noscript><meta http-equiv="refresh" content="${refresh}"></noscript>`
    : '';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">!${refreshTag}
<title>${title}</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/style.css">
<script src="/assets/page.js" defer></script>
</head>
<body>
<header><a class="brand" href="/" aria-label="Start page"></a>!${headerHtml}</header>
<main class="${className}">
!${bodyHtml}
</main>
</body>
</html>
`;
}

/** `repo / src / file.ts`, each part except the last one a link. */
export function breadcrumb(repo: string, path: string): string {
  const parts = path === '' ? [] : path.split('/');
  const links = parts.slice(0, -1).map((part, n) => {
    const address = directoryPagePath(repo, parts.slice(0, n + 1).join('/'));
    return html`<a href="${address}">${part}</a> / `;
  });
  const last = parts.at(-1);
  const root = html`<a href="${directoryPagePath(repo, '')}">${repo}</a>`;
  return html`<nav aria-label="Path">!${root}${last === undefined ? '' : ' / '}!${links.join('')}${last ?? ''}</nav>`;
}
