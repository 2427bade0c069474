import type { ConversationRecord, QuestionRecord } from '../conversation/records.js';
import type {
  Conversation,
  Failure,
  Question,
  QuotaUsage,
  Status,
} from '../conversation/resources.js';
import type { Forms } from '../settings/service-options.js';

export interface PresentParts {
  readonly forms: Pick<Forms, 'failure' | 'cancel'>;
  readonly publicUrl: string;
  readonly now: number;
}

/** A record as the document gives it, without what only a retrieval carries. */
export function presentConversation(record: ConversationRecord, parts: PresentParts): Conversation {
  return {
    id: record.id,
    questions: record.questions.map((question) => presentQuestion(question, parts)),
    created_at: iso(record.createdAt),
    updated_at: iso(record.updatedAt),
    user_id: record.userId,
    read_token: record.readToken,
    share_url: `${parts.publicUrl}/deepsearch/shared/${record.readToken}`,
  };
}

/** With `viewer` and `quota_usage`, where every question has ended. */
export function presentRetrieval(
  record: ConversationRecord,
  parts: PresentParts & { readonly viewerId: number; readonly quota: QuotaUsage },
): Conversation {
  const conversation = presentConversation(record, parts);
  if (record.questions.some(({ phase }) => phase !== 'ended')) return conversation;
  return {
    ...conversation,
    viewer: { is_owner: record.userId === parts.viewerId },
    quota_usage: parts.quota,
  };
}

export function presentQuestion(record: QuestionRecord, parts: PresentParts): Question {
  const running = record.phase === 'processing' && record.startedAt !== undefined;
  const elapsed = running ? parts.now - (record.startedAt ?? 0) : record.stats.time_millis;
  return {
    id: record.id,
    conversation_id: record.conversationId,
    question: record.text,
    created_at: iso(record.createdAt),
    updated_at: iso(record.updatedAt),
    turns: record.turns,
    // Until the first step everything is zero, as the document has it for a creation.
    stats: { ...record.stats, time_millis: record.turns.length > 1 || !running ? elapsed : 0 },
    suggested_followups: null,
    ...ended(record, parts.forms),
  };
}

function ended(record: QuestionRecord, forms: PresentParts['forms']) {
  const { ending } = record;
  if (record.phase !== 'ended' || !ending) return { status: record.phase as Status };
  if (ending.kind === 'failed') return failed(ending.failure, forms.failure);
  if (ending.kind === 'cancelled') return cancelled(forms.cancel);
  return {
    status: 'completed' as const,
    title: ending.title,
    answer: ending.answer,
    sources: ending.sources,
    suggested_followups: ending.followups,
  };
}

function failed(error: Failure, form: Forms['failure']): { status: Status; error?: Failure } {
  if (form === 'failed-without-error') return { status: 'failed' };
  return { status: form === 'completed-with-error' ? 'completed' : form, error };
}

function cancelled(form: Forms['cancel']): { status: Status; error?: Failure } {
  if (form === 'cancelled' || form === 'canceled') return { status: form };
  return { status: form === 'failed' ? 'failed' : 'completed', error: CANCELLED };
}

const CANCELLED: Failure = {
  title: 'Cancelled',
  kind: 'Cancelled',
  message: 'The question was cancelled.',
};

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
