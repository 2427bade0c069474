import type { Logger } from '../log.js';
import { memoize } from '../memoize.js';
import type { BotIdentity, Channel, SlackDirectory, SlackUser } from '../slack/directory.js';
import { isTokenRefused, SlackRefused } from '../slack/errors.js';
import { isAccessLost } from '../slack/workspaces.js';
import type { ChannelChangeStore } from '../store/channel-changes.js';

export interface LookUpOptions {
  readonly directory: Pick<SlackDirectory, 'user' | 'channel' | 'isMember'>;
  readonly identify: (workspace: string) => Promise<BotIdentity>;
  readonly channelChanges: Pick<ChannelChangeStore, 'version'>;
  readonly now: () => number;
  readonly logger: Logger;
}

/**
 * What Slack says of users and channels. Undefined: Slack does not tell. Throws if it is to be retried,
 * as while Slack refuses our token.
 */
export interface LookUps {
  readonly person: (workspace: string, user: string) => Promise<SlackUser | undefined>;
  readonly channel: (workspace: string, channel: string) => Promise<Channel | undefined>;
  /** Whether a user is in a channel. */
  readonly member: (place: ChannelMember) => Promise<boolean | undefined>;
  /** The bot itself. */
  readonly us: (workspace: string) => Promise<BotIdentity | undefined>;
}

interface ChannelMember {
  readonly workspace: string;
  readonly channel: string;
  readonly user: string;
}

/** What decides whether something is asked or shown is not older than this, ms. */
const FRESH_MS = 30_000;

/** How long look-ups are cached for lists, names and progress, ms. */
const REMEMBER_MS = 5 * 60_000;

/** There, a reported change of a channel counts within this, ms; everywhere else at once. */
const VERSION_MS = 1_000;

/**
 * Cached look-ups of users and channels, shared by all who need them: Slack grants 50 calls of
 * `conversations.info` a minute and 100 of `users.info`, and some more
 * (https://docs.slack.dev/apis/web-api/rate-limits). A reported change of a channel makes its cached
 * look-ups outdated at once.
 */
export function createLookUps({ directory, channelChanges, ...options }: LookUpOptions) {
  const cache = { ttlMs: REMEMBER_MS, maxEntries: 10_000, now: options.now };
  const cached = {
    person: memoize(cache, (key: string) => {
      const [workspace = '', user = ''] = key.split(' ');
      return directory.user(workspace, user);
    }),
    channel: memoize(cache, (key: string) => {
      const [workspace = '', id = ''] = key.split(' ');
      return directory.channel(workspace, id);
    }),
    member: memoize(cache, (key: string) => {
      const [workspace = '', id = '', , user = ''] = key.split(' ');
      return directory.isMember(workspace, id, user);
    }),
  };

  const version = memoize({ ...cache, ttlMs: VERSION_MS }, channelChanges.version);

  /** The beginning of the keys that belong to a channel. */
  async function channelKey(
    { workspace, channel }: Pick<ChannelMember, 'workspace' | 'channel'>,
    maxAgeMs: number,
  ): Promise<string> {
    const versionAgeMs = maxAgeMs > FRESH_MS ? VERSION_MS : 0;
    return `${workspace} ${channel} ${await version(channel, versionAgeMs)}`;
  }

  function lookUps(maxAgeMs: number, refused: Refused): LookUps {
    const settle = <T>(lookUp: Promise<T>) => lookUp.catch(refused);
    return {
      person: (workspace, user) => settle(cached.person(`${workspace} ${user}`, maxAgeMs)),
      channel: async (workspace, channel) =>
        settle(cached.channel(await channelKey({ workspace, channel }, maxAgeMs), maxAgeMs)),
      member: async ({ user, ...channel }) =>
        settle(cached.member(`${await channelKey(channel, maxAgeMs)} ${user}`, maxAgeMs)),
      us: (workspace) => settle(options.identify(workspace)),
    };
  }

  const unknown = createUnknown(options.logger);
  const recent = lookUps(REMEMBER_MS, unknown);
  const open = memoize(cache, async (key: string) => {
    const [workspace = '', channel = ''] = key.split(' ');
    return isOpen(await recent.channel(workspace, channel));
  });
  return {
    /** At most 30 s old. */
    fresh: lookUps(FRESH_MS, unknown),

    /** The same, but throws whenever waiting may help. */
    freshOrWait: lookUps(FRESH_MS, unlessItHelpsToWait(unknown)),

    /** At most five minutes old. */
    recent,

    /** The same, but throws whenever waiting may help. */
    recentOrWait: lookUps(REMEMBER_MS, unlessItHelpsToWait(unknown)),

    /**
     * Whether everybody in the workspace could read a channel, up to ten minutes ago. A no is cached
     * too: a list may ask about many channels that the bot has left.
     */
    open: async (workspace: string, channel: string) =>
      open(await channelKey({ workspace, channel }, REMEMBER_MS)),
  };
}

/** Whether everybody in the workspace can read a channel. */
export function isOpen(where: Channel | undefined): boolean {
  return where !== undefined && !where.private && where.shared === false;
}

type Refused = (error: unknown) => undefined;

function createUnknown(logger: Logger): Refused {
  return (error) => {
    if (!(error instanceof SlackRefused) || isTokenRefused(error)) throw error;
    if (!NOT_FOUND.has(error.error)) logger.warn({ err: error }, 'look-up refused by Slack');
    return undefined;
  };
}

/** Ordinary answers, not worth a line in the log. */
const NOT_FOUND = new Set(['user_not_found', 'user_not_visible', 'channel_not_found']);

/**
 * Throws also while our token lacks a permission, which an operator may add, and, where the look-up was
 * given up after a while (`no_reply`), what it failed with: an outage, or a rate limit.
 */
function unlessItHelpsToWait(refused: Refused): Refused {
  return (error) => {
    if (isAccessLost(error)) throw error;
    if (error instanceof SlackRefused && error.error === 'no_reply') throw error.cause ?? error;
    return refused(error);
  };
}
