import {
  type ConversationAddress,
  parseConversationLink,
} from '../deepsearch/conversation-link.js';
import type { ConversationReference } from '../model/conversation-request.js';
import type { ThreadKey } from '../model/place.js';
import { clickedQuestion } from '../policy/clicked-question.js';
import type { ConversationStore } from '../store/conversations.js';
import type { QuestionStore } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';
import type { RequestContext } from './request-context.js';

export interface ResolveReferenceOptions {
  readonly threads: Pick<ThreadStore, 'conversation' | 'accountConversation'>;
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly openLink: (sealed: string) => string;
}

export type ResolveReference = ReturnType<typeof createResolveReference>;

const SLACK_PERMALINK =
  /\/archives\/([CDG][A-Z0-9]{1,30})\/p(\d{10})(\d{6})(?:\?(?:[^#]*&)?thread_ts=([\d.]+))?/;

/**
 * Resolves what a user names a conversation by to its id or read token: its number, a question of it that
 * was answered in the same channel, a link to the instance (on any host), or a Slack permalink. Undefined if it names no conversation. Access is not
 * checked here.
 */
export function createResolveReference({ threads, questions, openLink }: ResolveReferenceOptions) {
  return async (
    reference: ConversationReference,
    { user: { workspace, user }, place }: Pick<RequestContext, 'user' | 'place'>,
  ): Promise<ConversationAddress | undefined> => {
    if ('id' in reference) return reference;
    if ('questionId' in reference) {
      const question = await clickedQuestion(questions, { ...reference, place });
      return question?.ref && { id: question.ref.conversationId };
    }
    const link = openLink(reference.sealedLink);
    const address = parseConversationLink(link);
    if (address !== undefined) return address;
    const [, channel, seconds, micros, root] = SLACK_PERMALINK.exec(link) ?? [];
    if (channel === undefined) return undefined;
    const threadTs = root ?? `${seconds}.${micros}`;
    const id = await conversationIn(threads, { workspace, channel, threadTs }, user);
    return id === undefined ? undefined : { id };
  };
}

/** The one that everyone shares, or else the user's own. */
async function conversationIn(
  threads: Pick<ThreadStore, 'conversation' | 'accountConversation'>,
  thread: ThreadKey,
  user: string,
): Promise<number | undefined> {
  const shared = await threads.conversation(thread);
  return shared ?? (await threads.accountConversation(thread, user))?.conversationId;
}

export interface DefaultReferenceOptions {
  readonly conversations: Pick<ConversationStore, 'ofUser' | 'load'>;
  readonly threads: Pick<ThreadStore, 'conversation' | 'accountConversation'>;
}

/** How many of a user's newest conversations are searched. */
const MAX_RECENT = 50;

/**
 * Which conversation a command without a reference is about: the one that its thread continues, or
 * that has an answer there, which moved to it; without a thread, which slash commands do not carry, the
 * user's newest in the channel. Undefined if there is none.
 */
export function createDefaultReference({ conversations, threads }: DefaultReferenceOptions) {
  return async ({ place, user }: RequestContext): Promise<ConversationReference | undefined> => {
    const { workspace, channel, threadTs } = place;
    if (threadTs !== undefined) {
      const id = await conversationIn(threads, { workspace, channel, threadTs }, user.user);
      if (id !== undefined) return { id };
    }
    for (const id of (await conversations.ofUser(user)).slice(0, MAX_RECENT)) {
      const record = await conversations.load(id);
      const isHere = (thread: ThreadKey) =>
        thread.channel === channel && (threadTs === undefined || thread.threadTs === threadTs);
      if (record?.threads.some(isHere)) return { id };
    }
    return undefined;
  };
}
