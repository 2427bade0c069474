import type { Snapshot } from '../model/answer.js';
import type { Refusal } from '../model/outcome.js';
import type { Question, QuestionFlags } from '../model/question.js';
import type { PollInterval } from './schedule.js';

/** What the last look at the service in this run showed. */
export type InstanceResult =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  /** Transient trouble; it is in the record, with the time of the next look. */
  | { readonly kind: 'trouble' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** An earlier try to create has left nothing behind. */
  | { readonly kind: 'absent' };

/** Everything the next step depends on. */
export interface Facts {
  readonly question: Question;
  readonly wishes: QuestionFlags;
  /** How many open questions of the thread come first. */
  readonly place: number;
  readonly now: number;
  readonly timeoutMs: number;
  readonly pace: PollInterval;
  readonly result?: InstanceResult;
  /** How long answers took lately. */
  readonly usualMs?: number;
}
