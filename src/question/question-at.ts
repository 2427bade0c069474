import type { Intent, StopUnconfirmed } from '../model/intent.js';
import { EventAwaited, type MessageQuery, MessageUnconfirmed } from '../store/question-messages.js';
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
  readonly now: () => number;
}

/** For so long after a reaction the event of its message may follow, ms. */
const FOLLOWS_WITHIN_MS = 15_000;

/**
 * Once it is known whose message it is, the reaction counts as any other; on one of nobody's it never does. Throws
 * `MessageUnconfirmed` while that is not known.
 */
export function createStopUnconfirmed({ questions, accept, now }: StopUnconfirmedOptions) {
  return async (reaction: StopUnconfirmed): Promise<void> => {
    const { id, place, messageTs, user } = reaction;
    const message = { workspace: place.workspace, channel: place.channel, ts: messageTs, user };
    const questionId = await questionAt(questions, message);
    if (questionId === undefined) {
      if (now() - reaction.at < FOLLOWS_WITHIN_MS) throw new EventAwaited(message);
      return;
    }
    await accept({ ...reaction, kind: 'stop', id: `stop-${id}`, questionId });
  };
}
