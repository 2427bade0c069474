import type {
  ActionsBlock,
  Button,
  ContextBlock,
  KnownBlock,
  Overflow,
  SectionBlock,
} from '@slack/types';
import { clip, oneLine } from '../format/escape.js';
import { LIMITS } from '../format/limits.js';

/** What Slack gets: `text` is what notifications and screen readers say; never empty. */
export interface Message {
  readonly text: string;
  readonly blocks: KnownBlock[];
  /** What its buttons lead to, said where Slack takes no blocks. */
  readonly withoutButtons?: string;
}

/** A file as it goes out. */
export interface FileMessage {
  readonly name: string;
  readonly title: string;
  readonly content: string;
}

/** `mrkdwn`: already escaped. */
export function section(mrkdwn: string): SectionBlock {
  return { type: 'section', expand: true, text: { type: 'mrkdwn', text: mrkdwn, verbatim: true } };
}

/** A message of one sentence; `mrkdwn`: already escaped. */
export function note(mrkdwn: string): Message {
  return { text: mrkdwn, blocks: [section(mrkdwn)] };
}

/** Small grey text; `mrkdwn`: already escaped. */
export function context(mrkdwn: string): ContextBlock {
  return { type: 'context', elements: [{ type: 'mrkdwn', text: mrkdwn, verbatim: true }] };
}

export function actions(elements: (Button | Overflow)[]): ActionsBlock {
  return { type: 'actions', elements: elements.slice(0, LIMITS.actionsElements) };
}

/** `label` and `value` are data: cut to what Slack takes. */
export function button(label: string, action: { id: string; value: string }): Button {
  return {
    type: 'button',
    action_id: action.id,
    text: { type: 'plain_text', text: clip(oneLine(label), LIMITS.buttonText), emoji: false },
    value: clip(action.value, LIMITS.buttonValue),
  };
}

/**
 * The "⋯" menu: one to five options (https://docs.slack.dev/reference/block-kit/block-elements/overflow-menu-element).
 * Values of more than 150 characters are refused, so they are not cut.
 */
export function overflow(
  id: string,
  options: readonly { readonly label: string; readonly value: string }[],
): Overflow {
  return {
    type: 'overflow',
    action_id: id,
    options: options.slice(0, LIMITS.overflowOptions).map(({ label, value }) => ({
      text: { type: 'plain_text', text: clip(oneLine(label), LIMITS.option), emoji: false },
      value,
    })),
  };
}

/** How much of a message's budget this takes: its length as JSON, the strictest way to count. */
export function jsonLength(value: unknown): number {
  return JSON.stringify(value).length;
}
