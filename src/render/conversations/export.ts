import type { RichTextBlock } from '@slack/types';
import type { Message } from '../blocks/message.js';
import { LIMITS } from '../format/limits.js';
import * as conversationTexts from '../texts/conversations.js';
import { renderResult } from './result.js';

/** Whether the Markdown fits into a private note. */
export function fitsNote(markdown: string): boolean {
  return markdown.length <= LIMITS.sectionText;
}

/** The Markdown source: preformatted rich text has no markup, so nothing is escaped. */
export function renderExport(markdown: string): Message {
  const block: RichTextBlock = {
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: markdown }] }],
  };
  const { text, blocks } = renderResult({ text: conversationTexts.exported });
  const [head, ...back] = blocks;
  return { text, blocks: [...(head === undefined ? [] : [head]), block, ...back] };
}
