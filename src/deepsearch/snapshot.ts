import type { Answer, Failure, Quota, Snapshot, Stats, Step } from '../model/answer.js';
import { titleFor } from '../model/prompt-sections.js';
import type { WireError, WireQuestion, WireTurn } from './wire.js';

/** What a person is shown is bounded, so what is kept of a body is. */
const MOST_STEPS = 500;
const STEP_LENGTH = 2_000;
const MOST_SOURCES = 300;
const FAILURE_LENGTH = 2_000;

const cut = (text: string, length: number) => text.slice(0, length);

/** What a question's conversation knows and the question itself may not. */
export interface ConversationInfo {
  readonly conversationId: number;
  readonly createdAt?: number | undefined;
  readonly quota?: Quota | undefined;
}

const NO_STATS: Stats = { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 };

/** A question in our words. Its age is 0 where the service names no time at all. */
export function toSnapshot(question: WireQuestion, around: ConversationInfo): Snapshot {
  return {
    ref: { conversationId: around.conversationId, questionId: question.id },
    text: question.question ?? '',
    createdAt: question.created_at ?? firstTurnAt(question) ?? around.createdAt ?? 0,
    steps: stepsOf(question.turns),
    stats: statsOf(question),
    ...stateOf(question, around),
  };
}

type State =
  | { status: 'pending' | 'working' | 'cancelled' }
  | { status: 'completed'; answer: Answer }
  | { status: 'failed'; failure: Failure };

/** The rules of what is terminal: an error ends a question whatever its status says. */
function stateOf(question: WireQuestion, around: ConversationInfo): State {
  const status = question.status?.toLowerCase();
  const failure = failureOf(question.error);
  if (isCancel(status) || isCancel(failure?.kind.toLowerCase())) return { status: 'cancelled' };
  if (failure !== undefined) return { status: 'failed', failure };
  if (status === 'failed' || status === 'error')
    return { status: 'failed', failure: unsaid('Unknown') };
  if (status === 'completed') return completed(question, around);
  return { status: status === 'pending' ? 'pending' : 'working' };
}

const isCancel = (word: string | undefined) => word === 'cancelled' || word === 'canceled';

const unsaid = (kind: string): Failure => ({ kind, title: '', message: '' });

/** An error whose members are all empty is a serialiser's zero value, not an error. */
function failureOf(error: WireError | undefined): Failure | undefined {
  const kind = error?.kind?.trim() ?? '';
  const title = error?.title?.trim() ?? '';
  const message = error?.message?.trim() ?? '';
  if (kind + title + message === '') return undefined;
  return {
    kind: cut(kind, 200) || 'Unknown',
    title: cut(title, 500),
    message: cut(message, FAILURE_LENGTH),
  };
}

function completed(question: WireQuestion, around: ConversationInfo): State {
  const text = question.answer ?? '';
  if (text.trim() === '') return { status: 'failed', failure: unsaid('NoAnswer') };
  return {
    status: 'completed',
    answer: {
      title: titleFor(question.question ?? '', question.title?.trim() ?? ''),
      text,
      sources: question.sources.slice(0, MOST_SOURCES).map(({ type, link, label }) => ({
        type,
        link,
        label: label || link,
      })),
      followups: question.suggested_followups.filter((followup) => followup.trim() !== ''),
      stats: statsOf(question),
      ...(around.quota !== undefined && { quota: around.quota }),
    },
  };
}

/** The turn at the front that repeats the question is not a step. */
function stepsOf(turns: readonly WireTurn[]): Step[] {
  const own = turns[0]?.role === 'user' ? turns.slice(1) : turns;
  return own
    .slice(-MOST_STEPS)
    .map((turn) => ({
      text: cut(turn.reasoning?.trim() ?? '', STEP_LENGTH),
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
