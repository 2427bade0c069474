import type { ThreadKey } from './place.js';

/** A user of a workspace. */
export interface WorkspaceUser {
  readonly workspace: string;
  readonly user: string;
}

export function isSameUser(one: WorkspaceUser, other: WorkspaceUser): boolean {
  return one.workspace === other.workspace && one.user === other.user;
}

/** What we store about a conversation on the instance that was started through this app. */
export interface ConversationRecord {
  /** Its id on the instance. */
  readonly id: number;
  /** Raw: the service's title, or the first question until there is one. */
  readonly title: string;
  /** Its first question, raw; absent if that is too long to store, or makes no sense without its context. */
  readonly firstQuestion?: string;
  /** ms since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly users: readonly WorkspaceUser[];
  /** Whose account it belongs to; absent: the one that everyone shares. */
  readonly account?: WorkspaceUser;
  /** The Slack threads of its questions. */
  readonly threads: readonly ConversationThread[];
  /** Its questions that were asked through this app, but for deleted ones; none in records of older versions. */
  readonly questions: readonly ConversationQuestion[];
  /** The ids of questions whose messages were deleted while they were open: we show them to nobody. */
  readonly withdrawn: readonly number[];
}

/** How far a question is, for lists. `unanswered`: it ended otherwise, such as by a failure or a time limit. */
export const QUESTION_STATES = ['running', 'answered', 'stopped', 'unanswered'] as const;
export type QuestionState = (typeof QUESTION_STATES)[number];

/** Who asked a question of a conversation, and where it is now. */
export interface ConversationQuestion {
  /** Its id on the instance. */
  readonly id: number;
  readonly user: WorkspaceUser;
  readonly channel: string;
  readonly direct: boolean;
  /** Absent in records of older versions. */
  readonly state?: QuestionState;
}

export interface ConversationThread extends ThreadKey {
  readonly direct: boolean;
}
