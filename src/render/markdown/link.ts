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
  const href = inert(url.href);
  // What makes it inert may leave no valid host.
  return URL.canParse(href) ? href : undefined;
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

/**
 * The label of a link, which is plain text, with the link's host behind it where the label might be
 * taken for another address: a model or a repository chooses both. A label that only describes
 * what it leads to stays.
 */
export function labelWithHost(label: string, url: string, baseUrl: string): string {
  const host = hostToShow(label, url, baseUrl);
  return host === undefined ? label : `${label} (${host})`;
}

/** The host that a link's label has to name and does not; undefined: the label can stay as it is. */
export function hostToShow(label: string, url: string, baseUrl: string): string | undefined {
  const host = tryUrl(url)?.host;
  if (host === undefined) return undefined;
  // Some characters look like a slash or a dot, and some cannot be seen.
  const text = label
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  const misleads = host === tryUrl(baseUrl)?.host ? ADDRESS : ADDRESS_OR_PATH;
  if (!misleads.test(text) || names(host, text)) return undefined;
  // No real host has others.
  return host.replace(/[^\w.:[\]-]/g, '?');
}

const ADDRESS = /[/\\]{2}|\bwww\./i;
const ADDRESS_OR_PATH =
  /[/\\\u2044\u2215\u29f8]|[.\u3002\u2024]\d*\p{L}|(?<!\d)\d+(?:\.\d+){3}|[\p{L}\p{N}]:\d/u;

/** Whether a text is an address on this host, and nothing else. */
function names(host: string, text: string): boolean {
  const address = text.toLowerCase().replace(/^https?:\/\//, '');
  return address.startsWith(host) && /^(?:[/?#]\S*)?$/.test(address.slice(host.length));
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
