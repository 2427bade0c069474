import { ACTIONS } from '../../model/actions.js';
import { actions, button, type Message, section } from '../blocks/message.js';
import { openViewButton } from '../blocks/modal.js';
import * as accountTexts from '../texts/account.js';
import * as labels from '../texts/buttons.js';

/** What somebody asked for needs their account. */
export function renderConnect(why: 'absent' | 'refused'): Message {
  return withConnectButton(accountTexts.connectFirst(why));
}

/** A question is not asked, since as many of its asker wait as may. */
export function renderTooManyWaiting(most: number): Message {
  return withConnectButton(accountTexts.tooManyWaiting(most));
}

/** A question waits for its asker's account. `again`: they have to connect it again. */
export function renderConnectFirst(question: {
  readonly questionId: string;
  /** Raw. */
  readonly text: string;
  readonly again: boolean;
}): Message {
  const text = accountTexts.connectForAnswer(question.text, question.again);
  const cancel = button(labels.stop, { id: ACTIONS.stop, value: question.questionId });
  return withConnectButton(text, [cancel]);
}

function withConnectButton(text: string, more: readonly ReturnType<typeof button>[] = []): Message {
  const connect = {
    ...openViewButton(accountTexts.connectAccountLabel, { kind: 'connect' }),
    style: 'primary' as const,
  };
  return { text, blocks: [section(text), actions([connect, ...more])] };
}
