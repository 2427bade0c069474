import type { Conversation } from '../../deepsearch/deep-search.js';
import { isOver, type QuestionRef } from '../../model/answer.js';
import type { WatchedQuestion } from '../../store/watched-conversations.js';

/** What was read of the list of conversations, newest change first. */
export interface ListRead {
  readonly conversations: readonly Conversation[];
  /** It goes down to what was known before. */
  readonly isComplete: boolean;
  /** When the read began, by our clock, ms since the epoch. */
  readonly startedAt: number;
}

/** Why a list does not tell of all outcomes. */
export type Mistake = 'too-long' | 'no-times' | 'not-sorted' | 'too-short' | 'left-out';

/** An outcome that a read of its question found; `updatedAt`: of its conversation, by the instance's clock. */
export interface ReadOutcome {
  readonly ref: QuestionRef;
  readonly updatedAt: number;
}

/** The last state of a conversation that a list has shown. */
interface Shown {
  readonly updatedAt: number;
  /** Which of its questions are over, the newest; undefined: the list shows no questions. */
  readonly over: readonly number[] | undefined;
  /** Which question was last woken, when, and for which change. */
  readonly woken: { readonly questionId: number; readonly at: number; readonly updatedAt: number };
}

interface Expected extends ReadOutcome {
  /** When it was read, by our clock. */
  readonly at: number;
}

/** Instances may round to seconds, and write a change a moment before they show it, ms. */
export const OVERLAP_MS = 2_000;
/** A list may lag behind by this, ms: polls would show an outcome hardly sooner. */
const MAX_LAG_MS = 3_000;
/** A question is woken again if its outcome is still shown: the read may have failed, or lag, ms. */
const WAKE_AGAIN_MS = 2_000;
/** So many lists in a row may be too short for all that has changed: some seconds, as in a burst. */
const MAX_SHORT = 20;
/** What is more was not asked for: reading it so often would cost too much. */
const MAX_LISTED = 600;
const MAX_SHOWN = 5_000;
const MAX_EXPECTED = 1_000;
/** Of one conversation. */
const MAX_OVER = 10;

/**
 * What successive reads of a list tell: whose questions have an outcome, and whether a list leaves
 * something out. What it must have shown is known from outcomes that were read otherwise: see `expect`.
 */
export class ListChanges {
  /** By id; the oldest first. */
  readonly #shown = new Map<number, Shown>();
  readonly #expected = new Map<number, Expected>();
  #watermark: number | undefined;
  /** What has changed after this must have been shown, by the instance's clock. */
  #completeFrom: number | undefined;
  #short = 0;
  #inTime = 0;

  /** `watermark`: that of an earlier process. */
  constructor(watermark?: number) {
    this.#watermark = watermark;
    this.#completeFrom = watermark;
  }

  /** The newest change that was read, by the instance's clock. */
  get watermark(): number | undefined {
    return this.#watermark;
  }

  /** How many outcomes the lists have shown in time. */
  get inTime(): number {
    return this.#inTime;
  }

