import type { VNode } from 'preact';
import { replaceShortcodes } from '../../text/emoji.js';

/** A `plain_text` object's text: no markup but emoji names. */
export function PlainText({ text }: { text: string }): VNode {
  return <span class="plain">{replaceShortcodes(text)}</span>;
}
