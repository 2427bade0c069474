import { budgetLimits, budgetsIn, reachedBudget } from '../model/budget.js';
import type { AskRequest } from '../model/intent.js';
import {
  longestReached,
  type QuestionLimits,
  type ReachedLimit,
  reachedLimit,
} from '../model/limits.js';
import { threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import type { ClaimStore } from '../store/claims.js';
import type { Created } from '../store/question-writes.js';
import type { QuestionStore } from '../store/questions.js';
import type { SettingsStore } from '../store/settings.js';
import type { ThreadStore } from '../store/threads.js';

export interface RecordQuestionOptions {
  readonly questions: Pick<QuestionStore, 'create' | 'load'>;
  readonly threads: Pick<ThreadStore, 'claim' | 'setMuted' | 'isPrivate'>;
  readonly settings: Pick<SettingsStore, 'load'>;
  readonly claims: Pick<ClaimStore, 'refusal' | 'recordRefusal'>;
  readonly limits: QuestionLimits;
  readonly now: () => number;
}

/**
 * `answered`: a repeated event asks what is answered already. `repeated`: the question was refused by
 * an earlier run of its job.
 */
export type Recorded =
  | { readonly kind: 'open'; readonly question: Question }
  | { readonly kind: 'answered' }
  | { readonly kind: 'limited'; readonly refusal: LimitRefusal };

export interface LimitRefusal {
  readonly reached: ReachedLimit;
  readonly repeated: boolean;
}

export type RecordQuestion = ReturnType<typeof createRecordQuestion>;

/**
 * Creates the record of a question and queues it in its thread, unless a limit or a budget is reached; running it
 * again changes nothing. `here`: as in the verdict.
 */
export function createRecordQuestion(options: RecordQuestionOptions) {
  const { questions, threads, settings, claims, limits, now } = options;

  return async (ask: AskRequest, here: boolean): Promise<Recorded> => {
    const { workspace, channel, direct } = ask.place;
    // Its message may begin the thread.
    const isRoot = ask.place.threadTs === ask.messageTs;
    const asked = direct || isRoot ? undefined : threadOf(ask);
    const [refused, set, isPrivateThread] = await Promise.all([
      claims.refusal(ask.id),
      settings.load(workspace, channel),
      asked !== undefined && threads.isPrivate(asked),
    ]);
    // Its user may have been told.
    if (refused) return { kind: 'limited', refusal: { reached: refused, repeated: true } };
    const isPrivate = !direct && (set.answers === 'asker' || isPrivateThread);
    const privately = isPrivate ? ({ privately: true } as const) : {};
    const readers = here ? {} : ({ readersUnknown: true } as const);
    const { insteadOf } = ask;
    const budgets = budgetsIn(set);
    const budgeted = budgetLimits(budgets).length > 0 ? ({ budgeted: true } as const) : {};
    const counted = { ...budgeted, acceptedAt: now() };
    const record = { ...newQuestion(ask), ...privately, ...readers, ...counted };
    const created = await questions.create(record, { limits, budgets, insteadOf });
    const reached = reachedBy(created, limits);
    if (reached !== undefined) {
      await claims.recordRefusal(ask.id, reached);
      return { kind: 'limited', refusal: { reached, repeated: false } };
    }
    const question = created.kind === 'created' ? record : await questions.load(ask.id);
    if (question === undefined || question.phase === 'delivered') return { kind: 'answered' };
    const thread = threadOf(question);
    if (thread === undefined) return { kind: 'open', question };
    await threads.claim(thread, ask.id);
    if (unmutesThread(ask)) await threads.setMuted(thread, { muted: false, at: ask.at });
    return { kind: 'open', question };
  };
}

/** The limit or budget to tell of: the one that lasts longest. */
function reachedBy(created: Created, limits: QuestionLimits): ReachedLimit | undefined {
  if (created.kind !== 'limited') return undefined;
  return longestReached([reachedBudget(created.budgets), reachedLimit(limits, created.usage)]);
}

/** A mention unmutes a thread. In a muted thread, no other reply gets here. */
function unmutesThread({ origin, place, messageTs }: AskRequest): boolean {
  return (origin === 'mention' || origin === 'direct') && place.threadTs !== messageTs;
}

/** The record of a new question. */
export function newQuestion(ask: AskRequest): Question {
  return {
    v: 1,
    id: ask.id,
    revision: 0,
    phase: 'received',
    origin: ask.origin,
    place: ask.place,
    ...(ask.messageTs === undefined ? {} : { messageTs: ask.messageTs }),
    user: ask.user,
    text: ask.text,
    ...(ask.subject === undefined ? {} : { subject: ask.subject }),
    ...(ask.chosenRepositories === undefined ? {} : { chosenRepositories: ask.chosenRepositories }),
    ...(ask.newConversation === undefined ? {} : { newConversation: ask.newConversation }),
    askedAt: ask.at,
    ...(ask.execution === undefined ? {} : { workflow: { execution: ask.execution } }),
    posts: {},
  };
}
