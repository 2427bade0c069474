import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Threading } from '../deliver/threads.js';
import type { AskRequest } from '../model/intent.js';
import { threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import * as notes from '../render/texts/notes.js';
import type { QuestionStore } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';

export interface OpenPlaceOptions {
  readonly questions: Pick<QuestionStore, 'hold'>;
  readonly threads: Pick<ThreadStore, 'releaseClaim' | 'isPrivate'>;
  readonly threading: Pick<Threading, 'openPlace'>;
  readonly postEphemeral: PostEphemeral;
}

/** Throws as `Threading.openPlace` does. */
export type OpenPlace = (ask: AskRequest, question: Question) => Promise<void>;

/**
 * A question whose answer is private moves to its user's direct message before it is asked, and they
 * are told so.
 */
export function createOpenPlace(options: OpenPlaceOptions): OpenPlace {
  const { questions, threads, threading, postEphemeral } = options;

  /** Later replies in the thread are not for the bot. */
  async function sayMoved(ask: AskRequest, question: Question): Promise<void> {
    if (question.privately !== true) return postEphemeral(ask, notes.askedWhereReadersUnknown);
    const left = threadOf(question);
    if (left !== undefined) await threads.releaseClaim(left, ask.id);
    const isThread = left !== undefined && (await threads.isPrivate(left));
    const text = isThread ? notes.answeredPrivatelyInThread : notes.answeredPrivately;
    await postEphemeral(ask, text);
  }

  return async (ask, question) => {
    if (question.phase !== 'received') return;
    const held = questions.hold(question);
    await threading.openPlace(held);
    const moved = question.askedIn === undefined && held.question.askedIn !== undefined;
    if (moved) await sayMoved(ask, question);
  };
}
