import { threadOf } from '../deliver/threads.js';
import type { Question } from '../model/question.js';
import type { ThreadStore } from '../store/threads.js';

/** When a question was said, as Slack says it. */
export function saidTs({ messageTs, askedAt }: Question): string {
  return messageTs ?? (askedAt / 1000).toFixed(6);
}

/** The conversation of its thread that a question goes on with; `afresh`: with none, as somebody wished. */
export async function conversationOf(
  question: Question,
  threads: Pick<ThreadStore, 'conversation' | 'startsNewConversation'>,
): Promise<number | 'afresh' | undefined> {
  const thread = threadOf(question);
  if (thread === undefined) return undefined;
  const wished =
    question.newConversation === true ||
    (await threads.startsNewConversation(thread, question.askedAt));
  return wished ? 'afresh' : threads.conversation(thread);
}
