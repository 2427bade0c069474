import type { Logger } from '../log.js';
import type { Ask, Intent } from '../model/intent.js';
import type { ViewRequest } from '../model/view-request.js';
import * as notes from '../render/texts/notes.js';
import type { EphemeralTarget, PostEphemeral } from './whisper.js';

type Wish = Exclude<Intent, Ask>;

export interface GiveUpOptions {
  readonly whisper: PostEphemeral;
  /** Says in a view that nothing comes. */
  readonly unfilled: (opening: ViewRequest) => Promise<void>;
  readonly logger: Logger;
}

/** After a mistake of ours that repeats, or a day of trouble: whoever wished for something hears that it was not done. */
export function createGiveUp({ whisper, unfilled, logger }: GiveUpOptions) {
  return async (wish: Wish, error: unknown): Promise<void> => {
    logger.error({ err: error, job: wish.id, wish: wish.kind }, 'given up: not done');
    if (wish.kind === 'view-request') return unfilled(wish);
    const hearer = hearerOf(wish);
    if (hearer !== undefined) await whisper(hearer, notes.notDone);
  };
}

/** Undefined where nobody waits for anything. */
function hearerOf(wish: Exclude<Wish, ViewRequest>): EphemeralTarget | undefined {
  switch (wish.kind) {
    case 'messages-tab-opened':
    case 'links-shared':
    case 'incomplete-step':
    case 'message-changed':
    case 'message-deleted':
      return undefined;
    case 'home': {
      const { workspace, user, stop } = wish;
      // Without a click in it nobody may be looking.
      if (stop === undefined) return undefined;
      return { place: { workspace, channel: user, direct: true }, user };
    }
    default:
      return hearerAt(wish);
  }
}

function hearerAt(wish: {
  readonly place: EphemeralTarget['place'];
  readonly user: string;
  readonly messageTs?: string;
  readonly sealedResponseUrl?: string;
}): EphemeralTarget {
  const { place, user, messageTs, sealedResponseUrl: url } = wish;
  const said = messageTs === undefined ? {} : { messageTs };
  return { place, user, ...said, ...(url === undefined ? {} : { sealedResponseUrl: url }) };
}
