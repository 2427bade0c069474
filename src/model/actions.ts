/** The `action_id`s of our buttons: what `render` writes and `intake` reads. */
export const ACTIONS = {
  /** Value: the question's id. */
  stop: 'question.stop',
  /** Value: the question's id. */
  keepWaiting: 'question.keep-waiting',
  /** Value: the text to ask; `.0`, `.1`, … follow, since ids are unique in a message. */
  ask: 'question.ask',
  /** Value: an errand as `intake/errand.ts` reads it; `.0`, `.1`, … follow. */
  errand: 'browse.errand',
  /** A link button: Slack reports the click, nothing happens. */
  open: 'link.open',
} as const;
