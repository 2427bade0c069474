import type { Post, Question } from '../model/question.js';
import { SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { QuestionHandle } from '../store/questions.js';
import { channelOf, findMessages } from './find-messages.js';
import { isAnswerSlot } from './plan.js';

export interface MessageDeletionOptions {
  readonly messages: Pick<SlackMessages, 'list' | 'remove'>;
}

/** Takes back what a question said, newest first; also what a lost reply hides. */
export function createMessageDeletion({ messages }: MessageDeletionOptions) {
  async function takeBack(question: Question, which: (slot: string) => boolean): Promise<void> {
    const { place } = question;
    const posts = postsIn(question).flatMap(([slot, post]) => (which(slot) ? [post] : []));
    const unsure = posts.filter((post) => post.ts === undefined || post.doubtful === true);
    const looks = await Promise.all(
      unsure.map(async ({ at }) => [
        ...(await findMessages(messages, question, { since: at, threadTs: undefined })),
        ...(await findMessages(messages, question, { since: at, threadTs: place.threadTs }).catch(
          noneWhereGone,
        )),
      ]),
    );
    const lost = looks.flat().filter(({ metadata: tag }) => tag !== undefined && which(tag.slot));
    const all = [...posts, ...lost].flatMap(({ ts }) => ts ?? []);
    const newestFirst = [...new Set(all)].sort((a, b) => Number(b) - Number(a));
    for (const ts of newestFirst) await messages.remove(channelOf(place), ts);
  }

  return {
    /** Takes back all that was said for a question, newest first; also what a lost reply hides. */
    async deleteMessages({ question }: QuestionHandle): Promise<void> {
      await takeBack(question, () => true);
    },

    /**
     * Takes back what stands of an answer that is to stand elsewhere. The record says first that it
     * may be gone: who goes on after a crash looks for each part, and sends what is missing.
     */
    async deleteAnswer(held: QuestionHandle): Promise<void> {
      const before = held.question;
      const doubted = postsIn(before)
        .filter(([slot]) => isAnswerSlot(slot))
        .map(([slot, { at }]) => [slot, { at, doubtful: true }]);
      await held.save({ posts: { ...before.posts, ...Object.fromEntries(doubted) } });
      await takeBack(before, isAnswerSlot);
    },
  };
}

function postsIn({ posts }: Question): [string, Post][] {
  return Object.entries(posts).flatMap(([slot, post]) =>
    post === undefined ? [] : [[slot, post]],
  );
}

/** A thread that is gone holds nothing. */
function noneWhereGone(error: unknown): [] {
  if (error instanceof SlackRefused) return [];
  throw error;
}
