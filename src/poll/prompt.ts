import type { Note, Question } from '../model/question.js';
import { isSlackTrouble, SlackBusy } from '../slack/errors.js';
import type { SlackMessages } from '../slack/slack.js';
import { readable } from '../slack/text.js';
import type { Held } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';
import { promptWith, saidBefore } from './context.js';
import { conversationOf } from './conversation.js';

export interface PromptOptions {
  readonly messages: Pick<SlackMessages, 'list'>;
  readonly threads: Pick<ThreadStore, 'conversation' | 'startsAfresh'>;
  readonly nameOf: (workspace: string, user: string) => Promise<string>;
}

/** Slack may allow one look at a thread a minute: a longer wait than this goes without, ms. */
const WORTH_WAITING_MS = 20_000;

/**
 * The text for the service. A question asked inside somebody's thread takes that thread's earlier
 * messages along; where Slack does not show them, it goes without and the answer says so.
 */
export function createPrompt({ messages, threads, nameOf }: PromptOptions) {
  async function contextOf({
    place,
    messageTs,
  }: Question): Promise<{ who: string; text: string }[]> {
    const { threadTs } = place;
    if (threadTs === undefined || messageTs === undefined) return [];
    const listed = await messages.list(place, { threadTs, latest: messageTs, limit: 1_000 });
    const said = saidBefore(listed, messageTs);
    return Promise.all(
      said.map(async ({ user, text }) => ({
        who: user === undefined ? 'somebody' : await nameOf(place.workspace, user),
        text: readable(text),
      })),
    );
  }

  return async function promptFor(held: Held): Promise<string> {
    const { question } = held;
    if (!isInsideThread(question)) return question.text;
    if ((await conversationOf(question, threads)) !== undefined) return question.text;
    try {
      return promptWith(question.text, await contextOf(question));
    } catch (error) {
      if (!isSlackTrouble(error)) throw error;
      if (error instanceof SlackBusy && error.retryAfterMs < WORTH_WAITING_MS) throw error;
      const notes: Note[] = [...new Set([...(question.notes ?? []), 'context-skipped' as const])];
      await held.save({ notes });
      return question.text;
    }
  };
}

function isInsideThread({ place, messageTs }: Question): boolean {
  return messageTs !== undefined && place.threadTs !== undefined && place.threadTs !== messageTs;
}
