/** The reasons to choose from for a bad vote. */
export const FEEDBACK_REASONS = [
  'wrong',
  'incomplete',
  'off-topic',
  'outdated',
  'unclear',
] as const;

export type FeedbackReason = (typeof FEEDBACK_REASONS)[number];

/** A user's latest vote on an answer. */
export interface Feedback {
  /** The question's id. */
  readonly question: string;
  /** A user id. */
  readonly user: string;
  readonly vote: 'up' | 'down';
  /** Only with `down`. */
  readonly reason?: FeedbackReason;
  /** What was wrong, in the user's own words; only with `down`. */
  readonly comment?: string;
  /** ms since the epoch. */
  readonly at: number;
}
