/** Behaviour that the API document leaves open and real instances differ in. The first is the default. */
export interface ApiVariants {
  /** `array` is a bare array; the others are `{[name]: […], next_cursor}`. */
  readonly list: 'array' | 'conversations' | 'results' | 'items' | 'data';
  readonly followUp: 'question' | 'conversation';
  /** Whether a follow-up's body must repeat `conversation_id`; a wrong one is always refused. */
  readonly followUpId: 'optional' | 'required';
  readonly failure: 'failed' | 'completed-with-error' | 'failed-without-error' | 'error';
  /** `keeps-processing`: the instance accepts the cancel but still answers. */
  readonly cancel:
    | 'completed-with-error'
    | 'cancelled'
    | 'canceled'
    | 'failed'
    | 'keeps-processing';
  readonly cancelReply: 'question' | 'conversation' | 'empty';
  /** The status of create and follow-up. */
  readonly createStatus: 200 | 201 | 202;
  /** Whether create and follow-up respond only when finished; `unless-asked`: not with `Prefer: respond-async`. */
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
