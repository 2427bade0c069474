/** What may be wrong with an answer, to choose from. */
export const FEEDBACK_REASONS = [
  'wrong',
  'incomplete',
  'off-topic',
  'outdated',
  'unclear',
] as const;

export type FeedbackReason = (typeof FEEDBACK_REASONS)[number];

/** What one person thinks of one answer: the latest of their votes. */
export interface Feedback {
  readonly question: string;
  /** A user id. */
  readonly by: string;
  readonly vote: 'up' | 'down';
  /** Only with `down`. */
  readonly reason?: FeedbackReason;
  /** What was wrong, in words of their own; only with `down`. */
  readonly words?: string;
  /** ms since the epoch. */
  readonly at: number;
}
