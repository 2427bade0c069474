import { ACTIONS } from '../../model/actions.js';
import { CODE_VERBS, type CodeCommand, type CodeVerb } from '../../model/code.js';
import { actions, button, type Message, note, section } from '../message.js';
import { runLabel } from '../texts/code.js';
import * as words from '../texts/code-help.js';

/** How the code tools are called: all of them, or one with all that it takes. */
export function renderHelp(of: CodeVerb | undefined): Message {
  return note(of === undefined ? words.help(CODE_VERBS) : words.helpOf(of));
}

/** What is wrong with a call, and as it was probably meant: with one click where that can be called. */
export function renderWrong(wrong: CodeCommand & { readonly what: 'wrong' }): Message {
  const { corrected, runs } = wrong;
  const text = words.wrong(wrong);
  if (corrected === undefined || runs === undefined) return note(text);
  const run = button(runLabel, { id: `${ACTIONS.codeTurn}.0`, value: corrected });
  return { text, blocks: [section(text), actions([run])] };
}
