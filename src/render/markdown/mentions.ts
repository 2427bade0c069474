import type { Answer, Source } from '../../model/answer.js';
import type { Mentions } from '../../model/audience.js';
import { repositoryOn } from './instance-link.js';
import { absoluteUrl } from './link.js';
import { sanitize } from './sanitize.js';

/** Which repositories an answer is about, as far as it cites or links them: in its sources, its text, its title. */
export function answerMentions(
  { title, text, sources }: Pick<Answer, 'title' | 'text' | 'sources'>,
  baseUrl: string,
): Mentions {
  const found = [
    ...sources.flatMap((source) => [
      sourceMention(source, baseUrl),
      ...textMentions(source.label, baseUrl),
    ]),
    ...textMentions(title, baseUrl),
    ...markdownMentions(text, baseUrl),
  ];
  return { names: namesIn(found), unknown: found.length === 0 || found.includes(UNKNOWN) };
}

/** The same of a line of plain text, such as a suggestion: most name none, and then nothing is unknown. */
export function lineMentions(text: string, baseUrl: string): Mentions {
  const found = textMentions(text, baseUrl);
  return { names: namesIn(found), unknown: found.includes(UNKNOWN) };
}

/** A link of the instance that does not say which repository it leads into. */
const UNKNOWN = undefined;
type Mention = string | typeof UNKNOWN;

function namesIn(found: readonly Mention[]): string[] {
  return [...new Set(found.filter((mention) => mention !== UNKNOWN))];
}

/** A source is what the answer rests on, so one that is elsewhere and no repository is unknown too. */
function sourceMention({ link }: Source, baseUrl: string): Mention {
  const url = absoluteUrl(link, baseUrl);
  if (url === undefined) return UNKNOWN;
  return isOnInstance(url, baseUrl) ? repositoryOn(url, baseUrl) : repositoryElsewhere(url);
}

/** Once it is tidied, every link in it is absolute. What code says of other sites is a quotation. */
function markdownMentions(markdown: string, baseUrl: string): Mention[] {
  return sanitize(markdown, baseUrl).flatMap(({ kind, markdown: text }) =>
    kind === 'code' ? codeMentions(text, baseUrl) : textMentions(text, baseUrl),
  );
}

const URLS = /https?:\/\/[^\s<>|()"'`\\\]]+/gi;

function textMentions(text: string, baseUrl: string): Mention[] {
  const urls = text.match(URLS) ?? [];
  const elsewhere = urls.filter((url) => !isOnInstance(url, baseUrl));
  const bare = tokensOf(text)
    .map((token) => token.replace(REMOTE, '$1/'))
    .filter((token) => WITH_HOST.test(token));
  return [
    ...codeMentions(text, baseUrl),
    ...[...elsewhere, ...bare.map((token) => `https://${token}`)]
      .map((url) => repositoryElsewhere(url.replace(PUNCTUATION, '')))
      .filter((name) => name !== undefined),
    ...filtersIn(text),
  ];
}

/** Links to the instance, with its address in front or without, and filters; `repo:string` is code. */
function codeMentions(text: string, baseUrl: string): Mention[] {
  const urls = (text.match(URLS) ?? []).filter((url) => isOnInstance(url, baseUrl));
  const links = tokensOf(text).filter((token) => token.includes('/-/'));
  return [
    ...urls.map((url) => repositoryOn(url.replace(PUNCTUATION, ''), baseUrl)),
    ...links.map((link) => repositoryOn(link.startsWith('/') ? link : `/${link}`, baseUrl)),
    ...filtersIn(text).filter((name) => name?.includes('/')),
  ];
}

/** `github.com/…`: a site without the scheme. */
const WITH_HOST = /^[\w-]{1,63}\.[\w.-]{1,200}\//;
/** `git@github.com:`, `ssh://git@github.com/`: as `git clone` takes it. */
const REMOTE = /^(?:(?:ssh|git):\/\/)?(?:[\w-]{1,63}@)?([\w.-]{1,253})[:/]/;
const PUNCTUATION = /(?<![.,:;!?])[.,:;!?]+$/;

/** What is left of a text without its URLs, in words. */
function tokensOf(text: string): string[] {
  return text.replace(URLS, ' ').split(/[\s<>|()"'`\\[\]{},;]+/);
}

/** `repo:acme/shop`, also as an expression: `repo:^acme/shop$`. */
const FILTER = /(?<![\w-])repo:(?!:)([^\s"'`<>()]{1,200})/gi;

function filtersIn(text: string): Mention[] {
  return [...text.matchAll(FILTER)].map(([, name = '']) => filteredRepository(name));
}

function filteredRepository(filter: string): Mention {
  const name = filter
    .replace(/^\^/, '')
    .replace(/\$.*$/, '')
    .replaceAll('\\', '')
    .replace(PUNCTUATION, '');
  return /^[\w.@~/+-]+$/.test(name) ? name : UNKNOWN;
}

function isOnInstance(url: string, baseUrl: string): boolean {
  return URL.canParse(url) && new URL(url).host === new URL(baseUrl).host;
}

/** A site that hosts repositories, or is named like one: `git.acme.com`. */
const CODE_HOST =
  /^(?:[\w-]{1,63}\.){0,9}(?:git|github|gitlab|gitea|githubusercontent|bitbucket|codeberg|sr)\.[\w.-]{1,200}$/i;
/** `acme.github.io`: sites that are built from repositories. */
const PAGES = /\.io$/i;
const MAX_HOST = 253;

/**
 * The repository that a link to another site leads into, with that site in front. Undefined if the site hosts
 * none, as far as its name says.
 */
function repositoryElsewhere(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, host, pathname } = new URL(url);
  const [within = '', ...inside] = pathname.split('/-/');
  const isCodeHost =
    hostname.length <= MAX_HOST && CODE_HOST.test(hostname) && !PAGES.test(hostname);
  if (!isCodeHost && inside.length === 0) return undefined;
  const parts = within.split('/').filter((part) => part !== '');
  if (hostname === 'api.github.com' && parts[0] === 'repos') parts.shift();
  const name = inside.length > 0 ? parts : parts.slice(0, 2);
  return name.length < 2 ? undefined : [SAME_SITE.get(hostname) ?? host, ...name].join('/');
}

const SAME_SITE: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    'raw.githubusercontent.com': 'github.com',
    'api.github.com': 'github.com',
    'codeload.github.com': 'github.com',
    'www.github.com': 'github.com',
  }),
);
