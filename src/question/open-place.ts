import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Threading } from '../deliver/threads.js';
import type { AskRequest } from '../model/intent.js';
import { threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import * as notes from '../render/texts/notes.js';
import type { QuestionStore } from '../store/questions.js';
import type { ResponseUrlStore } from '../store/sealed-urls.js';
import type { ThreadStore } from '../store/threads.js';
import { VaultError } from '../vault/vault.js';

export interface OpenPlaceOptions {
  readonly questions: Pick<QuestionStore, 'hold'>;
  readonly threads: Pick<ThreadStore, 'releaseClaim' | 'isPrivate'>;
  readonly threading: Pick<Threading, 'openPlace'>;
  readonly questionResponses: Pick<ResponseUrlStore, 'keep'>;
  readonly postEphemeral: PostEphemeral;
}

/** Throws as `Threading.openPlace` does. */
export type OpenPlace = (ask: AskRequest, question: Question) => Promise<void>;

/**
 * A question whose answer is private moves to its user's direct message before it is asked, and they
 * are told so. Slack may refuse any other in its channel later: how to tell them there is kept.
 */
export function createOpenPlace(options: OpenPlaceOptions): OpenPlace {
  const { questions, threads, threading, questionResponses, postEphemeral } = options;

  /** Later replies in the thread are not for the bot. */
  async function sayMoved(ask: AskRequest, question: Question): Promise<void> {
    if (question.privately !== true) return postEphemeral(ask, notes.askedWhereReadersUnknown);
    const left = threadOf(question);
    if (left !== undefined) await threads.releaseClaim(left, ask.id);
    const isThread = left !== undefined && (await threads.isPrivate(left));
    const text = isThread ? notes.answeredPrivatelyInThread : notes.answeredPrivately;
    await postEphemeral(ask, text);
  }

  /** Without it, they are told in the direct message. */
  async function keepResponseUrl({ id, sealedResponseUrl: url }: AskRequest): Promise<void> {
    if (url === undefined) return;
    try {
      await questionResponses.keep(id, url);
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
    }
  }

  return async (ask, question) => {
    if (question.phase !== 'received') return;
    const held = questions.hold(question);
    await threading.openPlace(held);
    const moved = question.askedIn === undefined && held.question.askedIn !== undefined;
    if (moved) await sayMoved(ask, question);
    if (!held.question.place.direct) await keepResponseUrl(ask);
  };
}
