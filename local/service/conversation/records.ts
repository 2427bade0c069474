import type { QuestionError, Source, Stats, Turn } from './resources.js';

/** A conversation as it is stored: plain JSON, times in ms since the epoch. */
export interface ConversationRecord {
  readonly id: number;
  readonly userId: number;
  readonly readToken: string;
  readonly createdAt: number;
  updatedAt: number;
  starred: boolean;
  readonly questions: QuestionRecord[];
}

/** Where a conversation stands in lists. */
export type ConversationTimes = Pick<
  ConversationRecord,
  'id' | 'userId' | 'createdAt' | 'updatedAt'
>;

export interface QuestionRecord {
  readonly id: number;
  readonly conversationId: number;
  readonly text: string;
  readonly createdAt: number;
  updatedAt: number;
  phase: 'waiting' | 'processing' | 'ended';
  /** When processing started. */
  startedAt?: number;
  turns: Turn[];
  stats: Stats;
  outcome?: QuestionOutcome;
}

export type QuestionOutcome =
  | {
      readonly kind: 'answered';
      readonly title: string;
      readonly answer: string;
      readonly sources: readonly Source[];
      readonly followups: readonly string[];
    }
  | { readonly kind: 'failed'; readonly failure: QuestionError }
  | { readonly kind: 'cancelled' };

const ZERO_STATS: Stats = {
  time_millis: 0,
  tool_calls: 0,
  total_input_tokens: 0,
  cached_tokens: 0,
  cache_creation_input_tokens: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  credits: 0,
};

export function newQuestion(at: {
  id: number;
  conversationId: number;
  text: string;
  now: number;
}): QuestionRecord {
  const { id, conversationId, text, now } = at;
  return {
    id,
    conversationId,
    text,
    createdAt: now,
    updatedAt: now,
    phase: 'waiting',
    turns: [userTurn(text, now)],
    stats: ZERO_STATS,
  };
}

/** After a restart an unfinished question starts again from the beginning. */
export function resetForRestart(question: QuestionRecord): QuestionRecord {
  const { startedAt: _, ...rest } = question;
  return {
    ...rest,
    phase: 'waiting',
    turns: [userTurn(question.text, question.createdAt)],
    stats: ZERO_STATS,
  };
}

export function addStats(stats: Stats, added: Partial<Stats>): Stats {
  const sum = { ...stats };
  for (const key of Object.keys(ZERO_STATS) as (keyof Stats)[]) sum[key] += added[key] ?? 0;
  return sum;
}

function userTurn(text: string, now: number): Turn {
  return { reasoning: text, timestamp: Math.floor(now / 1000), role: 'user' };
}
