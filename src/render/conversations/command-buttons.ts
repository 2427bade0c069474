import type { Button } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import { button } from '../blocks/message.js';

export interface CommandButton {
  readonly label: string;
  /** The button's value, as `parseConversationButton` reads it: ids and words, never a secret. */
  readonly command: string;
  readonly danger?: boolean;
}

/** `from`: the number of the first button; action ids are unique in a message. */
export function commandButtons(buttons: readonly CommandButton[], from = 0): Button[] {
  return buttons.map(({ label, command, danger = false }, i) => ({
    ...button(label, { id: `${ACTIONS.conversationCommand}.${from + i}`, value: command }),
    ...(danger ? { style: 'danger' as const } : {}),
  }));
}
