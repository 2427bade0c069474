import type { ThreadKey } from './place.js';

/** Somebody in a workspace. */
export interface WorkspaceUser {
  readonly workspace: string;
  readonly user: string;
}

/** What we know of a conversation on the instance that was asked through us. */
export interface ConversationRecord {
  /** The conversation's, on the instance. */
  readonly id: number;
  /** Raw: the service's title, or the first question until there is one. */
  readonly title: string;
  /** The first question in it, raw; absent where it is longer than what is kept, or makes no sense alone. */
  readonly firstQuestion?: string;
  /** ms since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly users: readonly WorkspaceUser[];
  /** The threads that it was asked in. */
  readonly threads: readonly ConversationThread[];
}

export interface ConversationThread extends ThreadKey {
  readonly direct: boolean;
}
