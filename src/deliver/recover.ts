import type { Slot } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import { ignoreRefusal, type SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { QuestionHandle } from '../store/questions.js';
import { channelOf } from './find-messages.js';
import type { LeaveChannel } from './leave-channel.js';
import type { MessageStep } from './plan.js';

export interface RecoverOptions {
  readonly leaveChannel: LeaveChannel;
  readonly messages: Pick<SlackMessages, 'remove'>;
}

/** A message of an outcome that Slack refused in all its forms. */
export interface RefusedStep {
  readonly step: MessageStep;
  readonly refusal: SlackRefused;
  /** What the status message becomes in a direct message that takes no outcome. */
  readonly finishedStatus: Message;
}

/** Afterwards, the delivery is planned again. Throws the refusal if there is no other way. */
export type Recover = (held: QuestionHandle, refused: RefusedStep) => Promise<void>;

/**
 * Finds another way after a refusal: a message that cannot be updated is posted as a new one, and an
 * outcome that cannot be posted moves to the user's direct message.
 */
export function createRecover({ leaveChannel, messages }: RecoverOptions): Recover {
  return async (held, { step, refusal, finishedStatus }) => {
    if (step.kind === 'update') return deleteForNewPost(messages, held, step.slot);
    const { direct } = held.question.place;
    await leaveChannel(held, direct ? { refusal, left: finishedStatus } : { refusal });
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
