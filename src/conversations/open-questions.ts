import type { ConversationRecord, WorkspaceUser } from '../model/conversation-record.js';
import { hasEnded, type Question } from '../model/question.js';
import { type QuestionStore, skipNewer } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';
import type { WaitingQuestionStore } from '../store/waiting-questions.js';

export interface OpenQuestionsOptions {
  readonly questions: Pick<QuestionStore, 'openOf' | 'loadWithFlags'>;
  readonly threads: Pick<ThreadStore, 'queue'>;
  readonly waiting: Pick<WaitingQuestionStore, 'of'>;
}

export type OpenQuestions = ReturnType<typeof createOpenQuestions>;

/** How many open questions of a person are read; by default they cannot have more than 50. */
const MAX_OPEN = 100;

/** How many threads of a conversation are looked at: most conversations have one. */
const MAX_THREADS = 10;

/** Finds the questions that have no outcome yet and whose messages are not deleted. What is read does not grow with what others ask. */
export function createOpenQuestions({ questions, threads, waiting }: OpenQuestionsOptions) {
  async function load(id: string): Promise<Question | undefined> {
    const found = await questions.loadWithFlags(id).catch(skipNewer);
    if (found === undefined || hasEnded(found.question)) return undefined;
    return found.flags.withdrawn === undefined ? found.question : undefined;
  }

  async function loadAll(ids: readonly string[]): Promise<Question[]> {
    const found = await Promise.all(ids.map(load));
    return found.filter((question) => question !== undefined);
  }

  return {
    /** Undefined if there is no such question, or it has ended. */
    load,

    /** Newest first. */
    async ofUser(user: WorkspaceUser): Promise<Question[]> {
      return loadAll(await questions.openOf(user, MAX_OPEN));
    },

    /**
     * Those in a conversation of the instance, thread by thread, oldest first. The user's own also while they wait
     * for an account, which takes them out of their thread's queue.
     */
    async inConversation(
      record: Pick<ConversationRecord, 'id' | 'threads'>,
      user: WorkspaceUser,
    ): Promise<Question[]> {
      const recent = record.threads.slice(-MAX_THREADS);
      const [queued, held] = await Promise.all([
        Promise.all(recent.map((thread) => threads.queue(thread))),
        waiting.of(user),
      ]);
      const open = await loadAll([...new Set([...queued.flat(), ...held])]);
      return open.filter(({ ref }) => ref?.conversationId === record.id);
    },
  };
}

export function isAskedBy(question: Question, { workspace, user }: WorkspaceUser): boolean {
  return question.user === user && question.place.workspace === workspace;
}
