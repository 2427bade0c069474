import type { Feedback, FeedbackReason } from './feedback.js';
import type { Place } from './place.js';

/** A click on what stands under an answer: how good it was. */
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
  /** Of a note that asked why, and makes way; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** A click for more of an answer than stands in the thread, to be shown to the clicker alone. */
export interface RevealRequest {
  readonly kind: 'reveal';
  readonly content: 'copy' | 'sources';
  readonly id: string;
  readonly questionId: string;
  readonly place: Place;
  readonly user: string;
}

/** A click that shares an answer, given in private, with the channel that it was asked in. */
export interface ShareAnswer {
  readonly kind: 'share-answer';
  readonly id: string;
  readonly questionId: string;
  readonly place: Place;
  readonly user: string;
  readonly at: number;
}
