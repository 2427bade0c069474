import { setTimeout as sleep } from 'node:timers/promises';
import type { EraseMessages } from '../deliver/erase-messages.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Question } from '../model/question.js';
import type { ErasureStore } from '../store/erasures.js';
import type { PersonDataStore } from '../store/person-data.js';
import type { QuestionStore } from '../store/questions.js';

export interface EraseQuestionsOptions {
  readonly questions: Pick<QuestionStore, 'openOf' | 'load' | 'setFlag'>;
  readonly personData: Pick<PersonDataStore, 'questions' | 'shareOf' | 'forgetQuestion'>;
  readonly erasures: Pick<ErasureStore, 'note'>;
  readonly eraseMessages: Pick<EraseMessages, 'ofQuestion'>;
  readonly stop: (
    question: Question,
    request: { by: string; at: number },
    signal: AbortSignal,
  ) => Promise<void>;
}

/** As many as a person may have open, and more. */
const MAX_OPEN = 1_000;
/** How long stopped questions are waited for, ms: they remove themselves all the same. */
const STOPPING = { everyMs: 500, mostMs: 20_000 } as const;

export interface EraseRequest {
  readonly by: string;
  readonly at: number;
  readonly signal: AbortSignal;
}

/**
 * Stops the person's open questions as if their messages had been deleted, so that each removes what it has left, and
 * deletes our messages about the others, with their records.
 */
export function createEraseQuestions(options: EraseQuestionsOptions) {
  const { questions, personData, erasures, eraseMessages } = options;

  async function openOf(person: WorkspaceUser): Promise<Question[]> {
    const ids = await questions.openOf(person, MAX_OPEN);
    const found = await Promise.all(ids.map((id) => questions.load(id)));
    return found.filter((question) => question !== undefined);
  }

  async function stopOpen(person: WorkspaceUser, { by, at, signal }: EraseRequest): Promise<void> {
    for (const question of await openOf(person)) {
      await questions.setFlag(question.id, 'withdrawn', { by, at });
      await options.stop(question, { by, at }, signal);
    }
    for (let waitedMs = 0; waitedMs < STOPPING.mostMs; waitedMs += STOPPING.everyMs) {
      if ((await questions.openOf(person, 1)).length === 0) break;
      await sleep(STOPPING.everyMs, undefined, { signal });
    }
    const count = (await questions.openOf(person, MAX_OPEN)).length;
    await erasures.note(person, { what: 'open', count });
  }

  async function eraseEnded(person: WorkspaceUser, { signal }: EraseRequest): Promise<void> {
    for await (const question of personData.questions(person)) {
      if (question.phase !== 'delivered') continue;
      signal.throwIfAborted();
      const sharedBy = await personData.shareOf(question);
      const noteFound = (ids: readonly string[]) => erasures.note(person, { what: 'found', ids });
      const codes = await eraseMessages.ofQuestion(question, { sharedBy, noteFound, signal });
      await erasures.note(person, { what: 'kept', of: question.id, codes });
      await personData.forgetQuestion(question);
    }
  }

  return async (person: WorkspaceUser, request: EraseRequest): Promise<void> => {
    await stopOpen(person, request);
    await eraseEnded(person, request);
  };
}
