import type { InstanceResult } from '../../src/lifecycle/call-instance.js';
import type { DecideInput } from '../../src/lifecycle/decide.js';
import type { Answer, Snapshot } from '../../src/model/answer.js';
import type { Question } from '../../src/model/question.js';
import { aQuestion } from '../store/record.js';

export const TIMEOUT_MS = 60_000;
export const PACE = { minMs: 1_000, maxMs: 5_000 };
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

export function aSnapshot(status: State['status'], toolCalls = 0): Snapshot {
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

export function saw(status: State['status']): InstanceResult {
  return { kind: 'snapshot', snapshot: aSnapshot(status) };
}

/** Facts `after` ms after the question was asked. */
export function facts(change: Partial<Omit<DecideInput, 'question'>> & { after?: number } = {}) {
  const { after = 0, ...rest } = change;
  return (question: Partial<Question> = {}): DecideInput => ({
    question: aQuestion(question),
    flags: {},
    queuePosition: 0,
    now: ASKED_AT + after,
    timeoutMs: TIMEOUT_MS,
    pollInterval: PACE,
    ...rest,
  });
}

/** What a record holds once the service works on it. */
export const WORKING: Partial<Question> = {
  phase: 'processing',
  prompt: 'how does retry work?',
  ref: { conversationId: 7, questionId: 8 },
  processingAt: ASKED_AT,
};
