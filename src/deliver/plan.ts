import { APP_ERROR } from '../model/outcome.js';
import type { Question, Slot } from '../model/question.js';
import type { FileMessage, Message } from '../render/blocks/message.js';

/** One step of delivery. */
export type DeliveryStep =
  | { readonly kind: 'update'; readonly slot: Slot; readonly message: Message }
  | { readonly kind: 'post'; readonly slot: Slot; readonly message: Message }
  /** Shows a file in the thread. */
  | { readonly kind: 'attach'; readonly file: FileMessage };

export type MessageStep = Exclude<DeliveryStep, { kind: 'attach' }>;

/** The messages of an outcome, and what our other messages become. */
export interface OutcomeMessages {
  readonly parts: readonly Message[];
  /** Holds the whole of a long answer. */
  readonly file?: FileMessage;
  /** What the status message becomes if the outcome is a new reply. */
  readonly finishedStatus: Message;
  /** What the question whether to keep waiting becomes. */
  readonly finishedOverdue: Message;
}

/** A user who asked this recently is still looking: the status message may become the answer. */
const STILL_LOOKING_MS = 10_000;

/**
 * Whether the status message becomes the outcome. An update notifies nobody in Slack, so a later
 * outcome is a new reply that mentions the user, unless they have just stopped the question, or may not
 * see its outcome. If the workspace's rate limit for updates is exhausted, or the outcome has links that
 * an update would make Slack fetch, it is a new reply as well.
 */
export function replacesStatus(question: Question): boolean {
  if (isInternalError(question) || question.outcomeInNewMessage) return false;
  if (question.posts.status?.ts === undefined || question.endedAt === undefined) return false;
  // It is a new reply already: the status message was found later.
  if (question.posts['answer.0'] !== undefined) return false;
  if (question.outcome?.kind === 'withheld') return true;
  if (question.outcome?.kind === 'cancelled' && question.outcome.by !== undefined) return true;
  return question.endedAt - question.askedAt <= STILL_LOOKING_MS;
}

/** The outcome is that of a bug; an earlier one may be posted in part. */
export function isInternalError({ outcome }: Question): boolean {
  return outcome?.kind === 'failed' && outcome.failure.kind === APP_ERROR;
}

/** The slot of part `i` of an answer. */
export function slotOf(question: Question, i: number): Slot {
  return i === 0 && replacesStatus(question) ? 'status' : `answer.${i}`;
}

/** A slot of any part of an answer. */
export function isAnswerSlot(slot: string): boolean {
  return slot.startsWith('answer.');
}

/** Parts of its answer are posted, or may be. */
export function hasAnswerPosts({ posts }: Question): boolean {
  return Object.keys(posts).some(isAnswerSlot);
}

/** Whether this step turns the status message into the outcome. */
export function isOutcomeInStatus(question: Question, { kind, slot }: MessageStep): boolean {
  return kind === 'update' && slot === 'status' && replacesStatus(question);
}

/** The steps that are left until everything is posted. Pure. */
export function planDelivery(question: Question, said: OutcomeMessages): DeliveryStep[] {
  const replace = replacesStatus(question);
  const parts = said.parts.map((message, i): MessageStep => {
    // Parts of the answer may be posted already; this outcome is not one of them.
    if (isInternalError(question)) return { kind: 'post', slot: 'internal-error', message };
    const slot = slotOf(question, i);
    if (slot === 'status') return { kind: 'update', slot, message };
    // The posted form refers to the file, which was refused.
    const redo = question.fileRejected === true && question.posts[slot]?.ts !== undefined;
    return { kind: redo ? 'update' : 'post', slot, message };
  });
  const missing = parts.filter(
    (effect) => effect.kind === 'update' || question.posts[effect.slot]?.ts === undefined,
  );
  const finished = shrink(question, said, replace);
  // The status message may hold an outcome, and people must never see two.
  if (isInternalError(question)) return [...finished, ...missing];
  return [...missing, ...attach(question, said), ...finished];
}

function attach({ file: attached }: Question, { file }: OutcomeMessages): DeliveryStep[] {
  return file === undefined || attached?.shown === true ? [] : [{ kind: 'attach', file }];
}

function shrink(question: Question, said: OutcomeMessages, replace: boolean): DeliveryStep[] {
  const effects: DeliveryStep[] = [];
  if (!replace && question.posts.status?.ts !== undefined) {
    effects.push({ kind: 'update', slot: 'status', message: said.finishedStatus });
  }
  if (question.posts.overdue?.ts !== undefined) {
    effects.push({ kind: 'update', slot: 'overdue', message: said.finishedOverdue });
  }
  return effects;
}
