import type { VNode } from 'preact';
import { replaceShortcodes } from '../../text/emoji.js';

/** Renders `plain_text`: no markup except emoji names. */
export function PlainText({ text }: { text: string }): VNode {
  return <span class="plain">{replaceShortcodes(text)}</span>;
}
