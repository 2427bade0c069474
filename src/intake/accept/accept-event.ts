import type { Logger } from '../../log.js';
import { DeepSearchSlackError } from '../../model/error.js';
import type { AskRequest, Intent } from '../../model/intent.js';
import { type ThreadKey, threadOf } from '../../model/place.js';
import { withTimeout } from '../../timeout.js';
import type { IncomingEvent, Reaction, ThreadReply } from '../parse/result.js';

/** An event could not be stored in time: Slack gets an error, so that it sends the event again. */
export class NotPersisted extends DeepSearchSlackError {
  readonly code = 'not_persisted';
}

export interface AcceptEventOptions {
  /** Adds an intent to its queue; its id makes a repeat harmless. */
  readonly accept: (intent: Intent) => Promise<void>;
  readonly threads: {
    claim(thread: ThreadKey, id: string): Promise<boolean>;
    addSideMessage(thread: ThreadKey, ts: string): Promise<void>;
    replyPolicy(
      thread: ThreadKey,
    ): Promise<{ ours: boolean; mutedSince?: number; byMention?: boolean }>;
  };
  /** Questions that are queued: they may be stopped before a worker takes them up. */
  readonly acceptedQuestions: {
    add(
      thread: ThreadKey,
      question: { id: string; at: number; messageTs?: string | undefined },
    ): Promise<void>;
  };
  readonly questions: {
    /** The open question that a message belongs to. */
    atMessage(message: {
      workspace: string;
      channel: string;
      ts: string;
    }): Promise<string | undefined>;
  };
  /** Counts what was accepted: a question's origin, another intent's kind, or `ignored`. */
  readonly observe: (what: string) => void;
  readonly logger: Logger;
}

/** Slack waits 3 s for an ack; after this, it should send the event again, ms. */
const PERSIST_WITHIN_MS = 2_500;

export type AcceptEvent = (event: IncomingEvent | Promise<IncomingEvent>) => Promise<void>;

/**
 * Stores what is for the bot before Slack's ack: one read for a reply or a reaction, then one write,
 * or three in parallel for a question in a thread. Throws if that fails or takes longer than 2.5 s.
 */
export function createAcceptEvent(options: AcceptEventOptions): AcceptEvent {
  const { accept, threads, acceptedQuestions, questions, observe, logger } = options;

  /** Claims the thread at once, so that an immediate reply counts as one to the bot. */
  async function persist(intent: Intent): Promise<void> {
    await Promise.all([accept(intent), ...(intent.kind === 'ask' ? claimThread(intent) : [])]);
    observe(intent.kind === 'ask' ? intent.origin : intent.kind);
    logger.info({ intent: intent.kind, id: intent.id }, 'event accepted');
  }

  function claimThread(ask: AskRequest): Promise<unknown>[] {
    const thread = threadOf(ask);
    if (thread === undefined) return [];
    return [threads.claim(thread, ask.id), acceptedQuestions.add(thread, ask)];
  }

  function ignore(reason: string): void {
    observe('ignored');
    logger.debug({ reason }, 'event ignored');
  }

  async function process(event: IncomingEvent): Promise<void> {
    switch (event.kind) {
      case 'ignored':
        return ignore(event.reason);
      case 'reply':
        return acceptReply(event);
      case 'side-message':
        return noteSideMessage(event, 'addressed to somebody else');
      case 'reaction':
        return acceptReaction(event);
      default:
        return persist(event);
    }
  }

  async function acceptReply({ intent, toBot }: ThreadReply): Promise<void> {
    const thread = threadOf(intent);
    const policy = thread ? await threads.replyPolicy(thread) : { ours: false };
    const { ours, mutedSince, byMention = false } = policy;
    const unmentioned = intent.kind === 'ask' && intent.origin === 'reply';
    const muted = intent.kind === 'ask' && mutedSince !== undefined && intent.at > mutedSince;
    if (muted) return noteSideMessage(intent, 'thread is muted');
    if (byMention && unmentioned) return noteSideMessage(intent, 'no mention');
    if (toBot || ours) return persist(intent);
    ignore('thread is not a conversation with the bot');
  }

  /** The message becomes context of the thread's next question. */
  async function noteSideMessage(
    message: Pick<AskRequest, 'place' | 'messageTs'>,
    reason: string,
  ): Promise<void> {
    const thread = threadOf(message);
    const { messageTs } = message;
    if (thread && messageTs !== undefined) await threads.addSideMessage(thread, messageTs);
    ignore(reason);
  }

  async function acceptReaction({ messageTs: ts, action }: Reaction): Promise<void> {
    const { workspace, channel } = action.place;
    const questionId = await questions.atMessage({ workspace, channel, ts });
    if (questionId !== undefined) return persist({ ...action, questionId });
    ignore('message belongs to no open question');
  }

  return async function acceptEvent(event) {
    const processed = Promise.resolve(event).then(process);
    await withTimeout(processed, PERSIST_WITHIN_MS, () => {
      throw new NotPersisted(`Slack's event could not be stored within ${PERSIST_WITHIN_MS} ms`);
    });
  };
}