  /** Takes what was read; returns what is wrong with the list, if anything. */
  take(read: ListRead): Mistake | undefined {
    const { conversations } = read;
    if (conversations.length > MAX_LISTED) return 'too-long';
    if (conversations.some(({ updatedAt }) => updatedAt === 0)) return 'no-times';
    if (!isSorted(conversations)) return 'not-sorted';
    for (const each of conversations) this.#note(each);
    this.#advance(read);
    if (this.#short >= MAX_SHORT) return 'too-short';
    return this.#check(read.startedAt);
  }

  /** The ids of conversations in the list that may have an outcome. */
  mayBeOver(conversations: readonly Conversation[]): number[] {
    const ids = conversations.map(({ id }) => id).filter((id) => this.#isCandidate(id));
    return [...new Set(ids)];
  }

  /** Which of the watched questions are to be read now; `watched`: by conversation. */
  toWake(watched: ReadonlyMap<number, WatchedQuestion>, now: number): WatchedQuestion[] {
    const wake: WatchedQuestion[] = [];
    for (const [conversation, question] of watched) {
      const shown = this.#shown.get(conversation);
      if (shown === undefined || !isNews(shown, question, now)) continue;
      const { questionId } = question;
      const woken = { questionId, at: now, updatedAt: shown.updatedAt };
      this.#shown.set(conversation, { ...shown, woken });
      wake.push(question);
    }
    return wake;
  }

  /** An outcome was read, for whatever reason: a list has to show it soon, if it has not. */
  expect(outcome: ReadOutcome, now: number): void {
    if (this.#completeFrom === undefined) return;
    if (this.#hasShown(outcome)) {
      this.#inTime += 1;
      return;
    }
    const isExpected = outcome.updatedAt > this.#completeFrom;
    if (!isExpected || this.#expected.size >= MAX_EXPECTED) return;
    this.#expected.set(outcome.ref.questionId, { ...outcome, at: now });
  }

  #isCandidate(id: number): boolean {
    const shown = this.#shown.get(id);
    return shown !== undefined && (shown.over === undefined || shown.over.length > 0);
  }

  #note({ id, updatedAt, createdAt, questions }: Conversation): void {
    const before = this.#shown.get(id);
    // A list may repeat an older state.
    if (before !== undefined && before.updatedAt > updatedAt) return;
    const over = questions.filter(isOver).map(({ ref }) => ref.questionId);
    const newest = over.sort((a, b) => b - a).slice(0, MAX_OVER);
    const notYet = { questionId: 0, at: 0, updatedAt: createdAt };
    this.#shown.delete(id);
    this.#shown.set(id, {
      updatedAt,
      over: questions.length === 0 ? undefined : newest,
      woken: before?.woken ?? notYet,
    });
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > MAX_SHOWN && oldest !== undefined) this.#shown.delete(oldest);
  }

  #advance({ conversations, isComplete }: ListRead): void {
    const times = conversations.map(({ updatedAt }) => updatedAt);
    const isFirst = this.#watermark === undefined;
    this.#watermark = Math.max(this.#watermark ?? 0, ...times);
    if (isFirst) this.#completeFrom = this.#watermark;
    this.#short = isFirst || isComplete ? 0 : this.#short + 1;
    if (isComplete || isFirst) return;
    this.#completeFrom = Math.max(this.#completeFrom ?? 0, Math.min(...times));
  }

  #check(startedAt: number): Mistake | undefined {
    const from = this.#completeFrom ?? 0;
    for (const [id, expected] of this.#expected) {
      if (this.#hasShown(expected)) {
        this.#expected.delete(id);
        this.#inTime += 1;
      } else if (expected.updatedAt <= from) {
        this.#expected.delete(id);
      } else if (startedAt >= expected.at + MAX_LAG_MS) {
        return 'left-out';
      }
    }
    return undefined;
  }

  #hasShown({ ref, updatedAt }: ReadOutcome): boolean {
    const shown = this.#shown.get(ref.conversationId);
    if (shown === undefined) return false;
    return shown.over?.includes(ref.questionId) ?? shown.updatedAt >= updatedAt;
  }
}

/** Its outcome is shown; or where the list has no questions, its conversation has changed. */
function isNews({ updatedAt, over, woken }: Shown, { questionId }: WatchedQuestion, now: number) {
  if (over !== undefined && !over.includes(questionId)) return false;
  if (over === undefined && updatedAt <= woken.updatedAt) return false;
  return woken.questionId !== questionId || now - woken.at >= WAKE_AGAIN_MS;
}

/** Newest change first; what changes while pages are read may be a little out of order. */
function isSorted(conversations: readonly Conversation[]): boolean {
  let oldest = Number.POSITIVE_INFINITY;
  for (const { updatedAt } of conversations) {
    if (updatedAt > oldest + OVERLAP_MS) return false;
    oldest = Math.min(oldest, updatedAt);
  }
  return true;
}
