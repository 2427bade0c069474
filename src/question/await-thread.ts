import type { AskRequest } from '../model/intent.js';
import { type ThreadKey, threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import { MessageUnconfirmed } from '../store/question-messages.js';
import type { QuestionStore } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';
import { questionAt } from './question-at.js';

export interface AwaitThreadOptions {
  readonly questions: Pick<QuestionStore, 'ownerOf' | 'load'>;
  readonly threads: Pick<ThreadStore, 'conversation' | 'queue'>;
}

export type AwaitThread = (ask: AskRequest) => Promise<void>;

/**
 * Throws `MessageUnconfirmed` while the question for which a message of ours begins the thread has not joined it:
 * what somebody asks below would not follow it.
 */
export function createAwaitThread({ questions, threads }: AwaitThreadOptions): AwaitThread {
  async function hasJoined(thread: ThreadKey, first: Question): Promise<boolean> {
    // While its asker has no account, the thread goes on without it.
    if (first.unconnected !== undefined) return true;
    return (await threads.queue(thread)).includes(first.id);
  }

  return async (ask) => {
    const thread = threadOf(ask);
    if (thread === undefined || thread.threadTs === ask.messageTs) return;
    if ((await threads.conversation(thread)) !== undefined) return;
    const { workspace, channel, threadTs: ts } = thread;
    const root = { workspace, channel, ts, user: ask.user, beginsThread: true } as const;
    const id = await questionAt(questions, root);
    const first = id === undefined ? undefined : await questions.load(id);
    if (first === undefined || first.posts.root?.ts !== ts) return;
    if (!(await hasJoined(thread, first))) throw new MessageUnconfirmed({ channel, ts });
  };
}
