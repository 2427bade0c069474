import type { QuestionRef, Quota, Snapshot } from '../model/answer.js';
import { toSnapshot } from './snapshot.js';
import { WireConversation, WireQuestion, type WireQuota, WireWhole } from './wire.js';

/** A conversation on the instance; times in ms since the epoch, 0 where the service names none. */
export interface Conversation {
  readonly id: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly userId?: number;
  /** A capability: whoever holds it can read the conversation where sharing is on. */
  readonly readToken?: string;
  /** Holds the read token; absolute, or a path that starts with a slash. */
  readonly shareUrl?: string;
  readonly isOwner?: boolean;
  readonly quota?: Quota;
  /** As the service ordered them. Find one by its id, never by its place. */
  readonly questions: readonly Snapshot[];
}

/** A parsed body as a conversation, or undefined where it has no usable id. Never throws. */
export function decodeConversation(body: unknown): Conversation | undefined {
  const wire = WireConversation.safeParse(body);
  return wire.success ? toConversation(wire.data) : undefined;
}

/**
 * One question out of its conversation. Without a question: the conversation is there and whole,
 * and does not hold it. Undefined where that cannot be told from the body. Never throws.
 */
export function decodeRead(body: unknown, ref: QuestionRef): { question?: Snapshot } | undefined {
  const found = decodeConversation(body);
  if (found?.id !== ref.conversationId) return undefined;
  const question = found.questions.find(({ ref: { questionId } }) => questionId === ref.questionId);
  if (question !== undefined) return { question };
  return WireWhole.safeParse(body).success ? {} : undefined;
}

/** What a follow-up is answered with: the bare question in some instances, all in others. */
export interface FollowUpFacts {
  readonly conversationId: number;
  readonly text: string;
}

/** The new question in a follow-up's reply, or undefined where it is not in there. Never throws. */
export function decodeFollowUp(body: unknown, sent: FollowUpFacts): Snapshot | undefined {
  const whole = WireConversation.safeParse(body);
  if (whole.success && whole.data.questions.length > 0) {
    return whole.data.id === sent.conversationId
      ? newestOf(toConversation(whole.data).questions, sent.text)
      : undefined;
  }
  const bare = WireQuestion.safeParse(body);
  if (!bare.success) return undefined;
  const home = bare.data.conversation_id ?? sent.conversationId;
  if (home !== sent.conversationId) return undefined;
  return toSnapshot(bare.data, { conversationId: sent.conversationId });
}

/** The question just asked: ids grow, and of two with the text the later one is ours. */
export function newestOf(questions: readonly Snapshot[], text: string): Snapshot | undefined {
  const byAge = [...questions].sort((a, b) => b.ref.questionId - a.ref.questionId);
  return byAge.find((question) => question.text === text) ?? byAge[0];
}

function toConversation(wire: WireConversation): Conversation {
  const quota = wire.quota_usage && toQuota(wire.quota_usage);
  const around = { conversationId: wire.id, createdAt: wire.created_at, quota };
  return {
    id: wire.id,
    createdAt: wire.created_at ?? 0,
    updatedAt: wire.updated_at ?? wire.created_at ?? 0,
    ...(wire.user_id !== undefined && { userId: wire.user_id }),
    ...(wire.read_token !== undefined && { readToken: wire.read_token }),
    ...(wire.share_url !== undefined && { shareUrl: wire.share_url }),
    ...(wire.viewer?.is_owner !== undefined && { isOwner: wire.viewer.is_owner }),
    ...(quota !== undefined && { quota }),
    questions: wire.questions.map((question) => toSnapshot(question, around)),
  };
}

/** A negative limit means unlimited. */
function toQuota(wire: WireQuota): Quota {
  const limit = wire.quota_limit;
  return {
    used: wire.total_quota,
    ...(limit !== undefined && limit >= 0 && { limit }),
    ...(wire.reset_time !== undefined && { resetAt: wire.reset_time }),
  };
}
