import type { WorkspaceUser } from '../model/conversation-record.js';
import { hasEnded, type Question } from '../model/question.js';
import { NewerQuestion, type QuestionStore } from '../store/questions.js';

export interface OpenQuestionsOptions {
  readonly questions: Pick<QuestionStore, 'open' | 'load'>;
}

export type OpenQuestions = ReturnType<typeof createOpenQuestions>;

/** How many open questions are read, oldest first. */
const MAX_OPEN = 5_000;

/** Finds the questions that have no outcome yet. */
export function createOpenQuestions({ questions }: OpenQuestionsOptions) {
  async function load(id: string): Promise<Question | undefined> {
    const question = await questions.load(id).catch(skipNewer);
    return question !== undefined && !hasEnded(question) ? question : undefined;
  }

  async function loadAll(): Promise<Question[]> {
    const found = await Promise.all((await questions.open(MAX_OPEN)).map(load));
    return found.filter((question) => question !== undefined);
  }

  return {
    /** Undefined if there is no such question, or it has ended. */
    load,

    /** Oldest first. */
    async ofUser(user: WorkspaceUser): Promise<Question[]> {
      return (await loadAll()).filter((question) => isAskedBy(question, user));
    },

    /** Those in a conversation of the instance, oldest first. */
    async inConversation(conversationId: number): Promise<Question[]> {
      return (await loadAll()).filter(({ ref }) => ref?.conversationId === conversationId);
    },
  };
}

export function isAskedBy(question: Question, { workspace, user }: WorkspaceUser): boolean {
  return question.user === user && question.place.workspace === workspace;
}

/** A question stored by a newer version is left to the workers of that version. */
function skipNewer(error: unknown): undefined {
  if (!(error instanceof NewerQuestion)) throw error;
}
