import { threadOf } from '../deliver/threads.js';
import { questionTextIn } from '../model/prompt-sections.js';
import type { Question } from '../model/question.js';
import type { ConversationStore, ConversationUpdate } from '../store/conversations.js';

/** What this folder tells of a question's conversation: who asked in it, and where. */
export type Talks = Pick<ConversationStore, 'record'>;

/** The note to keep of a question in its conversation; `title`: the answer's. */
export function talkNote(
  question: Question,
  conversationId: number,
  title?: string,
): ConversationUpdate {
  const { user, place, askedAt: at, text } = question;
  const asked = questionTextIn(text);
  const thread = threadOf(question);
  return {
    id: conversationId,
    user: { workspace: place.workspace, user },
    at,
    asked,
    ...(asked === text ? {} : { truncated: true as const }),
    ...(thread === undefined ? {} : { thread: { ...thread, direct: place.direct } }),
    ...(title === undefined ? {} : { title }),
  };
}
