/** What may be wrong with an answer, to choose from. */
export const REASONS = ['wrong', 'incomplete', 'off-topic', 'outdated', 'unclear'] as const;

export type Reason = (typeof REASONS)[number];

/** What one person thinks of one answer: the latest of their votes. */
export interface Feedback {
  readonly question: string;
  /** A user id. */
  readonly by: string;
  readonly vote: 'up' | 'down';
  /** Only with `down`. */
  readonly reason?: Reason;
  /** What was wrong, in words of their own; only with `down`. */
  readonly words?: string;
  /** ms since the epoch. */
  readonly at: number;
}
