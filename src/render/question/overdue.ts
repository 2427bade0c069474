import { ACTIONS } from '../../model/actions.js';
import { actions, button, context, type Message, section } from '../blocks/message.js';
import * as labels from '../texts/buttons.js';
import * as endings from '../texts/outcome.js';
import * as texts from '../texts/question.js';

/** Asked once, when a question has run past its time: keep waiting, or stop. */
export function renderOverdue(question: {
  readonly questionId: string;
  readonly waitedMs: number;
  readonly user?: string;
}): Message {
  const text = texts.addressed(question.user, endings.overdue(question.waitedMs));
  const value = question.questionId;
  const choices = [
    button(labels.keepWaiting, { id: ACTIONS.keepWaiting, value }),
    button(labels.giveUp, { id: ACTIONS.stop, value }),
  ];
  return { text, blocks: [section(text), actions(choices)] };
}

/** What is left of it afterwards; `by` is the user id of who chose, absent where nobody did. */
export function renderOverdueSettled(choice: {
  readonly kept: boolean;
  readonly by?: string;
}): Message {
  const text = endings.overdueSettled(choice.kept, choice.by);
  return { text, blocks: [context(text)] };
}
