import type { ConversationRecord, QuestionRecord } from '../conversation/records.js';
import type {
  Conversation,
  Question,
  QuestionError,
  QuestionStatus,
  QuotaUsage,
} from '../conversation/resources.js';
import type { ApiVariants } from './variants.js';

export interface SerializeOptions {
  readonly variants: Pick<ApiVariants, 'failure' | 'cancel'>;
  readonly publicUrl: string;
  readonly now: number;
}

/** A conversation as the API returns it, without the fields that only a retrieval has. */
export function serializeConversation(
  record: ConversationRecord,
  options: SerializeOptions,
): Conversation {
  return {
    id: record.id,
    questions: record.questions.map((question) => serializeQuestion(question, options)),
    created_at: toIsoString(record.createdAt),
    updated_at: toIsoString(record.updatedAt),
    user_id: record.userId,
    read_token: record.readToken,
    share_url: `${options.publicUrl}/deepsearch/shared/${record.readToken}`,
  };
}

/** With `viewer` and `quota_usage`, if every question has an outcome. */
export function serializeForViewer(
  record: ConversationRecord,
  options: SerializeOptions & { readonly viewerId: number; readonly quota: QuotaUsage },
): Conversation {
  const conversation = serializeConversation(record, options);
  if (record.questions.some(({ phase }) => phase !== 'ended')) return conversation;
  return {
    ...conversation,
    viewer: { is_owner: record.userId === options.viewerId },
    quota_usage: options.quota,
  };
}

export function serializeQuestion(record: QuestionRecord, options: SerializeOptions): Question {
  const running = record.phase === 'processing' && record.startedAt !== undefined;
  const elapsed = running ? options.now - (record.startedAt ?? 0) : record.stats.time_millis;
  return {
    id: record.id,
    conversation_id: record.conversationId,
    question: record.text,
    created_at: toIsoString(record.createdAt),
    updated_at: toIsoString(record.updatedAt),
    turns: record.turns,
    // All zero until the first step, as in the document's example of a creation.
    stats: { ...record.stats, time_millis: record.turns.length > 1 || !running ? elapsed : 0 },
    suggested_followups: null,
    ...outcomeFields(record, options.variants),
  };
}

function outcomeFields(record: QuestionRecord, variants: SerializeOptions['variants']) {
  const { outcome } = record;
  // Also while it waits: the document's creation has this status, and clients stop at any other.
  if (record.phase !== 'ended' || !outcome) return { status: 'processing' as const };
  if (outcome.kind === 'failed') return failedFields(outcome.failure, variants.failure);
  if (outcome.kind === 'cancelled') return cancelledFields(variants.cancel);
  return {
    status: 'completed' as const,
    title: outcome.title,
    answer: outcome.answer,
    sources: outcome.sources,
    suggested_followups: outcome.followups,
  };
}

function failedFields(
  error: QuestionError,
  variant: ApiVariants['failure'],
): { status: QuestionStatus; error?: QuestionError } {
  if (variant === 'failed-without-error') return { status: 'failed' };
  return { status: variant === 'completed-with-error' ? 'completed' : variant, error };
}

function cancelledFields(variant: ApiVariants['cancel']): {
  status: QuestionStatus;
  error?: QuestionError;
} {
  if (variant === 'cancelled' || variant === 'canceled') return { status: variant };
  return { status: variant === 'failed' ? 'failed' : 'completed', error: CANCELLED_ERROR };
}

const CANCELLED_ERROR: QuestionError = {
  title: 'Cancelled',
  kind: 'Cancelled',
  message: 'The question was cancelled.',
};

function toIsoString(ms: number): string {
  return new Date(ms).toISOString();
}
