import type {
  AgentStep,
  Answer,
  Failure,
  QuestionRef,
  Quota,
  Snapshot,
  Stats,
} from '../model/answer.js';
import { readPrompt, titleFor } from '../model/prompt.js';
import { maskSecrets } from '../secret-patterns.js';
import type { Conversation } from './deep-search.js';
import {
  WireCompleteConversation,
  WireConversation,
  type WireError,
  WireQuestion,
  type WireQuota,
  type WireTurn,
} from './schemas.js';

/** Limits of what is kept of a reply: people are shown no more. */
const MAX_STEPS = 500;
const MAX_STEP_LENGTH = 2_000;
const MAX_SOURCES = 300;
const MAX_FAILURE_LENGTH = 2_000;

/** A parsed body as a conversation, or undefined if it has no usable id. Never throws. */
export function decodeConversation(body: unknown): Conversation | undefined {
  const wire = WireConversation.safeParse(body);
  return wire.success ? toConversation(wire.data) : undefined;
}

/**
 * One question of a conversation. An empty object: the conversation is complete and does not
 * contain the question. Undefined: the body does not tell. Never throws.
 */
export function decodeRead(body: unknown, ref: QuestionRef): { question?: Snapshot } | undefined {
  const found = decodeConversation(body);
  if (found?.id !== ref.conversationId) return undefined;
  const question = found.questions.find(({ ref: { questionId } }) => questionId === ref.questionId);
  if (question !== undefined) return { question };
  return WireCompleteConversation.safeParse(body).success ? {} : undefined;
}

/** The follow-up that was sent. */
export interface SentFollowUp {
  readonly conversationId: number;
  readonly text: string;
}

/**
 * The new question in the reply to a follow-up. Some instances reply with the question, others
 * with the whole conversation. Undefined if the reply has neither. Never throws.
 */
export function decodeFollowUp(body: unknown, sent: SentFollowUp): Snapshot | undefined {
  const conversation = WireConversation.safeParse(body);
  if (conversation.success && conversation.data.questions.length > 0) {
    return conversation.data.id === sent.conversationId
      ? newestOf(toConversation(conversation.data).questions, sent.text)
      : undefined;
  }
  const question = WireQuestion.safeParse(body);
  if (!question.success) return undefined;
  const conversationId = question.data.conversation_id ?? sent.conversationId;
  if (conversationId !== sent.conversationId) return undefined;
  return toSnapshot(question.data, { conversationId });
}

/** The question just asked: ids grow, so of two with the same text the later one is ours. */
export function newestOf(questions: readonly Snapshot[], sent: string): Snapshot | undefined {
  const asked = readPrompt(sent);
  const byAge = [...questions].sort((a, b) => b.ref.questionId - a.ref.questionId);
  return (
    byAge.find(({ text, marker }) => marker === asked.marker && text === asked.question) ?? byAge[0]
  );
}

