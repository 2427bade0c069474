import type { DeepSearch } from '../deepsearch/deep-search.js';
import { ServiceError } from '../deepsearch/errors.js';
import type { Token } from '../http/credential.js';
import type { Snapshot } from '../model/answer.js';
import type { ConversationRecord, WorkspaceUser } from '../model/conversation-record.js';
import type { RequestContext } from './request-context.js';

/** The questions of conversations on the instance, by the conversation's id. */
type Answers = ReadonlyMap<number, readonly Snapshot[]>;

interface ReadAnswersOptions {
  readonly instance: Pick<DeepSearch, 'all'>;
  readonly credentialFor: (user: WorkspaceUser) => Promise<Token>;
}

/** How many of the instance's conversations are searched: those that changed last. */
const MAX_SEARCHED = 300;
const PAGE_SIZE = 100;

/**
 * What can be searched: the API has no search of its own, so the newest conversations are read. Undefined if
 * the service is not answering.
 */
export async function answersOnService(
  { instance, credentialFor }: ReadAnswersOptions,
  { user, signal }: RequestContext,
): Promise<Answers | undefined> {
  const found = new Map<number, readonly Snapshot[]>();
  try {
    const token = await credentialFor(user);
    for await (const { id, questions } of instance.all({ token, signal, pageSize: PAGE_SIZE })) {
      found.set(id, questions);
      if (found.size >= MAX_SEARCHED) break;
    }
    return found;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

export function wordsIn(search = ''): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/**
 * Where a conversation has all the words: in its title, or in these questions with their answers, of which
 * the user may not be allowed to read all. Undefined if nowhere.
 */
export function matchIn(
  { title, withdrawn }: Pick<ConversationRecord, 'title' | 'withdrawn'>,
  search: {
    readonly words: readonly string[];
    readonly questions?: readonly Snapshot[] | undefined;
  },
): 'title' | readonly number[] | undefined {
  const { words, questions = [] } = search;
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  if (hasAll(title)) return 'title';
  const found = questions
    .filter(({ ref }) => !withdrawn.includes(ref.questionId))
    .filter((question) => hasAll(textOf(question)));
  return found.length === 0 ? undefined : found.map(({ ref }) => ref.questionId);
}

function textOf(question: Snapshot): string {
  if (question.status !== 'completed') return question.text;
  return [question.text, question.answer.title, question.answer.text].join('\n');
}
