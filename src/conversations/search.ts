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
  /** Of each account whose conversations somebody may find. */
  readonly allCredentialsFor: (user: WorkspaceUser) => Promise<readonly Token[]>;
}

/** What can be searched; `partial`: the service is not answering, so that there may be more. */
interface Searchable {
  readonly answers: Answers;
  readonly partial: boolean;
}

/** How many conversations of each account are searched: those that changed last. */
const MAX_SEARCHED = 300;
const PAGE_SIZE = 100;

/** The API has no search of its own, so the newest conversations are read. */
export async function answersOnService(
  { instance, allCredentialsFor }: ReadAnswersOptions,
  { user, signal }: RequestContext,
): Promise<Searchable> {
  const found = new Map<number, readonly Snapshot[]>();
  /** False: the service is not answering. */
  async function read(token: Token): Promise<boolean> {
    let count = 0;
    try {
      for await (const { id, questions } of instance.all({ token, signal, pageSize: PAGE_SIZE })) {
        found.set(id, questions);
        count += 1;
        if (count >= MAX_SEARCHED) break;
      }
      return true;
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
  }
  const tokens = await allCredentialsFor(user).catch(noneIfServiceFails);
  const isWhole = await Promise.all(tokens.map(read));
  return { answers: found, partial: tokens.length === 0 || isWhole.includes(false) };
}

function noneIfServiceFails(error: unknown): [] {
  if (error instanceof ServiceError) return [];
  throw error;
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
