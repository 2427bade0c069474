import type { ThreadKey } from './question.js';

/** Somebody in a workspace. */
export interface Who {
  readonly workspace: string;
  readonly user: string;
}

/** What we know of a conversation on the instance that was asked through us. */
export interface Talk {
  /** The conversation's, on the instance. */
  readonly id: number;
  /** Raw: the service's title, or the first question until there is one. */
  readonly title: string;
  /** The first question in it, raw; absent where it is longer than what is kept, or makes no sense alone. */
  readonly asked?: string;
  /** ms since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly askers: readonly Who[];
  /** The threads that it was asked in. */
  readonly threads: readonly TalkThread[];
}

export interface TalkThread extends ThreadKey {
  readonly direct: boolean;
}
