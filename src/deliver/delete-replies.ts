import type { Logger } from '../log.js';
import { threadOf } from '../model/place.js';
import type { PostedMessage, Question } from '../model/question.js';
import { SlackBusy, SlackRefused, throwUnlessRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { QuestionHandle, QuestionStore } from '../store/questions.js';
import { channelOf, findMessages } from './find-messages.js';
import { isAnswerSlot } from './plan.js';

export interface MessageDeletionOptions {
  readonly messages: Pick<SlackMessages, 'list' | 'remove'>;
}

/** Deletes messages of a question, newest first, including those whose `ts` was never recorded. */
export function createMessageDeletion({ messages }: MessageDeletionOptions) {
  async function deleteSlots(
    question: Question,
    isIncluded: (slot: string) => boolean,
  ): Promise<void> {
    const { place } = question;
    const posts = postsIn(question).flatMap(([slot, post]) => (isIncluded(slot) ? [post] : []));
    const uncertain = posts.filter(
      (post) => post.ts === undefined || post.mayBeDuplicated === true,
    );
    const listed = await Promise.all(
      uncertain.map(async ({ at }) => [
        ...(await findMessages(messages, question, { since: at, threadTs: undefined })),
        ...(await findMessages(messages, question, { since: at, threadTs: place.threadTs }).catch(
          noneIfRefused,
        )),
      ]),
    );
    const lost = listed
      .flat()
      .filter(({ metadata }) => metadata !== undefined && isIncluded(metadata.slot));
    const all = [...posts, ...lost].flatMap(({ ts }) => ts ?? []);
    const newestFirst = [...new Set(all)].sort((a, b) => Number(b) - Number(a));
    for (const ts of newestFirst) await messages.remove(channelOf(place), ts);
  }

  return {
    async deleteMessages({ question }: QuestionHandle): Promise<void> {
      await deleteSlots(question, () => true);
    },

    /**
     * Deletes an answer that is to be posted elsewhere. The record is marked first: after a crash,
     * delivery looks for each part and posts those that are missing.
     */
    async deleteAnswer(held: QuestionHandle): Promise<void> {
      const before = held.question;
      const uncertain = postsIn(before)
        .filter(([slot]) => isAnswerSlot(slot))
        .map(([slot, { at }]) => [slot, { at, mayBeDuplicated: true }]);
      await held.save({ posts: { ...before.posts, ...Object.fromEntries(uncertain) } });
      await deleteSlots(before, isAnswerSlot);
    },
  };
}

function postsIn({ posts }: Question): [string, PostedMessage][] {
  return Object.entries(posts).flatMap(([slot, post]) =>
    post === undefined ? [] : [[slot, post]],
  );
}

/** The thread may have been deleted. */
function noneIfRefused(error: unknown): [] {
  if (error instanceof SlackRefused) return [];
  throw error;
}

export interface DeleteRepliesOptions {
  readonly outbox: { deleteMessages(held: QuestionHandle): Promise<void> };
  readonly questions: Pick<QuestionStore, 'close' | 'isStatusLocked'>;
  readonly logger: Logger;
}

export type DeleteReplies = (held: QuestionHandle) => Promise<void>;

/**
 * Closes a question whose thread was deleted: deletes our messages and posts no outcome, which
 * would appear at the channel's root. Throws as delivery does.
 */
export function createDeleteReplies(options: DeleteRepliesOptions): DeleteReplies {
  const { outbox, questions, logger } = options;
  return async (held) => {
    const { question } = held;
    if (await questions.isStatusLocked(question.id)) throw new SlackBusy('chat.delete', 100);
    try {
      await outbox.deleteMessages(held);
    } catch (error) {
      throwUnlessRefused(error);
      logger.warn({ err: error, question: question.id }, 'replies not deleted: refused by Slack');
    }
    held.question = await questions.close({ ...question, phase: 'delivered' }, threadOf(question));
  };
}
