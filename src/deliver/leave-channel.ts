import type { Question } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import { renderMoved } from '../render/question/outcome.js';
import { ignoreRefusal, SlackBusy, SlackRefused, throwUnlessRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { QuestionHandle, QuestionStore } from '../store/questions.js';
import type { MessageDeletion } from './delete-messages.js';
import { channelOf } from './find-messages.js';
import type { Outbox } from './outbox.js';
import type { Threading } from './threads.js';

export interface LeaveChannelOptions {
  readonly outbox: Pick<Outbox, 'adoptLost'>;
  readonly deletion: Pick<MessageDeletion, 'deleteAnswer'>;
  readonly threading: Pick<Threading, 'moveToDirect'>;
  readonly messages: Pick<SlackMessages, 'update'>;
  readonly questions: Pick<QuestionStore, 'isStatusLocked'>;
}

/** `refusal`: why it cannot stay. `left`: what its status message becomes. */
export interface Leaving {
  readonly refusal: SlackRefused;
  readonly left: Message;
}

export type LeaveChannel = (held: QuestionHandle, leaving?: Partial<Leaving>) => Promise<void>;

/**
 * Moves a question to its author's direct message. What it leaves behind says so, shows nothing of the
 * answer and has no buttons. Throws as `moveToDirect` does.
 */
export function createLeaveChannel(options: LeaveChannelOptions): LeaveChannel {
  const { outbox, deletion, threading, messages, questions } = options;

  async function finishMessages({ place, posts }: Question, left: Message): Promise<void> {
    const message = { ...left, priority: 'final' as const };
    for (const post of [posts.status, posts.overdue]) {
      if (post?.ts === undefined) continue;
      await messages.update(channelOf(place), post.ts, message).catch(throwUnlessRefused);
    }
  }

  return async (held, { refusal = NOT_HERE, left = renderMoved() } = {}) => {
    // A click is updating the status, which would overwrite what is left here.
    if (await questions.isStatusLocked(held.question.id)) throw new SlackBusy('chat.update', 100);
    await outbox.adoptLost(held, ['status', 'overdue']).catch(throwUnlessRefused);
    await finishMessages(held.question, left);
    await deletion.deleteAnswer(held).catch(ignoreRefusal);
    await threading.moveToDirect(held, refusal);
  };
}

const NOT_HERE = new SlackRefused('chat.postMessage', 'restricted_action');
