/** Why a question is asked where it is. */
export type ScopeOrigin =
  /** `repo:NAME` in the question. */
  | 'filter'
  /** The question says which repository it is about, or asks for all of them. */
  | 'question'
  /** The message that it is about says so. */
  | 'message'
  /** The last answer of its thread cites them. */
  | 'thread'
  | 'channel'
  /** Whoever clicked a button under an answer chose them. */
  | 'click'
  /** Nothing says anything: all of them. */
  | 'default';

/** In which repositories a question is asked. */
export interface Scope {
  /** As the instance lists them. Empty: in all. */
  readonly repositories: readonly string[];
  readonly from: ScopeOrigin;
  /** Names in `repo:NAME` that no repository has. */
  readonly unknown?: readonly string[];
  /** Of the repositories in the channel's settings, those that are not listed. If it is all, they limit nothing. */
  readonly channelMissing?: readonly string[];
  /** The instance lists one repository, or none: there is nothing to choose from. */
  readonly only?: true;
}

/** A scope of more repositories says as little as none. */
export const MAX_SCOPE = 20;
