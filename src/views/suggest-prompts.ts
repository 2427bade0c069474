import type { Logger } from '../log.js';
import type { Question } from '../model/question.js';
import type { MessagesTabOpened } from '../model/view-request.js';

export interface SuggestPromptsOptions {
  readonly accept: (opened: MessagesTabOpened) => Promise<void>;
  readonly logger: Logger;
}

/** Questions within this refresh the prompts once, ms. An id is known to the queue for as long. */
const SLOT_MS = 2 * 3600_000;

/**
 * Refreshes the prompts that are suggested in a user's direct message, every two hours at most, when
 * they ask there: Slack does not always say that the messages tab was opened. Best effort: never throws.
 */
export function createSuggestPrompts({ accept, logger }: SuggestPromptsOptions) {
  return async ({ user, askedAt, place }: Question): Promise<void> => {
    const { workspace, channel, direct } = place;
    if (!direct) return;
    const id = `messages-tab-${workspace}-${channel}-${Math.floor(askedAt / SLOT_MS)}`;
    try {
      await accept({
        kind: 'messages-tab-opened',
        id,
        place: { workspace, channel, direct },
        user,
      });
    } catch (error) {
      logger.debug({ err: error }, 'prompts not suggested');
    }
  };
}
