import { BREAK } from '../format/escape.js';

const ESCAPE = /\\([!-/:-@[-`{-~])/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Where a link of an answer leads: absolute, http(s), and free of every character that would end
 * it in Markdown, in `<…|…>` or in a table. Undefined where there is nowhere to go: another
 * scheme, a bare fragment, not a URL.
 */
export function absoluteUrl(raw: string, baseUrl: string): string | undefined {
  const link = raw
    .trim()
    .replace(/^<(.*)>$/s, '$1')
    .replace(ESCAPE, '$1')
    .replaceAll('&amp;', '&');
  if (link === '' || link.startsWith('#')) return undefined;
  const url = parse(link, baseUrl);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  return inert(url.href);
}

function parse(link: string, baseUrl: string): URL | undefined {
  if (SCHEME.test(link)) return tryUrl(link);
  const base = tryUrl(baseUrl);
  if (base === undefined) return undefined;
  if (/^www\./i.test(link)) return tryUrl(`http://${link}`);
  if (/^[/\\]{2}/.test(link)) return tryUrl(`${base.protocol}//${link.slice(2)}`);
  return tryUrl(`${base.origin}${joined(base.pathname, link)}`);
}

/** An instance may live under a path of its host, which its links leave out or repeat. */
function joined(basePath: string, link: string): string {
  const root = basePath.replace(/\/+$/, '');
  const path = link.startsWith('/') ? link : `/${link}`;
  return path.startsWith(`${root}/`) ? path : `${root}${path}`;
}

function tryUrl(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

const ACTIVE: Record<string, string> = {
  '(': '%28',
  ')': '%29',
  '|': '%7C',
  '<': '%3C',
  '>': '%3E',
  '\\': '%5C',
  '`': '%60',
  '[': '%5B',
  ']': '%5D',
  '*': '%2A',
  '"': '%22',
  [BREAK]: '%E2%80%8B',
};

function inert(href: string): string {
  return href
    .replace(/[()|<>\\`"[\]*\u200b]/g, (found) => ACTIVE[found] ?? '')
    .replace(/@(?=channel|here|everyone)/gi, '%40')
    .replace(/&(?=#?\w+;)/g, '%26');
}
