import type { Intent, StopUnconfirmed } from '../model/intent.js';
import { type MessageQuery, MessageUnconfirmed } from '../store/question-messages.js';
import type { QuestionStore } from '../store/questions.js';

/** The ID of the open question that a message belongs to. Throws `MessageUnconfirmed` where that is not known yet. */
export async function questionAt(
  questions: Pick<QuestionStore, 'ownerOf'>,
  message: MessageQuery,
): Promise<string | undefined> {
  const owner = await questions.ownerOf(message);
  if (owner.kind === 'unconfirmed') throw new MessageUnconfirmed(message);
  return owner.kind === 'question' ? owner.id : undefined;
}

export interface StopUnconfirmedOptions {
  readonly questions: Pick<QuestionStore, 'ownerOf'>;
  readonly accept: (intent: Intent) => Promise<void>;
}

/** Once it is known whose message it is, the reaction counts as any other; on one of nobody's it never does. */
export function createStopUnconfirmed({ questions, accept }: StopUnconfirmedOptions) {
  return async (reaction: StopUnconfirmed): Promise<void> => {
    const { id, place, messageTs, user } = reaction;
    const { workspace, channel } = place;
    const questionId = await questionAt(questions, { workspace, channel, ts: messageTs, user });
    if (questionId === undefined) return;
    await accept({ ...reaction, kind: 'stop', id: `stop-${id}`, questionId });
  };
}
