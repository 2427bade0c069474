import type { Logger } from '../log.js';
import type { ConversationRequest } from '../model/conversation-request.js';
import { DeepSearchSlackError } from '../model/error.js';
import type { Ask, Intent, ThreadCommand } from '../model/intent.js';
import type { ThreadKey } from '../model/question.js';
import type { Change, Reaction } from './changes.js';
import type { ParsedEvent } from './parse.js';

/** It could not be kept in time: Slack must hear a refusal, so that it sends it again. */
export class NotKept extends DeepSearchSlackError {
  readonly code = 'not_kept';
}

export interface DoorOptions {
  /** Keeps an intent durably; its id makes a repeat harmless. */
  readonly accept: (intent: Intent) => Promise<void>;
  readonly threads: {
    claim(thread: ThreadKey, id: string): Promise<boolean>;
    addSideMessage(thread: ThreadKey, ts: string): Promise<void>;
    replyPolicy(
      thread: ThreadKey,
    ): Promise<{ ours: boolean; mutedSince?: number; byMention?: boolean }>;
  };
  /** What is heard may be stopped before it is taken up. */
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
  /** How it asks, what else it wants, or `ignored`. */
  readonly observe: (what: string) => void;
  readonly logger: Logger;
}

/** Slack waits 3 s for an ack; past this we would rather be asked again, ms. */
const KEEP_WITHIN_MS = 2_500;

/** What comes to the door; some of it has to be looked up before we know whether it is for us. */
export type Comer = ParsedEvent | Reaction | Change;

export type Door = (comer: Comer | Promise<Comer>) => Promise<void>;

/**
 * Keeps what is for us, and nothing else, before the ack: one read for a reply or a reaction, one
 * add for what is asked. Throws where it could not be kept within 2.5 s.
 */
export function createDoor(options: DoorOptions): Door {
  const { accept, threads, acceptedQuestions, questions, observe, logger } = options;

  /** The thread is ours from this moment, so that a reply right behind the question is heard. */
  async function keep(intent: Intent): Promise<void> {
    await Promise.all([accept(intent), ...(intent.kind === 'ask' ? announce(intent) : [])]);
    observe(intent.kind === 'ask' ? intent.origin : intent.kind);
    logger.info({ intent: intent.kind, id: intent.id }, 'accepted');
  }

  function announce(ask: Ask): Promise<unknown>[] {
    const thread = threadOf(ask);
    return thread === undefined
      ? []
      : [threads.claim(thread, ask.id), acceptedQuestions.add(thread, ask)];
  }

  async function take(parsed: Comer): Promise<void> {
    switch (parsed.kind) {
      case 'ignored':
        observe('ignored');
        logger.debug({ reason: parsed.reason }, 'ignored');
        return;
      case 'reply':
        return takeReply(parsed.said, parsed.toUs);
      case 'aside':
        return takeAside(parsed);
      case 'reaction':
        return takeReaction(parsed);
      default:
        return keep(parsed);
    }
  }

  async function takeReply(said: Said, toUs: boolean): Promise<void> {
    const thread = threadOf(said);
    const look = thread ? await threads.replyPolicy(thread) : { ours: false };
    const { ours, mutedSince, byMention = false } = look;
    const unmentioned = said.kind === 'ask' && said.origin === 'reply';
    const muted = said.kind === 'ask' && mutedSince !== undefined && said.at > mutedSince;
    const aside = muted || (byMention && unmentioned);
    if ((toUs || ours) && !aside) return keep(said);
    if (aside) return takeAside(said);
    observe('ignored');
  }

  /** It travels along with the thread's next question. */
  async function takeAside(aside: Pick<Ask, 'place' | 'messageTs'>): Promise<void> {
    const thread = threadOf(aside);
    const { messageTs } = aside;
    if (thread && messageTs !== undefined) await threads.addSideMessage(thread, messageTs);
    observe('ignored');
  }

  async function takeReaction({ messageTs: ts, press }: Reaction): Promise<void> {
    const { workspace, channel } = press.place;
    const questionId = await questions.atMessage({ workspace, channel, ts });
    if (questionId !== undefined) return keep({ ...press, questionId });
    observe('ignored');
  }

  return async function enter(parsed) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const says = `What Slack sent could not be kept within ${KEEP_WITHIN_MS} ms`;
      timer = setTimeout(() => reject(new NotKept(says)), KEEP_WITHIN_MS);
    });
    const taken = Promise.resolve(parsed).then(take);
    await Promise.race([taken, late]).finally(() => clearTimeout(timer));
  };
}

/** What people say or do in a thread, which is for us only where the thread is. */
type Said = Ask | ThreadCommand | ConversationRequest | Change['said'];

function threadOf({ place }: Pick<Ask, 'place'>): ThreadKey | undefined {
  const { workspace, channel, threadTs } = place;
  return threadTs === undefined ? undefined : { workspace, channel, threadTs };
}
