import { isDeepStrictEqual } from 'node:util';
import type { Question } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import type { LinksElsewhere } from '../render/links-elsewhere.js';
import type { SlackMessages } from '../slack/messages.js';
import { channelOf } from './find-messages.js';
import { slotOf } from './plan.js';

export type UpdateAnswer = ReturnType<typeof createUpdateAnswer>;

/** The messages of an outcome as they were posted, and as they should be now. */
interface Correction {
  readonly posted: readonly Message[];
  readonly wanted: readonly Message[];
}

interface UpdateAnswerOptions {
  readonly messages: Pick<SlackMessages, 'update'>;
  /** Such a message is not updated: only a post can forbid previews. */
  readonly linksElsewhere: LinksElsewhere;
}

/**
 * Updates the posted messages of an answer that have changed. If their number would change, nothing is
 * updated. Throws Slack's errors; the update is optional.
 */
export function createUpdateAnswer({ messages, linksElsewhere }: UpdateAnswerOptions) {
  return async (question: Question, { posted, wanted }: Correction): Promise<void> => {
    if (posted.length !== wanted.length) return;
    for (const [i, message] of wanted.entries()) {
      const ts = question.posts[slotOf(question, i)]?.ts;
      if (ts === undefined || isDeepStrictEqual(message, posted[i])) continue;
      if (linksElsewhere(message)) continue;
      await messages.update(channelOf(question.place), ts, { ...message, priority: 'progress' });
    }
  };
}
