import { INTERNAL_ERROR } from '../model/outcome.js';
import type { Question, Slot } from '../model/question.js';
import type { FileMessage, Message } from '../render/blocks/message.js';

/** One thing that delivery does in Slack, in this order. */
export type DeliveryStep =
  | { readonly kind: 'update'; readonly slot: Slot; readonly message: Message }
  | { readonly kind: 'post'; readonly slot: Slot; readonly message: Message }
  /** Shows a file in the thread. */
  | { readonly kind: 'attach'; readonly file: FileMessage };

export type MessageStep = Exclude<DeliveryStep, { kind: 'attach' }>;

/** What delivery has to say: the ending's messages, and what our other messages shrink to. */
export interface OutcomeMessages {
  readonly parts: readonly Message[];
  /** Goes with them, and holds the answer whole. */
  readonly file?: FileMessage;
  /** The one line that a status message becomes when the answer came as a new reply. */
  readonly finishedStatus: Message;
  /** The one line that the question whether to go on waiting becomes. */
  readonly finishedOverdue: Message;
}

/** An user who asked this recently is still looking: the status message may become the answer. */
const STILL_LOOKING_MS = 10_000;

/**
 * Whether the status message becomes the ending. An update notifies nobody in Slack, so a later
 * ending is a new reply that mentions the user; who has just stopped a question is looking. Nor does
 * anybody wait for a busy workspace's next update: each channel has posts of its own.
 */
export function replacesStatus(question: Question): boolean {
  if (isMistake(question) || question.outcomeInNewMessage) return false;
  if (question.posts.status?.ts === undefined || question.endedAt === undefined) return false;
  if (question.outcome?.kind === 'cancelled' && question.outcome.by !== undefined) return true;
  return question.endedAt - question.askedAt <= STILL_LOOKING_MS;
}

function isMistake({ outcome }: Question): boolean {
  return outcome?.kind === 'failed' && outcome.failure.kind === INTERNAL_ERROR;
}

/** Where part `i` of an answer stands. */
export function slotOf(question: Question, i: number): Slot {
  return i === 0 && replacesStatus(question) ? 'status' : `answer.${i}`;
}

/** A part of an answer, whatever its number. */
export function isAnswerSlot(slot: string): boolean {
  return slot.startsWith('answer.');
}

/** Parts of its answer stand in the thread, or may. */
export function hasAnswerPosts({ posts }: Question): boolean {
  return Object.keys(posts).some(isAnswerSlot);
}

/** The steps from what the record says is out to everything being out. Depends on nothing else. */
export function planDelivery(question: Question, said: OutcomeMessages): DeliveryStep[] {
  const replace = replacesStatus(question);
  const parts = said.parts.map((message, i): MessageStep => {
    // Parts of the answer may be out already: this ending is none of them.
    if (isMistake(question)) return { kind: 'post', slot: 'mistake', message };
    const slot = slotOf(question, i);
    if (slot === 'status') return { kind: 'update', slot, message };
    // What stands there is of the form that went with the file.
    const redo = question.fileRejected === true && question.posts[slot]?.ts !== undefined;
    return { kind: redo ? 'update' : 'post', slot, message };
  });
  const missing = parts.filter(
    (effect) => effect.kind === 'update' || question.posts[effect.slot]?.ts === undefined,
  );
  return [...missing, ...attach(question, said), ...shrink(question, said, replace)];
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
