import type { PostedMessage, Question } from '../model/question.js';
import { SlackRefused } from '../slack/errors.js';
import type { ListedMessage } from '../slack/message-lists.js';
import type { SlackMessages } from '../slack/messages.js';
import type { QuestionHandle } from '../store/questions.js';
import { channelOf, findMessages } from './find-messages.js';
import { isAnswerSlot } from './plan.js';

export interface MessageDeletionOptions {
  readonly messages: Pick<SlackMessages, 'list' | 'remove'>;
}

export type MessageDeletion = ReturnType<typeof createMessageDeletion>;

/** Deletes messages of a question, newest first, including those whose `ts` was never recorded. */
export function createMessageDeletion({ messages }: MessageDeletionOptions) {
  /** Newest first. */
  async function findSlots(
    question: Question,
    isIncluded: (slot: string) => boolean,
  ): Promise<string[]> {
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
    return [...new Set(all)].sort((a, b) => Number(b) - Number(a));
  }

  async function deleteSlots(
    question: Question,
    isIncluded: (slot: string) => boolean,
  ): Promise<void> {
    for (const ts of await findSlots(question, isIncluded)) {
      await messages.remove(channelOf(question.place), ts);
    }
  }

  return {
    /** The messages of a question, those whose `ts` was never recorded too. Throws as Slack refuses. */
    find: (question: Question): Promise<string[]> => findSlots(question, () => true),

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

    /** Deletes duplicates: messages that were posted again after a lost reply. */
    async sweep({ question }: QuestionHandle): Promise<void> {
      for (const { ts } of await findDuplicates(messages, question)) {
        await messages.remove(channelOf(question.place), ts);
      }
    },
  };
}

/** What the question's slots do not name, although we posted it. */
async function findDuplicates(
  messages: Pick<SlackMessages, 'list'>,
  question: Question,
): Promise<ListedMessage[]> {
  const { place, posts: slots } = question;
  const posts = Object.values(slots).filter((post) => post !== undefined);
  const uncertain = posts.filter((post) => post.mayBeDuplicated === true);
  if (uncertain.length === 0) return [];
  const known = new Set(posts.map((post) => post.ts));
  const since = Math.min(...uncertain.map((post) => post.at));
  const roots = slots.root?.mayBeDuplicated
    ? await findMessages(messages, question, { since, threadTs: undefined })
    : [];
  const replies = await findMessages(messages, question, { since, threadTs: place.threadTs });
  return [...roots, ...replies].filter((message) => !known.has(message.ts));
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
