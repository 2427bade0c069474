import type { Message } from './blocks/message.js';

export type LinksElsewhere = (message: Message) => boolean;

const URLS = /https?:\/\/[^\s<>|()"'\\\]]+/gi;

/**
 * Whether a message has links that lead away from the instance. Slack fetches the links of a message
 * to show what they lead to, and only a post can forbid that, not an update: what a model wrote would
 * be sent to the host of its choice. https://docs.slack.dev/messaging/unfurling-links-in-messages
 */
export function createLinksElsewhere(baseUrl: string): LinksElsewhere {
  const { host } = new URL(baseUrl);
  return ({ text, blocks }) =>
    [text, ...shownTexts(blocks)]
      .flatMap((shown) => shown.match(URLS) ?? [])
      .some((url) => !URL.canParse(url) || new URL(url).host !== host);
}

/** All that people see or can follow; the value of a button is neither. */
function shownTexts(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) => (key === 'value' ? [] : shownTexts(inner)));
}
