import { ACTIONS } from '../model/actions.js';
import type { DidYouMean } from '../model/intent.js';
import { actions, button, type Message, section } from './blocks/message.js';
import * as labels from './texts/buttons.js';
import * as notes from './texts/notes.js';

/** Asks, in an ephemeral message, whether a subcommand was meant. `command`: the name of the slash command. */
export function renderDidYouMean(
  { text: typed, suggestion }: Pick<DidYouMean, 'text' | 'suggestion'>,
  command = '/deepsearch',
): Message {
  const text = notes.didYouMean(`${command} ${suggestion}`);
  const run = button(labels.runSuggestion, { id: ACTIONS.runSuggestion, value: suggestion });
  const ask = button(labels.askTyped, { id: ACTIONS.askTyped, value: `ask ${typed}` });
  return { text, blocks: [section(text), actions([run, ask])] };
}
