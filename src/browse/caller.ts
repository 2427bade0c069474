import type { Who } from '../model/talk.js';

/** Who runs an errand, and until when the service may take. */
export interface Caller {
  readonly who: Who;
  readonly signal: AbortSignal;
}
