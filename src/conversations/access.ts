import type {
  ConversationRecord,
  ConversationThread,
  WorkspaceUser,
} from '../model/conversation-record.js';
import type { Policy } from '../policy/policy.js';
import type { SlackMessages } from '../slack/messages.js';
import type { ConversationStore } from '../store/conversations.js';

export interface AccessOptions {
  readonly policy: Pick<Policy, 'isPublic' | 'isAdmin'>;
  readonly conversations: Pick<ConversationStore, 'load'>;
  readonly messages: Pick<SlackMessages, 'permalink'>;
}

/** A conversation that a user may read. */
export interface AccessibleConversation {
  readonly record: ConversationRecord;
  /** The user asked a question in it. */
  readonly isAsker: boolean;
  /** One of its threads that the user can read in Slack. */
  readonly thread?: ConversationThread;
}

export type ConversationAccess = ReturnType<typeof createConversationAccess>;

/**
 * Decides who may read which conversation: with one shared token the instance cannot tell people
 * apart. A user may read the conversations that they asked in, and those with a thread in a public
 * channel of their workspace. Any other conversation is reported as not found.
 */
export function createConversationAccess({ policy, conversations, messages }: AccessOptions) {
  async function publicThread(
    record: ConversationRecord,
    workspace: string,
  ): Promise<ConversationThread | undefined> {
    for (const thread of record.threads) {
      if (thread.direct || thread.workspace !== workspace) continue;
      if (await policy.isPublic(workspace, thread.channel)) return thread;
    }
    return undefined;
  }

  /** Undefined if the user may not read it. */
  async function check(
    record: ConversationRecord,
    user: WorkspaceUser,
  ): Promise<AccessibleConversation | undefined> {
    const isAsker = hasAsked(record, user);
    const thread = isAsker
      ? threadOfAsker(record, user)
      : await publicThread(record, user.workspace);
    if (isAsker) return thread === undefined ? { record, isAsker } : { record, isAsker, thread };
    return thread && { record, isAsker, thread };
  }

  return {
    check,

    /** Undefined if there is no such conversation, or the user may not read it. */
    async load(id: number, user: WorkspaceUser): Promise<AccessibleConversation | undefined> {
      const record = await conversations.load(id);
      return record && check(record, user);
    },

    /** Whether a user who may read it may delete it: those who asked in it, and admins. */
    async mayDelete(
      { isAsker }: AccessibleConversation,
      { workspace, user }: WorkspaceUser,
    ): Promise<boolean> {
      return isAsker || policy.isAdmin(workspace, user);
    },

    /** The permalink of its thread; empty if it has none that Slack resolves. */
    async threadLink({
      thread,
    }: Pick<AccessibleConversation, 'thread'>): Promise<{ link?: string }> {
      if (thread === undefined) return {};
      const link = await messages.permalink(thread, thread.threadTs).catch(() => undefined);
      return link === undefined ? {} : { link };
    },
  };
}

function hasAsked({ users }: ConversationRecord, { workspace, user }: WorkspaceUser): boolean {
  return users.some((asker) => asker.workspace === workspace && asker.user === user);
}

/** Prefers a thread in a channel to one in a direct message, which fewer of the askers can read. */
function threadOfAsker(
  { threads }: ConversationRecord,
  { workspace }: WorkspaceUser,
): ConversationThread | undefined {
  const inWorkspace = threads.filter((thread) => thread.workspace === workspace);
  return inWorkspace.find(({ direct }) => !direct) ?? inWorkspace[0];
}
