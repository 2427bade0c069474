import type { TextObject } from '@slack/types';
import type { VNode } from 'preact';
import { Mrkdwn } from './mrkdwn.js';
import { PlainText } from './plain-text.js';

/** Renders a `mrkdwn` or `plain_text` object. */
export function TextObjectView({ text }: { text: TextObject }): VNode {
  return text.type === 'mrkdwn' ? <Mrkdwn text={text.text} /> : <PlainText text={text.text} />;
}
