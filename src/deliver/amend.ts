import { isDeepStrictEqual } from 'node:util';
import type { Question } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import type { SlackMessages } from '../slack/slack.js';
import { slotOf } from './plan.js';
import { roomOf } from './tagged.js';

export type Amend = ReturnType<typeof createAmend>;

/** The messages of an ending as they went out, and as they should read now. */
interface Correction {
  readonly stands: readonly Message[];
  readonly should: readonly Message[];
}

/**
 * Puts right an ending that stands. Only messages that read otherwise now are changed, each by its
 * `ts`, so that nothing is said twice; where it would take a message more or less, all is left as it
 * is. Throws as Slack does: nothing depends on it.
 */
export function createAmend({ messages }: { readonly messages: Pick<SlackMessages, 'update'> }) {
  return async (question: Question, { stands, should }: Correction): Promise<void> => {
    if (stands.length !== should.length) return;
    for (const [i, message] of should.entries()) {
      const ts = question.posts[slotOf(question, i)]?.ts;
      if (ts === undefined || isDeepStrictEqual(message, stands[i])) continue;
      await messages.update(roomOf(question.place), ts, { ...message, priority: 'progress' });
    }
  };
}
