import type { RichTextBlock } from '@slack/types';
import { LIMITS } from '../format/limits.js';
import type { Message } from '../message.js';
import * as words from '../texts/conversations.js';
import { renderAbout } from './about.js';

/** Whether it can be read, and copied, in a private note. */
export function fitsNote(markdown: string): boolean {
  return markdown.length <= LIMITS.sectionText;
}

/** The Markdown as it stands: preformatted rich text has no marks, so it needs no escaping. */
export function renderExport(markdown: string): Message {
  const block: RichTextBlock = {
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: markdown }] }],
  };
  const { text, blocks } = renderAbout({ text: words.exported });
  const [head, ...back] = blocks;
  return { text, blocks: [...(head === undefined ? [] : [head]), block, ...back] };
}
