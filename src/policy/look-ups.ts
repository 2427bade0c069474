import type { Logger } from '../log.js';
import { memoize } from '../memoize.js';
import type { BotIdentity, SlackDirectory } from '../slack/directory.js';
import { SlackRefused } from '../slack/errors.js';

export interface LookUpOptions {
  readonly directory: Pick<SlackDirectory, 'user' | 'channel' | 'isMember'>;
  readonly identify: (workspace: string) => Promise<BotIdentity>;
  readonly now: () => number;
  readonly logger: Logger;
}

/** How long what Slack says of users and channels is cached, ms. */
const REMEMBER_MS = 5 * 60_000;

export type LookUps = ReturnType<typeof createLookUps>;

/**
 * Cached look-ups of users and channels. Undefined: Slack does not tell, whatever the reason. Throws
 * where the look-up may succeed soon: it is to be retried.
 */
export function createLookUps({ directory, identify, now, logger }: LookUpOptions) {
  const cache = { ttlMs: REMEMBER_MS, maxEntries: 10_000, now };

  async function answerOf<T>(lookUp: Promise<T>): Promise<T | undefined> {
    try {
      return await lookUp;
    } catch (error) {
      if (!(error instanceof SlackRefused)) throw error;
      if (!NOT_FOUND.has(error.error)) logger.warn({ err: error }, 'look-up refused by Slack');
      return undefined;
    }
  }

  const channel = memoize(cache, (key: string) => {
    const [workspace = '', id = ''] = key.split(' ');
    return answerOf(directory.channel(workspace, id));
  });
  return {
    channel,

    person: memoize(cache, (key: string) => {
      const [workspace = '', user = ''] = key.split(' ');
      return answerOf(directory.user(workspace, user));
    }),

    // A no is cached too: a list may ask about many channels that the bot has left.
    open: memoize(cache, async (key: string) => {
      const where = await channel(key);
      return where !== undefined && !where.private && where.shared === false;
    }),

    member: memoize(cache, (key: string) => {
      const [workspace = '', id = '', user = ''] = key.split(' ');
      return answerOf(directory.isMember(workspace, id, user));
    }),

    /** The bot itself. */
    us: (workspace: string) => answerOf(identify(workspace)),
  };
}

/** Ordinary answers, not worth a line in the log. */
const NOT_FOUND = new Set(['user_not_found', 'user_not_visible', 'channel_not_found']);
