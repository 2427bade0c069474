import type { Logger } from '../log.js';
import type { Ask, Intent } from '../model/intent.js';
import type { Opening } from '../model/opening.js';
import * as notes from '../render/notes.js';
import type { Hearer, Whisper } from './whisper.js';

type Wish = Exclude<Intent, Ask>;

export interface GiveUpOptions {
  readonly whisper: Whisper;
  /** Says in a view that nothing comes. */
  readonly unfilled: (opening: Opening) => Promise<void>;
  readonly logger: Logger;
}

/** After a mistake of ours that repeats, or a day of trouble: whoever wished for something hears that it was not done. */
export function createGiveUp({ whisper, unfilled, logger }: GiveUpOptions) {
  return async (wish: Wish, error: unknown): Promise<void> => {
    logger.error({ err: error, job: wish.id, wish: wish.kind }, 'given up: not done');
    if (wish.kind === 'opening') return unfilled(wish);
    const hearer = hearerOf(wish);
    if (hearer !== undefined) await whisper(hearer, notes.notDone());
  };
}

/** Undefined where nobody waits for anything. */
function hearerOf(wish: Exclude<Wish, Opening>): Hearer | undefined {
  switch (wish.kind) {
    case 'arrival':
    case 'links-shared':
    case 'incomplete-step':
    case 'rewrite':
    case 'removal':
      return undefined;
    case 'home': {
      const { workspace, by: asker, stop } = wish;
      // Without a click in it nobody may be looking.
      if (stop === undefined) return undefined;
      return { place: { workspace, channel: asker, direct: true }, asker };
    }
    default:
      return hearerAt(wish);
  }
}

function hearerAt(wish: {
  readonly place: Hearer['place'];
  readonly by: string;
  readonly messageTs?: string;
  readonly sealedResponseUrl?: string;
}): Hearer {
  const { place, by: asker, messageTs, sealedResponseUrl: url } = wish;
  const said = messageTs === undefined ? {} : { messageTs };
  return { place, asker, ...said, ...(url === undefined ? {} : { sealedResponseUrl: url }) };
}
