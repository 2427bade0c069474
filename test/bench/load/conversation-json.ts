import { ANSWER_SOURCES, shortAnswer } from '../../chaos/planned-engine.js';

/** A conversation with its only question. Times are ms since the epoch. */
export interface Conversation {
  readonly id: number;
  readonly question: string;
  /** What is in the question and in its answer, and in no other. */
  readonly mark: string;
  readonly createdAt: number;
  updatedAt: number;
  status: 'processing' | 'completed' | 'cancelled';
}

const STEP_MS = 3_000;
const MAX_STEPS = 20;

/** As the conversation API returns it. */
export function conversationObject(conversation: Conversation) {
  const { id, createdAt, updatedAt, status } = conversation;
  const token = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
  const base = {
    id,
    questions: [questionObject(conversation)],
    created_at: isoString(createdAt),
    updated_at: isoString(updatedAt),
    user_id: 1,
    read_token: token,
    share_url: `https://service.example.com/deepsearch/shared/${token}`,
  };
  if (status === 'processing') return base;
  const quota_usage = { total_quota: id, quota_limit: -1, reset_time: isoString(updatedAt) };
  return { ...base, viewer: { is_owner: true }, quota_usage };
}

/** The same for its question. */
export function questionObject({ id, question, mark, createdAt, updatedAt, status }: Conversation) {
  const workedMs = (status === 'processing' ? Date.now() : updatedAt) - createdAt;
  const steps = Math.min(MAX_STEPS, Math.floor(workedMs / STEP_MS));
  return {
    id,
    conversation_id: id,
    question,
    created_at: isoString(createdAt),
    updated_at: isoString(updatedAt),
    turns: [
      { reasoning: question, timestamp: createdAt / 1000, role: 'user' },
      ...Array.from({ length: steps }, (_, step) => ({
        reasoning: `Searching for "retry" in src/${step}`,
        timestamp: (createdAt + (step + 1) * STEP_MS) / 1000,
        role: 'assistant',
      })),
    ],
    stats: { time_millis: workedMs, tool_calls: steps, total_tokens: 1_000 * steps, credits: 0 },
    suggested_followups: null,
    ...outcomeOf(status, mark),
  };
}

function outcomeOf(status: Conversation['status'], mark: string) {
  if (status === 'processing') return { status };
  if (status === 'cancelled') {
    const error = { title: 'Cancelled', kind: 'Cancelled', message: 'The question was cancelled.' };
    return { status: 'completed', error };
  }
  return {
    status,
    title: 'Where retries are decided',
    answer: shortAnswer(mark),
    sources: ANSWER_SOURCES,
    suggested_followups: [],
  };
}

function isoString(ms: number): string {
  return new Date(ms).toISOString();
}
