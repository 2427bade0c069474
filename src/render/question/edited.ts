import { ACTIONS } from '../../model/actions.js';
import { actions, button, type Message, section } from '../blocks/message.js';
import { LIMITS } from '../format/limits.js';
import * as labels from '../texts/buttons.js';
import * as notes from '../texts/notes.js';

/** The private note to somebody who changed a question that is open, with a button that asks it anew. */
export function renderQuestionEdited(question: { questionId: string; text: string }): Message {
  const value = `${question.questionId} ${question.text}`;
  const fits = value.length <= LIMITS.buttonValue;
  const text = notes.questionEdited(fits);
  const again = button(labels.askEdited, { id: ACTIONS.askEdited, value });
  return { text, blocks: [section(text), ...(fits ? [actions([again])] : [])] };
}
