import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Status } from '../deliver/status.js';
import type { AskRequest } from '../model/intent.js';
import { threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import * as notes from '../render/texts/notes.js';
import type { QuestionStore } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';

export interface ShowAcceptedOptions {
  readonly questions: Pick<QuestionStore, 'hold' | 'flags'>;
  readonly threads: Pick<ThreadStore, 'queuePosition' | 'releaseClaim'>;
  readonly status: Pick<Status, 'open'>;
  /** How long recent answers took, ms; undefined if there are too few. */
  readonly typicalDuration: () => Promise<number | undefined>;
  readonly postEphemeral: PostEphemeral;
  readonly now: () => number;
}

export type ShowAccepted = ReturnType<typeof createShowAccepted>;

/** Posts the status of an accepted question: in its thread, or in private. */
export function createShowAccepted(options: ShowAcceptedOptions) {
  const { questions, threads, status, postEphemeral, now } = options;

  async function openStatus(ask: AskRequest, question: Question): Promise<void> {
    const held = questions.hold(question);
    const position = await positionOf(question);
    const phase =
      position > 0 ? ({ kind: 'queued', position } as const) : ({ kind: 'received' } as const);
    const elapsedMs = Math.max(0, now() - question.askedAt);
    const typicalMs = position > 0 ? undefined : await options.typicalDuration();
    const estimate = typicalMs === undefined ? {} : { typicalMs };
    const progress = { phase, elapsedMs, steps: [], toolCalls: 0, ...estimate };
    await status.open(held, progress);
    const moved = question.askedIn === undefined && held.question.askedIn !== undefined;
    if (moved) await sayMoved(ask, question);
  }

  /** Tells the user that the answer is private; later replies in the thread are not for the bot. */
  async function sayMoved(ask: AskRequest, question: Question): Promise<void> {
    if (question.privately !== true) return postEphemeral(ask, whyInDirectMessage(question));
    const left = threadOf(question);
    if (left !== undefined) await threads.releaseClaim(left, ask.id);
    await postEphemeral(ask, notes.answeredPrivately);
  }

  /** Not if its message was deleted: the status would be posted at the channel's root. */
  async function awaitsStatus({ id, phase }: Question): Promise<boolean> {
    return phase === 'received' && (await questions.flags(id)).withdrawn === undefined;
  }

  async function positionOf({ place, id }: Question): Promise<number> {
    const { workspace, channel, threadTs } = place;
    return threadTs === undefined ? 0 : threads.queuePosition({ workspace, channel, threadTs }, id);
  }

  return async (ask: AskRequest, question: Question): Promise<void> => {
    if (await awaitsStatus(question)) await openStatus(ask, question);
  };
}

function whyInDirectMessage({ readersUnknown }: Question): string {
  return readersUnknown ? notes.askedWhereReadersUnknown : notes.askedInDirectMessage;
}
