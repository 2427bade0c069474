import {
  type ConversationRecord,
  type ConversationThread,
  isSameUser,
  type WorkspaceUser,
} from '../model/conversation-record.js';
import type { Policy } from '../policy/policy.js';
import type { SlackMessages } from '../slack/messages.js';
import type { ConversationStore } from '../store/conversations.js';
import { type QuestionReach, questionReach, threadsOfQuestions } from './question-reach.js';

export interface AccessOptions {
  readonly policy: Pick<Policy, 'isPublic' | 'wasPublic' | 'isAdmin' | 'isAdminOf' | 'mayRead'>;
  readonly conversations: Pick<ConversationStore, 'load'>;
  readonly messages: Pick<SlackMessages, 'permalink'>;
}

/** A conversation of which a user may read at least one question. */
export interface AccessibleConversation {
  readonly record: ConversationRecord;
  /** The user asked a question in it. */
  readonly isAsker: boolean;
  /** One of its threads that the user can read in Slack. */
  readonly thread?: ConversationThread;
}

/** The same, with what of it they may read. */
export type OpenableConversation = AccessibleConversation & QuestionReach;

export type ConversationAccess = ReturnType<typeof createConversationAccess>;

/**
 * Decides who may read which conversation: with one shared token the instance cannot tell people
 * apart. A user may open the conversations that they asked in, and those with a question in a public
 * channel of their workspace. A conversation of somebody's own account is for them alone: others see in
 * Slack what was posted of it. Any other conversation is reported as not found.
 */
export function createConversationAccess({ policy, conversations, messages }: AccessOptions) {
  async function publicThread(
    record: ConversationRecord,
    { workspace, isPublic }: Pick<WorkspaceUser, 'workspace'> & Pick<Policy, 'isPublic'>,
  ): Promise<ConversationThread | undefined> {
    for (const thread of threadsOfQuestions(record)) {
      if (thread.direct || thread.workspace !== workspace) continue;
      if (await isPublic(workspace, thread.channel)) return thread;
    }
    return undefined;
  }

  async function accessibleTo(
    user: WorkspaceUser,
    record: ConversationRecord,
    isPublic: Policy['isPublic'],
  ): Promise<AccessibleConversation | undefined> {
    if (record.account !== undefined && !isSameUser(record.account, user)) return undefined;
    const isAsker = hasAsked(record, user);
    const thread = isAsker
      ? threadOfAsker(record, user)
      : await publicThread(record, { workspace: user.workspace, isPublic });
    if (isAsker) return thread === undefined ? { record, isAsker } : { record, isAsker, thread };
    return thread && { record, isAsker, thread };
  }

  async function isAdminOfAskers(
    { users }: ConversationRecord,
    { workspace, user }: WorkspaceUser,
  ): Promise<boolean> {
    if (await policy.isAdmin(workspace, user)) return true;
    for (const asker of users) {
      if (asker.workspace !== workspace) return false;
      if (!(await policy.isAdminOf(workspace, user, asker.user))) return false;
    }
    return users.length > 0;
  }

  return {
    /** For a list. Undefined if the user may not read it, or could not some minutes ago. */
    check: (record: ConversationRecord, user: WorkspaceUser) =>
      accessibleTo(user, record, policy.wasPublic),

    /** Undefined if there is no such conversation, or the user may not read it. */
    async load(id: number, user: WorkspaceUser): Promise<OpenableConversation | undefined> {
      const record = await conversations.load(id);
      const accessible = record && (await accessibleTo(user, record, policy.isPublic));
      if (accessible === undefined) return undefined;
      return { ...accessible, ...(await questionReach(policy, accessible, user)) };
    },

    /** Whether a user who may read all of it may delete it: those who asked in it, and admins of all of them. */
    async mayDelete(
      { record, isAsker, readsAll }: Pick<OpenableConversation, 'record' | 'isAsker' | 'readsAll'>,
      user: WorkspaceUser,
    ): Promise<boolean> {
      return readsAll && (isAsker || isAdminOfAskers(record, user));
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
