import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Place } from '../model/place.js';
import type { ViewRequest } from '../model/view-request.js';

/** Who sent a request, from where, and until when it may run. */
export interface RequestContext {
  readonly user: WorkspaceUser;
  readonly place: Place;
  /** The same for each delivery of one request. */
  readonly requestId: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly signal: AbortSignal;
}

/** The context of a request for a view; without a place it is the user's direct message. */
export function viewRequestContext(request: ViewRequest, signal: AbortSignal): RequestContext {
  const { workspace, user, id: requestId, at } = request;
  const place = request.place ?? { workspace, channel: user, direct: true };
  return { user: { workspace, user }, place, requestId, at, signal };
}
