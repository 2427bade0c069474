import type { WorkspaceUser } from './conversation-record.js';
import type { Place } from './place.js';

/** Somebody wants their data deleted, or an admin that of somebody else. */
export interface ForgetRequest {
  readonly kind: 'forget';
  readonly id: string;
  readonly place: Place;
  readonly user: string;
  readonly at: number;
  /** Whose data, by user ID; absent: the user's own. `unknown`: somebody was named, but not by an ID. */
  readonly subject?: string | 'unknown';
  /** The first request only asks for confirmation. */
  readonly confirmed: boolean;
  /** Where to reply; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** What became of a conversation. All but the first two stay on the instance. */
export const ERASURE_RESULTS = [
  'deleted',
  /** It was not there any more. */
  'gone',
  /** Others asked in it too. */
  'others',
  /** The instance refused. */
  'refused',
  /** The account that it belongs to is not connected any more. */
  'account',
  /** The instance failed for hours. */
  'unreachable',
] as const;
export type ErasureResult = (typeof ERASURE_RESULTS)[number];

/** Messages and files of ours in Slack. `kept`: Slack's error codes, for each that it did not delete. */
export interface ErasedMessages {
  readonly deleted: number;
  readonly kept: readonly string[];
}

/** What was deleted and what was not, as the receipt says it. */
export interface Erasure {
  readonly person: WorkspaceUser;
  /** Who asked for it. */
  readonly by: string;
  readonly conversations: ReadonlyMap<number, ErasureResult>;
  readonly questions: number;
  /** Stopped, and removed as soon as the instance lets go of them. */
  readonly stillOpen: number;
  readonly messages: ErasedMessages;
  readonly votes: number;
  readonly account?: 'revoked' | 'deleted';
}
