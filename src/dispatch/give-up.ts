import type { EphemeralTarget, PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import type { NonAskIntent } from '../model/intent.js';
import type { ViewRequest } from '../model/view-request.js';
import type { NewerRequest } from '../queue/newer-jobs.js';
import * as notes from '../render/texts/notes.js';

export interface GiveUpOptions {
  readonly postEphemeral: PostEphemeral;
  /** Says in a view that it could not be filled. */
  readonly showUnfilled: (request: ViewRequest) => Promise<void>;
  readonly logger: Logger;
}

/** After a bug that repeats, or a day of transient errors: tells the user that it was not done. */
function createGiveUp({ postEphemeral, showUnfilled, logger }: GiveUpOptions) {
  return async (intent: NonAskIntent, error: unknown): Promise<void> => {
    logger.error({ err: error, job: intent.id, intent: intent.kind }, 'intent given up');
    if (intent.kind === 'view-request') return showUnfilled(intent);
    const target = targetOf(intent);
    if (target !== undefined) await postEphemeral(target, notes.requestFailed);
  };
}

/** What is done about requests that are given up. */
export function createGiveUps(options: GiveUpOptions) {
  return { giveUp: createGiveUp(options), giveUpNewer: createGiveUpNewer(options) };
}

/** For a request that only a newer version can read, and that none has taken: tells the user the same. */
function createGiveUpNewer({ postEphemeral, logger }: Omit<GiveUpOptions, 'showUnfilled'>) {
  return async ({ id, kind, by }: NewerRequest, error: unknown): Promise<void> => {
    logger.error({ err: error, job: id, intent: kind }, 'intent given up');
    if (by === undefined || isAwaitedByNobody(kind) || kind === VIEW) return;
    await postEphemeral(by, notes.requestFailed);
  };
}

const VIEW: ViewRequest['kind'] = 'view-request';

const AWAITED_BY_NOBODY = [
  'messages-tab-opened',
  'small-talk',
  'stop-unconfirmed',
  'joined-channel',
  'links-shared',
  'links-drafted',
  'incomplete-step',
  'uninstalled',
  'sign-in-expired',
  'message-changed',
  'message-deleted',
] as const satisfies readonly NonAskIntent['kind'][];

type AwaitedByNobody = (typeof AWAITED_BY_NOBODY)[number];

function isAwaitedByNobody(kind: string): kind is AwaitedByNobody {
  return AWAITED_BY_NOBODY.some((each) => each === kind);
}

type Awaited = Exclude<NonAskIntent, ViewRequest | { readonly kind: AwaitedByNobody }>;

function isAwaited(intent: Exclude<NonAskIntent, ViewRequest>): intent is Awaited {
  return !isAwaitedByNobody(intent.kind);
}

/** Undefined where no user waits for anything. */
function targetOf(intent: Exclude<NonAskIntent, ViewRequest>): EphemeralTarget | undefined {
  if (!isAwaited(intent)) return undefined;
  if (intent.kind !== 'home') return intent;
  const { workspace, user, stop } = intent;
  // Without a click in it nobody may be looking.
  if (stop === undefined) return undefined;
  return { place: { workspace, channel: user, direct: true }, user };
}
