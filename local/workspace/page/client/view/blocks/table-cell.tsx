import type { RawNumberElement, RawTextElement, RichTextBlock } from '@slack/types';
import type { VNode } from 'preact';
import { PlainText } from '../text/plain-text.js';
import { RichText } from '../text/rich-text.js';

export type Cell = RichTextBlock | RawTextElement | RawNumberElement;

export function CellText({ cell }: { cell: Cell }): VNode {
  return cell.type === 'rich_text' ? <RichText block={cell} /> : <PlainText text={cell.text} />;
}
