import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Place } from '../model/place.js';

/** Who runs an errand, and until when the service may take. */
export interface Caller {
  readonly who: WorkspaceUser;
  readonly place: Place;
  /** The visit's id, and when it was, ms since the epoch. */
  readonly visit: string;
  readonly at: number;
  readonly signal: AbortSignal;
}
