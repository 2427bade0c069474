import { createHash } from 'node:crypto';

/** A link in `link_shared`; `domain` is the one that the app registered. */
export interface SharedLink {
  readonly domain: string;
  /** With `&` as `&amp;`: https://github.com/slackapi/python-slack-events-api/issues/49 */
  readonly url: string;
}

const LINK = /https?:\/\/[^\s<>|"'`]+/g;

/** The links of a text to one of the domains or a subdomain, without duplicates. */
export function sharedLinks(text: string, domains: readonly string[]): SharedLink[] {
  const urls = [...new Set([...text.matchAll(LINK)].map(([url]) => trimUrl(url)))];
  return urls.flatMap((url) => {
    const domain = domains.find((it) => isInDomain(url, it));
    return domain === undefined ? [] : [{ domain, url: url.replaceAll('&', '&amp;') }];
  });
}

/** Without the punctuation after it, which belongs to the sentence; `&` as itself. */
function trimUrl(url: string): string {
  return url.replaceAll('&amp;', '&').replace(/[.,;:!?)\]]+$/, '');
}

function isInDomain(url: string, domain: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return host === domain || host.endsWith(`.${domain}`);
}

/** Slack's `unfurl_id`, which apps may send instead of channel and ts. */
export function createUnfurlId(channel: string, ts: string): string {
  const hash = createHash('sha256').update(`${channel} ${ts}`).digest('hex');
  return `${channel}.${ts}.${hash}`;
}

export function parseUnfurlId(unfurlId: string): { channel: string; ts: string } | undefined {
  const [, channel, ts] = /^([A-Z0-9]+)\.(\d+\.\d+)\.[0-9a-f]{64}$/.exec(unfurlId) ?? [];
  if (channel === undefined || ts === undefined) return undefined;
  return createUnfurlId(channel, ts) === unfurlId ? { channel, ts } : undefined;
}