function toConversation(wire: WireConversation): Conversation {
  const quota = wire.quota_usage && toQuota(wire.quota_usage);
  const { id: conversationId, created_at: createdAt, updated_at: updatedAt } = wire;
  const info = { conversationId, createdAt, updatedAt, quota };
  return {
    id: wire.id,
    createdAt: wire.created_at ?? 0,
    updatedAt: wire.updated_at ?? wire.created_at ?? 0,
    ...(wire.user_id !== undefined && { userId: wire.user_id }),
    ...(wire.read_token !== undefined && { readToken: wire.read_token }),
    ...(wire.share_url !== undefined && { shareUrl: wire.share_url }),
    ...(wire.viewer?.is_owner !== undefined && { isOwner: wire.viewer.is_owner }),
    ...(quota !== undefined && { quota }),
    questions: wire.questions.map((question) => toSnapshot(question, info)),
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

/** What the conversation adds to a question. */
interface ConversationInfo {
  readonly conversationId: number;
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  readonly quota?: Quota | undefined;
}

const NO_STATS: Stats = { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 };

/** `createdAt` is 0 if the reply has no time at all. */
function toSnapshot(question: WireQuestion, conversation: ConversationInfo): Snapshot {
  const { question: text, marker } = readPrompt(question.question ?? '');
  return {
    ref: { conversationId: conversation.conversationId, questionId: question.id },
    text,
    ...(marker !== undefined && { marker }),
    createdAt: question.created_at ?? firstTurnAt(question) ?? conversation.createdAt ?? 0,
    ...(conversation.updatedAt !== undefined && { updatedAt: conversation.updatedAt }),
    steps: stepsOf(question.turns),
    stats: statsOf(question),
    ...stateOf(question, conversation),
  };
}

type State =
  | { status: 'pending' | 'working' | 'cancelled' }
  | { status: 'completed'; answer: Answer }
  | { status: 'failed'; failure: Failure };

/** An error makes a question terminal whatever its status is. */
function stateOf(question: WireQuestion, conversation: ConversationInfo): State {
  const status = question.status?.toLowerCase();
  const failure = failureOf(question.error);
  if (isCancelled(status) || isCancelled(failure?.kind.toLowerCase())) {
    return { status: 'cancelled' };
  }
  if (failure !== undefined) return { status: 'failed', failure };
  if (status === 'failed' || status === 'error') return failedWithout('Unknown');
  if (status === 'completed') return completed(question, conversation);
  return { status: status === 'pending' ? 'pending' : 'working' };
}

const isCancelled = (word: string | undefined) => word === 'cancelled' || word === 'canceled';

/** A failure for which the instance gives no error. */
function failedWithout(kind: string): State {
  return { status: 'failed', failure: { kind, title: '', message: '' } };
}

/** An error whose members are all empty is the zero value of a serializer, not an error. */
function failureOf(error: WireError | undefined): Failure | undefined {
  const kind = error?.kind?.trim() ?? '';
  const title = error?.title?.trim() ?? '';
  const message = error?.message?.trim() ?? '';
  if (kind + title + message === '') return undefined;
  return {
    kind: kind.slice(0, 200) || 'Unknown',
    title: shownText(title, 500),
    message: shownText(message, MAX_FAILURE_LENGTH),
  };
}

/** Everybody in the thread reads it, so a secret that the instance quotes is masked. */
function shownText(text: string, most: number): string {
  return maskSecrets(text.slice(0, 2 * MAX_FAILURE_LENGTH)).text.slice(0, most);
}

function completed(question: WireQuestion, conversation: ConversationInfo): State {
  const text = question.answer ?? '';
  if (text.trim() === '') return failedWithout('NoAnswer');
  return {
    status: 'completed',
    answer: {
      title: titleFor(question.question ?? '', question.title?.trim() ?? ''),
      text,
      sources: question.sources.slice(0, MAX_SOURCES).map(({ type, link, label }) => ({
        type,
        link,
        label: label || link,
      })),
      followups: question.suggested_followups.filter((followup) => followup.trim() !== ''),
      stats: statsOf(question),
      ...(conversation.quota !== undefined && { quota: conversation.quota }),
    },
  };
}

/** The first turn repeats the question, so it is not a step. */
function stepsOf(turns: readonly WireTurn[]): AgentStep[] {
  const steps = turns[0]?.role === 'user' ? turns.slice(1) : turns;
  return steps
    .slice(-MAX_STEPS)
    .map((turn) => ({
      text: (turn.reasoning?.trim() ?? '').slice(0, MAX_STEP_LENGTH),
      at: secondsToMs(turn.timestamp ?? 0),
    }))
    .filter((step) => step.text !== '');
}

function statsOf({ stats }: WireQuestion): Stats {
  if (stats === undefined) return NO_STATS;
  return {
    timeMs: stats.time_millis,
    toolCalls: stats.tool_calls,
    totalTokens: stats.total_tokens,
    credits: stats.credits,
  };
}

function firstTurnAt(question: WireQuestion): number | undefined {
  const at = question.turns[0]?.timestamp;
  return at === undefined ? undefined : secondsToMs(at);
}

const secondsToMs = (seconds: number) => Math.round(seconds * 1000);
