import type { AskRequest, Intent } from '../../model/intent.js';
import { threadOf } from '../../model/place.js';
import type { QuestionStore } from '../../store/questions.js';
import type { ReplyPolicy, ThreadStore } from '../../store/threads.js';
import {
  type ChannelsChanged,
  type Ignored,
  type IncomingEvent,
  ignored,
  type Reaction,
  type ThreadReply,
} from '../parse/result.js';

export interface ResolveEventOptions {
  readonly threads: Pick<ThreadStore, 'replyPolicy'>;
  readonly questions: Pick<QuestionStore, 'ownerOf'>;
}

/** A message that is not for the bot, but becomes context of its thread's next question. */
export interface ResolvedSideMessage extends Pick<AskRequest, 'place' | 'messageTs'> {
  readonly kind: 'side-message';
  /** Why it is not for the bot. */
  readonly reason: string;
}

export type ResolvedEvent = Intent | Ignored | ResolvedSideMessage | ChannelsChanged;

export type ResolveEvent = (event: IncomingEvent) => Promise<ResolvedEvent>;

/** Tells whether an event is for the bot: for a reply or a reaction, that takes one read. */
export function createResolveEvent({ threads, questions }: ResolveEventOptions): ResolveEvent {
  async function resolveReaction({ messageTs: ts, action }: Reaction): Promise<Intent | Ignored> {
    const { workspace, channel } = action.place;
    const owner = await questions.ownerOf({ workspace, channel, ts, user: action.user });
    if (owner.kind === 'none' && !isYoung(ts, action.at)) {
      return ignored('message belongs to no open question');
    }
    if (owner.kind === 'question') return { ...action, questionId: owner.id };
    return { ...action, kind: 'stop-unconfirmed', id: `unconfirmed-${action.id}`, messageTs: ts };
  }

  return async (event) => {
    switch (event.kind) {
      case 'reply': {
        const thread = threadOf(event.intent);
        return resolveReply(event, thread && (await threads.replyPolicy(thread)));
      }
      case 'reaction':
        return resolveReaction(event);
      case 'side-message':
        return sideMessage(event, 'addressed to somebody else');
      default:
        return event;
    }
  };
}

/** Slack sends events separately: that of a message younger than this may still be on its way, ms. */
const YOUNG_MS = 60_000;

function isYoung(ts: string, at: number): boolean {
  return at - Number(ts) * 1_000 < YOUNG_MS;
}

/** These count in every thread: they unmute one, or stop or edit what was asked in it. */
const ALWAYS: ReadonlySet<Intent['kind']> = new Set([
  'thread-command',
  'message-changed',
  'message-deleted',
] as const);

/** A muted thread takes no replies, and some channels only those that mention the bot. */
function resolveReply({ intent, toBot }: ThreadReply, policy?: ReplyPolicy): ResolvedEvent {
  const { ours = false, mutedSince, byMention = false } = policy ?? {};
  if (!ALWAYS.has(intent.kind)) {
    const isTalk = intent.kind === 'small-talk';
    const muted = mutedSince !== undefined && intent.at > mutedSince;
    const needsMention = byMention && !intent.place.direct;
    if (isTalk && (muted || needsMention)) return ignored('small talk');
    if (muted) return sideMessage(intent, 'thread is muted');
    if (needsMention) return sideMessage(intent, 'no mention');
  }
  return toBot || ours ? intent : ignored('thread is not a conversation with the bot');
}

function sideMessage(
  { place, messageTs }: Pick<AskRequest, 'place' | 'messageTs'>,
  reason: string,
): ResolvedSideMessage {
  return {
    kind: 'side-message',
    place,
    ...(messageTs === undefined ? {} : { messageTs }),
    reason,
  };
}
