/** Where the document is silent and the field disagrees. The first of each is the default. */
export interface ApiVariants {
  /** `array` is bare; the others are `{[name]: […], next_cursor}`. */
  readonly list: 'array' | 'conversations' | 'results' | 'items' | 'data';
  readonly followUp: 'question' | 'conversation';
  /** Whether a follow-up's body must repeat `conversation_id`; a wrong one is always refused. */
  readonly followUpId: 'optional' | 'required';
  readonly failure: 'failed' | 'completed-with-error' | 'failed-without-error' | 'error';
  /** `keeps-processing` is an instance that takes a cancel and goes on to its answer. */
  readonly cancel:
    | 'completed-with-error'
    | 'cancelled'
    | 'canceled'
    | 'failed'
    | 'keeps-processing';
  readonly cancelReply: 'question' | 'conversation' | 'empty';
  /** Of create and follow-up. */
  readonly createStatus: 200 | 201 | 202;
  /** Whether create and follow-up answer only when finished; `unless-asked`: see `Prefer: respond-async`. */
  readonly createWaits: 'never' | 'unless-asked' | 'always';
  /** Whether `GET /{id}/questions/{qid}` exists, which the document does not have. */
  readonly questionRoute: boolean;
  readonly errorBody: 'json' | 'text';
}

export const DEFAULT_VARIANTS: ApiVariants = {
  list: 'array',
  followUp: 'question',
  followUpId: 'optional',
  failure: 'failed',
  cancel: 'completed-with-error',
  cancelReply: 'question',
  createStatus: 200,
  createWaits: 'never',
  questionRoute: true,
  errorBody: 'json',
};
