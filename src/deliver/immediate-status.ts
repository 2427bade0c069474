import { hasEnded, type Question, type Slot } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import { renderFinishedOverdue } from '../render/question/overdue.js';
import { renderStatus } from '../render/question/progress.js';
import { isSlackError } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { QuestionStore } from '../store/questions.js';
import { channelOf } from './find-messages.js';

export interface ImmediateStatusOptions {
  readonly questions: Pick<QuestionStore, 'load' | 'lockStatus' | 'unlockStatus'>;
  readonly messages: Pick<SlackMessages, 'update'>;
  readonly now: () => number;
}

/** Longer than a call of Slack may take. */
const LOCK_MS = 15_000;

export type ImmediateStatus = ReturnType<typeof createImmediateStatus>;

/**
 * Shows at once what somebody did to an open question, under a lock that delivery waits for. Not
 * recorded, and best effort: the question's job updates the message again.
 */
export function createImmediateStatus({ questions, messages, now }: ImmediateStatusOptions) {
  async function updateWhileOpen(
    id: string,
    slot: Slot,
    render: (open: Question) => Message,
  ): Promise<void> {
    await questions.lockStatus(id, LOCK_MS);
    try {
      const question = await questions.load(id);
      const ts = question?.posts[slot]?.ts;
      if (question === undefined || hasEnded(question) || ts === undefined) return;
      const message = { ...render(question), priority: 'immediate' as const };
      await messages.update(channelOf(question.place), ts, message);
    } catch (error) {
      if (!isSlackError(error)) throw error;
    } finally {
      await questions.unlockStatus(id);
    }
  }

  return {
    /** The status message says that a stop was requested, and has no button any more. */
    async showStopping({ id }: Question): Promise<void> {
      await updateWhileOpen(id, 'status', (question) => {
        const elapsedMs = now() - question.askedAt;
        const phase = { kind: 'stopping' } as const;
        return renderStatus(question, { phase, elapsedMs, steps: [], toolCalls: 0 });
      });
    },

    /** The question whether to keep waiting is replaced by who chose to. */
    async showKept({ id }: Question, by: string): Promise<void> {
      await updateWhileOpen(id, 'overdue', () => renderFinishedOverdue({ kept: true, by }));
    },
  };
}
