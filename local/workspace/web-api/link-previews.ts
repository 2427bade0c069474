import type { MessageContent } from './message-content.js';

type Attachment = Readonly<Record<string, unknown>>;

const LINK = /(?:\[([^\]]*)\]\(|<)?(https?:\/\/[^\s<>|()"'\]]+)(?:\|([^<>]*)>)?/g;
const MEDIA = /\.(?:png|jpe?g|gif|webp|mp4|mp3)(?:[?#]|$)/i;

/**
 * Slack fetches the links of a message, and shows images, videos and audio: here, judged by their
 * extension. Not where the label is a part of the URL.
 * https://docs.slack.dev/messaging/unfurling-links-in-messages#classic-link-unfurling
 */
export function withLinkPreviews(content: MessageContent): MessageContent {
  const others = (content.attachments ?? []).filter((it) => it['from_url'] === undefined);
  const urls = new Set([content.text, ...textsOf(content.blocks)].flatMap(mediaIn));
  const attachments = [...others, ...[...urls].map(preview)];
  const { attachments: _before, ...rest } = content;
  if (attachments.length === 0) return rest;
  return { ...rest, attachments: attachments.map((it, index) => ({ ...it, id: index + 1 })) };
}

function mediaIn(text: string): string[] {
  return [...text.matchAll(LINK)].flatMap(([_all, before, url = '', after]) => {
    const label = before ?? after;
    const isReference = label !== undefined && url.replace(/^https?:\/\//, '').includes(label);
    return MEDIA.test(url) && !isReference ? [url] : [];
  });
}

function preview(url: string): Attachment {
  return { fallback: url, image_url: url, from_url: url, original_url: url };
}

function textsOf(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) => (key === 'value' ? [] : textsOf(inner)));
}
