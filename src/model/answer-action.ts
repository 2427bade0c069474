import type { Feedback, FeedbackReason } from './feedback.js';
import type { Place } from './place.js';

/** What the menu under an answer offers. */
export const ANSWER_MENU_ITEMS = ['again', 'copy', 'share', 'check', 'explore'] as const;
export type AnswerMenuItem = (typeof ANSWER_MENU_ITEMS)[number];

/** A rating of an answer, by its buttons or its form. */
export interface Vote {
  readonly kind: 'vote';
  readonly id: string;
  readonly questionId: string;
  readonly place: Place;
  readonly user: string;
  readonly at: number;
  readonly vote: Feedback['vote'];
  readonly reason?: FeedbackReason;
  readonly comment?: string;
  /** The `external_id` of the form that was submitted. */
  readonly formId?: string;
  /** Of the message that asked for a reason, which the reply replaces; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** Shows the user alone an answer as Markdown, or all of its sources. */
export interface RevealRequest {
  readonly kind: 'reveal';
  readonly content: 'copy' | 'sources';
  readonly id: string;
  readonly questionId: string;
  readonly place: Place;
  readonly user: string;
}

/** Shares a private answer with the channel that it was asked in. */
export interface ShareAnswer {
  readonly kind: 'share-answer';
  readonly id: string;
  readonly questionId: string;
  readonly place: Place;
  readonly user: string;
  readonly at: number;
  /** The user was told what the channel may not see, and wants to show it: a digest of what they were told. */
  readonly despite?: string;
  /** Of the message that told them, which the reply replaces; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}
