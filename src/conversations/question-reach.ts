import type {
  ConversationQuestion,
  ConversationRecord,
  ConversationThread,
  WorkspaceUser,
} from '../model/conversation-record.js';
import type { Policy } from '../policy/policy.js';

/** What of a conversation a user may read. */
export interface QuestionReach {
  /** Whether they may read a question and its answer, by its id on the instance. */
  readonly reads: (questionId: number) => boolean;
  /**
   * The channels through which they read it, which may have to see what its answer is about; none if it is their
   * own.
   */
  readonly through: (questionId: number) => readonly string[];
  /** They may read every question that was asked through this app. */
  readonly readsAll: boolean;
}

const EVERYTHING: QuestionReach = { reads: () => true, through: () => [], readsAll: true };

interface Reachable {
  readonly record: ConversationRecord;
  /** The user asked a question in it. */
  readonly isAsker: boolean;
}

/**
 * A user may read what they asked, and what others asked in a channel that the user can read now: a
 * former member of a private channel does not see what was asked there later, and nobody sees what
 * somebody else asked in a direct message. A question without a record may have been asked in any of
 * the threads.
 */
export async function questionReach(
  policy: Pick<Policy, 'isPublic' | 'mayRead'>,
  { record, isAsker }: Reachable,
  user: WorkspaceUser,
): Promise<QuestionReach> {
  const { questions, threads, users } = record;
  if (isAsker && users.length === 1) return EVERYTHING;
  const readable = await readableChannels(policy, { record, isAsker }, user);
  const isReadable = ({ channel, direct }: Pick<ConversationThread, 'channel' | 'direct'>) =>
    !direct && readable.has(channel);
  const readsOf = new Map(
    questions.map((asked) => [asked.id, isBy(asked, user) || isReadable(asked)]),
  );
  const readsUnrecorded = threads.length > 0 && threads.every(isReadable);
  const channels = threads.filter((thread) => !thread.direct).map(({ channel }) => channel);
  const throughOf = new Map(
    questions.map((asked) => [asked.id, isBy(asked, user) ? [] : [asked.channel]]),
  );
  return {
    through: (questionId) => throughOf.get(questionId) ?? [...new Set(channels)],
    reads: (questionId) => readsOf.get(questionId) ?? readsUnrecorded,
    readsAll: readsOf.size === 0 ? readsUnrecorded : [...readsOf.values()].every((reads) => reads),
  };
}

/** Of the channels in which it has questions, those that the user can read now. */
async function readableChannels(
  policy: Pick<Policy, 'isPublic' | 'mayRead'>,
  { record: { questions, threads }, isAsker }: Reachable,
  { workspace, user }: WorkspaceUser,
): Promise<ReadonlySet<string>> {
  const places = [
    ...threads,
    ...questions.map(({ channel, direct, user: by }) => ({ ...by, channel, direct })),
  ].filter((place) => !place.direct && place.workspace === workspace);
  const channels = [...new Set(places.map(({ channel }) => channel))];
  const reads = await Promise.all(
    channels.map((channel) =>
      isAsker
        ? policy.mayRead({ workspace, channel, direct: false }, user)
        : policy.isPublic(workspace, channel),
    ),
  );
  return new Set(channels.filter((_, i) => reads[i]));
}

/** Without those that all questions have left. */
export function threadsOfQuestions({
  threads,
  questions,
}: ConversationRecord): readonly ConversationThread[] {
  if (questions.length === 0) return threads;
  const channels = new Set(questions.map(({ channel }) => channel));
  return threads.filter(({ channel }) => channels.has(channel));
}

function isBy(asked: ConversationQuestion, { workspace, user }: WorkspaceUser): boolean {
  return asked.user.workspace === workspace && asked.user.user === user;
}
