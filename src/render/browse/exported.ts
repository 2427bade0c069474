import type { RichTextBlock } from '@slack/types';
import { LIMITS } from '../limits.js';
import { type Message, section } from '../message.js';
import * as words from './words.js';

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
  return { text: words.exported(), blocks: [section(words.exported()), block] };
}
