import type { Block } from '../api/workspace.js';
import { newBlockId } from './ids.js';

const TOKEN = /<(@[UW][A-Z0-9]+|#[CG][A-Z0-9]+|![a-z]+|https?:\/\/[^>|]+)(?:\|([^>]*))?>/g;

/** The `rich_text` block that Slack's clients send along with typed text. */
export function richTextBlock(text: string): Block {
  const elements: Record<string, unknown>[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) elements.push(textElement(text.slice(end, match.index)));
    elements.push(referenceElement(match[1] ?? '', match[2]));
    end = match.index + match[0].length;
  }
  if (end < text.length || elements.length === 0) elements.push(textElement(text.slice(end)));
  return {
    type: 'rich_text',
    block_id: newBlockId(),
    elements: [{ type: 'rich_text_section', elements }],
  };
}

function textElement(text: string): Record<string, unknown> {
  const unescaped = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return { type: 'text', text: unescaped };
}

function referenceElement(token: string, label: string | undefined): Record<string, unknown> {
  if (token.startsWith('@')) return { type: 'user', user_id: token.slice(1) };
  if (token.startsWith('#')) return { type: 'channel', channel_id: token.slice(1) };
  if (token.startsWith('!')) return { type: 'broadcast', range: token.slice(1) };
  return { type: 'link', url: token, ...(label ? { text: label } : {}) };
}
