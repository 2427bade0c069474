/** Why an outcome is shown to nobody. */
export type WithheldReason =
  /** Its author has left, is a guest now, or belongs to another company. */
  | 'not-allowed'
  /** Slack does not tell who its author is. */
  | 'unverified'
  /** Not in the channel any more, and Slack does not open a direct message. */
  | 'unreachable';

/** Where what becomes of a question may be shown: where it is, only to its author, or to nobody. */
export type Reach =
  /** `limited`: its channel may not see every repository. */
  | { readonly kind: 'here'; readonly limited?: true }
  | { readonly kind: 'direct' }
  | { readonly kind: 'nobody'; readonly why: WithheldReason };
