import { actions, type Message, section } from '../blocks/message.js';
import * as conversationTexts from '../texts/conversations.js';
import * as questionTexts from '../texts/question.js';
import { type CommandButton, commandButtons } from './command-buttons.js';

/** The result of a command, with buttons that lead on. `id`: absent if the conversation is gone. */
export function renderResult(result: {
  readonly text: string;
  readonly id?: number;
  readonly starred?: boolean;
}): Message {
  const { text, id, starred = false } = result;
  const back = {
    label: conversationTexts.showListLabel,
    command: starred ? 'list starred' : 'list',
  };
  const show =
    id === undefined
      ? []
      : [{ label: conversationTexts.showConversationLabel, command: `show ${id}` }];
  return withButtons(text, [...show, back]);
}

/** Asks before a conversation is deleted. */
export function renderDeleteQuestion(conversation: {
  readonly id: number;
  readonly title: string;
  readonly questions: number;
  /** User ids. */
  readonly askers: readonly string[];
}): Message {
  const { id, askers } = conversation;
  const mentions = askers.map(questionTexts.mention).join(', ');
  return withButtons(conversationTexts.confirmDelete({ ...conversation, askers: mentions }), [
    { label: conversationTexts.deleteLabel, command: `delete ${id} for good`, danger: true },
    { label: conversationTexts.keepLabel, command: `show ${id}` },
  ]);
}

function withButtons(text: string, buttons: readonly CommandButton[]): Message {
  return { text, blocks: [section(text), actions(commandButtons(buttons))] };
}
