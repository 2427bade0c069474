import type { Caller } from '../conversations/caller.js';
import type { Find } from '../conversations/list.js';
import { openOf } from '../conversations/running.js';
import type { QuotaOf } from '../conversations/usage.js';
import { ServiceError } from '../deepsearch/errors.js';
import type { Logger } from '../log.js';
import type { AccessMode } from '../model/access.js';
import type { HomeState } from '../model/home.js';
import type { HomeRequest } from '../model/view-request.js';
import type { Denial, Policy } from '../policy/policy.js';
import * as notes from '../render/texts/notes.js';
import { type HomeInput, renderClosedHome, renderHome } from '../render/views/home.js';
import { SlackRefused } from '../slack/errors.js';
import type { SlackViews } from '../slack/views.js';
import type { HomeStore } from '../store/homes.js';
import type { QuestionStore } from '../store/questions.js';

export interface HomeOptions {
  readonly policy: Pick<Policy, 'mayAsk'>;
  readonly views: Pick<SlackViews, 'publish'>;
  readonly homes: HomeStore;
  readonly questions: Pick<QuestionStore, 'open' | 'load'>;
  readonly find: Find;
  readonly quotaOf: QuotaOf;
  /** Stops a question of the caller's own. */
  readonly stop: (questionId: string, caller: Caller) => Promise<unknown>;
  readonly baseUrl: string;
  readonly access: AccessMode;
  readonly logger: Logger;
}

/** Somebody looks: a service that hangs is left out, ms. */
const GATHER_MS = 10_000;

/** Somebody's Home: published anew each time they look, click, or something of theirs changes. */
export function createHome(options: HomeOptions) {
  const { policy, views, homes, logger } = options;

  async function gather(look: HomeState, caller: Caller): Promise<HomeInput> {
    const [running, list, quota] = await Promise.all([
      openOf(options.questions, caller.who),
      options.find({ ...look, by: 'updated' }, caller),
      options.quotaOf(caller).catch(awayWhereTroubled),
    ]);
    const { baseUrl, access } = options;
    return { look, running, list, quota, baseUrl, access };
  }

  async function show(look: HomeState, caller: Caller): Promise<void> {
    const { who, place } = caller;
    const verdict = await policy.mayAsk({ user: who.user, place });
    const closed = verdict.ok ? undefined : reason(verdict);
    if (!verdict.ok && closed === undefined) return;
    const view =
      closed === undefined
        ? renderHome(await gather(look, caller))
        : renderClosedHome(look, closed);
    await views.publish(who.workspace, who.user, view);
  }

  return async (visit: HomeRequest, signal: AbortSignal): Promise<void> => {
    const { workspace, user, id, at, stop } = visit;
    const who = { workspace, user };
    const look = visit.state ?? (await homes.look(who));
    if (look === undefined) return;
    if (visit.state !== undefined) await homes.note(who, look);
    const until = AbortSignal.any([signal, AbortSignal.timeout(GATHER_MS)]);
    const place = { workspace, channel: user, direct: true };
    const caller = { who, place, visit: id, at, signal: until };
    if (stop !== undefined) await options.stop(stop, caller);
    await show(look, caller).catch((error: unknown) => {
      // A Home that is switched off in the app's settings.
      if (!(error instanceof SlackRefused) || error.about === 'standing') throw error;
      logger.warn({ err: error }, 'Home was not published');
    });
  };
}

/** Strangers see nothing at all. */
function reason({ why, tell }: Denial): string | undefined {
  return tell ? notes.turnedAway(why) : undefined;
}

function awayWhereTroubled(error: unknown): 'away' {
  const late = error instanceof DOMException && error.name === 'TimeoutError';
  if (error instanceof ServiceError || late) return 'away';
  throw error;
}
