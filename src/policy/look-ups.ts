import type { Logger } from '../log.js';
import { memoize } from '../memoize.js';
import type { BotIdentity, SlackDirectory } from '../slack/directory.js';
import { SlackOutcomeUnknown, SlackRefused } from '../slack/errors.js';

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
  const withinRetryWindow = createRetryWindow(now);

  async function answerOf<T>(key: string, lookUp: () => Promise<T>): Promise<T | undefined> {
    try {
      return await withinRetryWindow(key, lookUp);
    } catch (error) {
      if (!(error instanceof SlackRefused)) throw error;
      if (!NOT_FOUND.has(error.error)) logger.warn({ err: error }, 'look-up refused by Slack');
      return undefined;
    }
  }

  const channel = memoize(cache, (key: string) => {
    const [workspace = '', id = ''] = key.split(' ');
    return answerOf(key, () => directory.channel(workspace, id));
  });
  return {
    channel,

    person: memoize(cache, (key: string) => {
      const [workspace = '', user = ''] = key.split(' ');
      return answerOf(key, () => directory.user(workspace, user));
    }),

    // A no is cached too: a list may ask about many channels that the bot has left.
    open: memoize(cache, async (key: string) => {
      const where = await channel(key);
      return where !== undefined && !where.private && where.shared === false;
    }),

    member: memoize(cache, (key: string) => {
      const [workspace = '', id = '', user = ''] = key.split(' ');
      return answerOf(key, () => directory.isMember(workspace, id, user));
    }),

    /** The bot itself. */
    us: (workspace: string) => answerOf(workspace, () => identify(workspace)),
  };
}

/** Ordinary answers, not worth a line in the log. */
const NOT_FOUND = new Set(['user_not_found', 'user_not_visible', 'channel_not_found']);

/** How long a look-up may fail before it counts as refused, ms: somebody waits for an answer. */
const RETRY_FOR_MS = 30_000;
const MAX_FAILING = 10_000;

/**
 * A look-up without a usable reply is retried, but not for as long as Slack fails: errors such as
 * `internal_error` have been seen to last.
 */
function createRetryWindow(now: () => number) {
  const failing = new Map<string, { readonly since: number; readonly last: number }>();

  function failedTooLong(key: string): boolean {
    const before = failing.get(key);
    const isRecent = before !== undefined && now() - before.last < RETRY_FOR_MS;
    const since = isRecent ? before.since : now();
    failing.delete(key);
    failing.set(key, { since, last: now() });
    const [oldest] = failing.keys();
    if (failing.size > MAX_FAILING && oldest !== undefined) failing.delete(oldest);
    return now() - since >= RETRY_FOR_MS;
  }

  return async <T>(key: string, lookUp: () => Promise<T>): Promise<T> => {
    try {
      const found = await lookUp();
      failing.delete(key);
      return found;
    } catch (error) {
      if (!(error instanceof SlackOutcomeUnknown) || !failedTooLong(key)) throw error;
      throw new SlackRefused(error.method, 'no_reply', { cause: error });
    }
  };
}
