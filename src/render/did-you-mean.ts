import { ACTIONS } from '../model/actions.js';
import { actions, button, type Message, section } from './blocks/message.js';
import * as labels from './texts/buttons.js';
import * as notes from './texts/notes.js';

/** Asks, in private, whether a subcommand was meant; `said`, `meant`: raw, without the command's name. */
export function renderMeant(doubt: { command: string; said: string; meant: string }): Message {
  const { command, said, meant } = doubt;
  const text = notes.didYouMean(`${command} ${meant}`);
  const run = button(labels.runMeant, { id: ACTIONS.runMeant, value: meant });
  const ask = button(labels.askSaid, { id: ACTIONS.askSaid, value: `ask ${said}` });
  return { text, blocks: [section(text), actions([run, ask])] };
}
