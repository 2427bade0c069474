import type { EphemeralTarget, PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import type { NonAskIntent } from '../model/intent.js';
import type { ViewRequest } from '../model/view-request.js';
import * as notes from '../render/texts/notes.js';

export interface GiveUpOptions {
  readonly postEphemeral: PostEphemeral;
  /** Says in a view that it could not be filled. */
  readonly showUnfilled: (request: ViewRequest) => Promise<void>;
  readonly logger: Logger;
}

/** After a bug that repeats, or a day of transient errors: tells the user that it was not done. */
export function createGiveUp({ postEphemeral, showUnfilled, logger }: GiveUpOptions) {
  return async (intent: NonAskIntent, error: unknown): Promise<void> => {
    logger.error({ err: error, job: intent.id, intent: intent.kind }, 'intent given up');
    if (intent.kind === 'view-request') return showUnfilled(intent);
    const target = targetOf(intent);
    if (target !== undefined) await postEphemeral(target, notes.requestFailed);
  };
}

/** Undefined where no user waits for anything. */
function targetOf(intent: Exclude<NonAskIntent, ViewRequest>): EphemeralTarget | undefined {
  switch (intent.kind) {
    case 'messages-tab-opened':
    case 'small-talk':
    case 'stop-unconfirmed':
    case 'joined-channel':
    case 'links-shared':
    case 'links-drafted':
    case 'incomplete-step':
    case 'uninstalled':
    case 'message-changed':
    case 'message-deleted':
      return undefined;
    case 'home': {
      const { workspace, user, stop } = intent;
      // Without a click in it nobody may be looking.
      if (stop === undefined) return undefined;
      return { place: { workspace, channel: user, direct: true }, user };
    }
    default:
      return intent;
  }
}
