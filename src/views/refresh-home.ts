import type { RequestContext } from '../conversations/request-context.js';
import type { Logger } from '../log.js';
import type { Question } from '../model/question.js';
import type { HomeRequest } from '../model/view-request.js';
import type { HomeStore } from '../store/homes.js';

export interface RefreshHomeOptions {
  readonly homes: Pick<HomeStore, 'load'>;
  readonly accept: (request: HomeRequest) => Promise<void>;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Has the Home of users who opened it lately published again. Best effort: never throws. */
export function createRefreshHome({ homes, accept, now, logger }: RefreshHomeOptions) {
  async function refreshHome(
    context: Pick<RequestContext, 'user' | 'requestId' | 'at'>,
  ): Promise<void> {
    const { requestId, at } = context;
    const { workspace, user } = context.user;
    try {
      if ((await homes.load(context.user)) === undefined) return;
      await accept({ kind: 'home', id: `home-${requestId}`, workspace, user, at });
    } catch (error) {
      logger.debug({ err: error }, 'Home not refreshed');
    }
  }

  return {
    refreshHome,

    /** When a question of the user's starts or ends. */
    refreshHomeOf: ({ id, user, place, phase }: Question): Promise<void> =>
      refreshHome({
        user: { workspace: place.workspace, user },
        requestId: `${id}-${phase}`,
        at: now(),
      }),
  };
}
