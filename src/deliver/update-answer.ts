import { isDeepStrictEqual } from 'node:util';
import type { Question } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import type { SlackMessages } from '../slack/messages.js';
import { channelOf } from './find-messages.js';
import { slotOf } from './plan.js';

export type UpdateAnswer = ReturnType<typeof createUpdateAnswer>;

/** The messages of an ending as they went out, and as they should read now. */
interface Correction {
  readonly posted: readonly Message[];
  readonly wanted: readonly Message[];
}

/**
 * Puts right an ending that stands. Only messages that read otherwise now are changed, each by its
 * `ts`, so that nothing is said twice; where it would take a message more or less, all is left as it
 * is. Throws as Slack does: nothing depends on it.
 */
export function createUpdateAnswer({
  messages,
}: {
  readonly messages: Pick<SlackMessages, 'update'>;
}) {
  return async (
    question: Question,
    { posted: stands, wanted: should }: Correction,
  ): Promise<void> => {
    if (stands.length !== should.length) return;
    for (const [i, message] of should.entries()) {
      const ts = question.posts[slotOf(question, i)]?.ts;
      if (ts === undefined || isDeepStrictEqual(message, stands[i])) continue;
      await messages.update(channelOf(question.place), ts, { ...message, priority: 'progress' });
    }
  };
}
