import type { RawNumberElement, RawTextElement, RichTextBlock } from '@slack/types';
import type { VNode } from 'preact';
import { PlainText } from './plain-text.js';
import { RichText } from './rich-text.js';

export type Cell = RichTextBlock | RawTextElement | RawNumberElement;

export function CellText({ cell }: { cell: Cell }): VNode {
  return cell.type === 'rich_text' ? <RichText block={cell} /> : <PlainText text={cell.text} />;
}
