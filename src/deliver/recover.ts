import type { Slot } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import { ignoreRefusal, type SlackRefused, throwUnlessRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { QuestionHandle } from '../store/questions.js';
import type { MessageDeletion } from './delete-messages.js';
import { channelOf } from './find-messages.js';
import type { MessageStep } from './plan.js';
import type { Threading } from './threads.js';

export interface RecoverOptions {
  readonly deletion: Pick<MessageDeletion, 'deleteAnswer'>;
  readonly threading: Pick<Threading, 'moveToDirect'>;
  readonly messages: Pick<SlackMessages, 'remove' | 'update'>;
}

/** A message of an outcome that Slack refused in all its forms. */
export interface RefusedStep {
  readonly step: MessageStep;
  readonly refusal: SlackRefused;
  /** What the status message becomes in a place that the question leaves. */
  readonly finishedStatus: Message;
}

/** Afterwards, the delivery is planned again. Throws the refusal if there is no other way. */
export type Recover = (held: QuestionHandle, refused: RefusedStep) => Promise<void>;

/**
 * Finds another way after a refusal: a message that cannot be updated is posted as a new one, and an
 * outcome that cannot be posted moves to the user's direct message.
 */
export function createRecover({ deletion, threading, messages }: RecoverOptions): Recover {
  /** Removes the Cancel button of the status message. */
  async function finishStatus({ question }: QuestionHandle, finished: Message): Promise<void> {
    const ts = question.posts.status?.ts;
    if (ts === undefined) return;
    const message = { ...finished, priority: 'final' as const };
    await messages.update(channelOf(question.place), ts, message).catch(throwUnlessRefused);
  }

  return async (held, refused) => {
    if (refused.step.kind === 'update') return deleteForNewPost(messages, held, refused.step.slot);
    await finishStatus(held, refused.finishedStatus);
    await deletion.deleteAnswer(held).catch(ignoreRefusal);
    await threading.moveToDirect(held, refused.refusal);
  };
}

/**
 * Deletes the message in a slot, and then its record, so that a new one is posted. An earlier attempt
 * may have updated it although Slack now refuses that. What Slack does not delete stays.
 */
export async function deleteForNewPost(
  messages: Pick<SlackMessages, 'remove'>,
  held: QuestionHandle,
  slot: Slot,
): Promise<void> {
  const { [slot]: post, ...posts } = held.question.posts;
  if (post?.ts !== undefined) {
    await messages.remove(channelOf(held.question.place), post.ts).catch(ignoreRefusal);
  }
  await held.save({ posts });
}
