import { ACTIONS } from '../model/actions.js';
import { actions, button, type Message, section } from './blocks/message.js';
import * as labels from './texts/buttons.js';
import * as notes from './texts/notes.js';

export interface DidYouMeanInput {
  /** The name of the slash command. */
  readonly command: string;
  /** What was typed after it, raw. */
  readonly text: string;
  /** The subcommand that was probably meant. */
  readonly suggestion: string;
}

/** Asks, in an ephemeral message, whether a subcommand was meant. */
export function renderDidYouMean({ command, text: typed, suggestion }: DidYouMeanInput): Message {
  const text = notes.didYouMean(`${command} ${suggestion}`);
  const run = button(labels.runSuggestion, { id: ACTIONS.runSuggestion, value: suggestion });
  const ask = button(labels.askTyped, { id: ACTIONS.askTyped, value: `ask ${typed}` });
  return { text, blocks: [section(text), actions([run, ask])] };
}
