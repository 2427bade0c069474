import type { InstanceResult } from '../../src/lifecycle/call-instance.js';
import type { DecideInput } from '../../src/lifecycle/decide.js';
import { UNKNOWN_HAZARDS } from '../../src/lifecycle/poll-schedule.js';
import type { Answer, Snapshot } from '../../src/model/answer.js';
import type { Question } from '../../src/model/question.js';
import { questionRecord } from '../store/question-record.js';

export const TIMEOUT_MS = 60_000;
export const POLL_INTERVAL = { minMs: 1_000, maxMs: 5_000 };
export const ASKED_AT = 1_700_000_000_000;
const NO_STATS = { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 };

const ANSWER: Answer = {
  title: 'Retries',
  text: 'In `backoff()`.',
  sources: [],
  followups: [],
  stats: NO_STATS,
};

type State =
  | { status: 'pending' | 'working' | 'cancelled' }
  | { status: 'completed' }
  | { status: 'failed' };

export function snapshotWith(status: State['status'], toolCalls = 0): Snapshot {
  const common = {
    ref: { conversationId: 7, questionId: 8 },
    text: 'how does retry work?',
    createdAt: ASKED_AT,
    steps: [],
    stats: { ...NO_STATS, toolCalls },
  };
  if (status === 'completed') return { ...common, status, answer: ANSWER };
  if (status === 'failed') {
    return { ...common, status, failure: { kind: 'InternalError', title: '', message: 'no' } };
  }
  return { ...common, status };
}

export function snapshotResult(status: State['status']): InstanceResult {
  return { kind: 'snapshot', snapshot: snapshotWith(status) };
}

/** Facts `after` ms after the question was asked. */
export function facts(change: Partial<Omit<DecideInput, 'question'>> & { after?: number } = {}) {
  const { after = 0, ...rest } = change;
  return (question: Partial<Question> = {}): DecideInput => ({
    question: questionRecord(question),
    flags: {},
    queuePosition: 0,
    now: ASKED_AT + after,
    timeoutMs: TIMEOUT_MS,
    pollInterval: POLL_INTERVAL,
    hazards: UNKNOWN_HAZARDS,
    ...rest,
  });
}

/** The fields of a record once the instance processes its question. */
export const WORKING: Partial<Question> = {
  phase: 'processing',
  prompt: 'how does retry work?',
  ref: { conversationId: 7, questionId: 8 },
  processingAt: ASKED_AT,
};
