import { DeepSearchSlackError } from './error.js';

/** What a text or a result says of repositories. */
export interface Mentions {
  /** The repositories that it cites or links: as the instance names them, or with another site in front. */
  readonly names: readonly string[];
  /** It cites or links something that does not say which repository it is in, or nothing at all. */
  readonly unknown: boolean;
}

/**
 * Whether a channel may be shown something. `outside`: what it says of repositories that the channel may not
 * see; `unknown`: nobody can tell which repositories it is about.
 */
export type AudienceVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly why: 'outside'; readonly outside: readonly string[] }
  | { readonly ok: false; readonly why: 'unknown' };

/** There is nothing to show that a channel may see: it is about other repositories, or nobody can tell. */
export class OutsideAudience extends DeepSearchSlackError {
  readonly code = 'outside-audience';

  constructor() {
    super('the channel may not see what was asked for');
  }
}
