import { ACTIONS } from '../../model/actions.js';
import { actions, button, context, type Message, section } from '../blocks/message.js';
import * as labels from '../texts/buttons.js';
import * as outcomeTexts from '../texts/outcome.js';
import * as questionTexts from '../texts/question.js';

/** Asked once, when a question has run past its time: keep waiting, or stop. */
export function renderOverdue(question: {
  readonly questionId: string;
  readonly waitedMs: number;
  readonly user?: string;
}): Message {
  const text = questionTexts.withMention(question.user, outcomeTexts.overdue(question.waitedMs));
  const value = question.questionId;
  const choices = [
    button(labels.keepWaiting, { id: ACTIONS.keepWaiting, value }),
    button(labels.stopWaiting, { id: ACTIONS.stop, value }),
  ];
  return { text, blocks: [section(text), actions(choices)] };
}

/** What is left of it afterwards; `by` is the user id of who chose, absent where nobody did. */
export function renderFinishedOverdue(choice: {
  readonly kept: boolean;
  readonly by?: string;
}): Message {
  const text = outcomeTexts.finishedOverdue(choice.kept, choice.by);
  return { text, blocks: [context(text)] };
}
