import { actions, type Message, section } from '../message.js';
import * as words from '../texts/conversations.js';
import * as texts from '../texts/question.js';
import { type ErrandButton, errandButtons } from './buttons.js';

/** What was done, with the way on. Without an id: to a conversation that is gone. */
export function renderAbout(done: {
  readonly text: string;
  readonly id?: number;
  readonly starred?: boolean;
}): Message {
  const { text, id, starred = false } = done;
  const back = { label: words.backLabel, errand: starred ? 'list starred' : 'list' };
  const there = id === undefined ? [] : [{ label: words.showLabel, errand: `show ${id}` }];
  return withButtons(text, [...there, back]);
}

/** Asks before a conversation is deleted, and names what it is. */
export function renderDelete(talk: {
  readonly id: number;
  readonly title: string;
  readonly questions: number;
  /** User ids. */
  readonly askers: readonly string[];
}): Message {
  const { id, askers } = talk;
  const text = words.askDelete({ ...talk, askers: askers.map(texts.mention).join(', ') });
  return withButtons(text, [
    { label: words.deleteLabel, errand: `delete ${id} for good`, danger: true },
    { label: words.keepLabel, errand: `show ${id}` },
  ]);
}

function withButtons(text: string, buttons: readonly ErrandButton[]): Message {
  return { text, blocks: [section(text), actions(errandButtons(buttons))] };
}
