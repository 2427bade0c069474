export type DenialReason =
  | 'outsider'
  | 'guest'
  | 'bot'
  | 'unknown'
  /** Slack does not tell who it is, or whether they are a member. */
  | 'unverified'
  /** Slack does not let us open their direct message. */
  | 'unreachable'
  /** The same, and the answer cannot be in the channel. */
  | 'nowhere-to-answer'
  | 'shared-channel'
  | 'not-member'
  | 'not-listed';

/** `tell`: whether the user is told in an ephemeral message. */
export interface Denial {
  readonly ok: false;
  readonly why: DenialReason;
  readonly tell: boolean;
}

/** `here` is false if Slack does not tell who can read the channel: the answer is private then. */
export type PermissionVerdict = { readonly ok: true; readonly here: boolean } | Denial;

export const PERMITTED: PermissionVerdict = { ok: true, here: true };

/** A denial that the user is told. */
export function denied(why: DenialReason): Denial {
  return { ok: false, why, tell: true };
}

/** A denial that the user is not told. */
export function silentlyDenied(why: DenialReason): Denial {
  return { ok: false, why, tell: false };
}
