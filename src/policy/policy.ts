import { memoize } from '../memoize.js';
import type { AskRequest } from '../model/intent.js';
import type { Place } from '../model/place.js';
import type { BotIdentity, Channel, SlackDirectory, SlackUser } from '../slack/directory.js';
import { SlackRefused } from '../slack/errors.js';
import type { SettingsStore } from '../store/settings.js';

export interface PolicyOptions {
  readonly directory: Pick<SlackDirectory, 'user' | 'channel' | 'isMember'>;
  readonly settings: Pick<SettingsStore, 'load'>;
  readonly identify: (workspace: string) => Promise<BotIdentity>;
  readonly now: () => number;
}

export type DenialReason =
  | 'outsider'
  | 'guest'
  | 'bot'
  | 'unknown'
  | 'shared-channel'
  | 'not-member'
  | 'not-listed';

/** `tell`: whether the user is told in an ephemeral message. */
export interface Denial {
  readonly ok: false;
  readonly why: DenialReason;
  readonly tell: boolean;
}

/** `here` is false if Slack does not tell who can read the channel: the answer is private then. */
export type PermissionVerdict = { readonly ok: true; readonly here: boolean } | Denial;

/** How long what Slack says of users and channels is cached, ms. */
const REMEMBER_MS = 5 * 60_000;

export type Policy = ReturnType<typeof createPolicy>;

/** Cached look-ups of users and channels. */
function createLookUps({ directory, now }: PolicyOptions) {
  const cache = { ttlMs: REMEMBER_MS, maxEntries: 10_000, now };
  const channel = memoize(cache, (key: string) => {
    const [workspace = '', id = ''] = key.split(' ');
    return known(directory.channel(workspace, id));
  });
  return {
    channel,

    person: memoize(cache, (key: string) => {
      const [workspace = '', user = ''] = key.split(' ');
      return known(directory.user(workspace, user));
    }),

    // A no is cached too: a list may ask about many channels that the bot has left.
    open: memoize(cache, async (key: string) => {
      const where = await channel(key);
      return where !== undefined && !where.private && where.shared === false;
    }),

    member: memoize(cache, (key: string) => {
      const [workspace = '', id = '', user = ''] = key.split(' ');
      return known(directory.isMember(workspace, id, user));
    }),
  };
}

/**
 * Who may ask, and where. A look-up without a definite answer counts as no; one that fails throws,
 * so that it is retried.
 */
export function createPolicy(options: PolicyOptions) {
  const { settings, identify } = options;
  const { person, channel, open, member } = createLookUps(options);

  async function mayRead({ workspace, channel: id, direct }: Place, user: string) {
    const where = direct ? undefined : await channel(`${workspace} ${id}`);
    if (where?.private === false) return true;
    return (await member(`${workspace} ${id} ${user}`)) === true;
  }

  async function judgePerson(workspace: string, user: string): Promise<PermissionVerdict> {
    const [who, us] = await Promise.all([person(`${workspace} ${user}`), identify(workspace)]);
    return judge(who, us);
  }

  async function judgePlace(place: Place): Promise<PermissionVerdict> {
    if (place.direct) return YES;
    const where = await channel(`${place.workspace} ${place.channel}`);
    if (where?.shared === undefined) return { ok: true, here: false };
    return where.shared ? no('shared-channel', true) : YES;
  }

  /** Forms and workflows name a channel that the user may not be a member of. */
  async function judgeChoice(
    { user, place, ...ask }: PermissionQuery,
    verdict: PermissionVerdict,
  ): Promise<PermissionVerdict> {
    const { origin, privately = false } = ask;
    const named =
      !privately && (origin === 'form' || origin === 'message' || origin === 'workflow');
    // Slack tells nothing about a private channel without the bot; nothing is posted there either.
    const unseen = verdict.ok && !verdict.here;
    return !named || unseen || (await mayRead(place, user)) ? verdict : no('not-member', true);
  }

  async function judgeListed(
    { user, place }: PermissionQuery,
    verdict: PermissionVerdict,
  ): Promise<PermissionVerdict> {
    if (place.direct) return verdict;
    const { who, people } = await settings.load(place.workspace, place.channel);
    return who === 'everyone' || people.includes(user) ? verdict : no('not-listed', true);
  }

  /** Whether a user may ask here, and click a question's buttons here. */
  async function mayAsk(ask: PermissionQuery): Promise<PermissionVerdict> {
    const shared = ask.externallyShared === true;
    const [person, place] = await Promise.all([
      judgePerson(ask.place.workspace, ask.user),
      shared ? no('shared-channel', true) : judgePlace(ask.place),
    ]);
    if (!person.ok) return shared ? { ...person, tell: false } : person;
    const here = place.ok ? await judgeChoice(ask, place) : place;
    return here.ok ? judgeListed(ask, here) : here;
  }

  return {
    mayAsk,

    /** Whether a user can read a place. If Slack does not say: no. */
    mayRead,

    /** Whether every member of the workspace can read a channel. If Slack does not say: no. */
    isPublic(workspace: string, id: string): Promise<boolean> {
      return open(`${workspace} ${id}`);
    },

    /** Whether a user is an admin of the workspace. */
    async isAdmin(workspace: string, user: string): Promise<boolean> {
      return (await person(`${workspace} ${user}`))?.admin === true;
    },

    /** Whether a user may change a channel's settings: its creator, and admins who can read it. */
    async maySet(place: Place, user: string): Promise<boolean> {
      const { workspace, channel: id } = place;
      const [who, where] = await Promise.all([
        person(`${workspace} ${user}`),
        channel(`${workspace} ${id}`),
      ]);
      if (where === undefined || (!who?.admin && where.creator !== user)) return false;
      return (await judgePerson(workspace, user)).ok && mayRead(place, user);
    },

    /** A user's display name; their id if Slack does not tell. */
    async nameOf(workspace: string, user: string): Promise<string> {
      const who = await person(`${workspace} ${user}`).catch(() => undefined);
      return who?.name ?? user;
    },
  };
}

/** Who wants to ask, where and how. */
export type PermissionQuery = Pick<AskRequest, 'user' | 'place'> &
  Partial<Pick<AskRequest, 'externallyShared' | 'origin' | 'privately'>>;

const YES: PermissionVerdict = { ok: true, here: true };

function no(why: DenialReason, tell: boolean): Denial {
  return { ok: false, why, tell };
}

/** Users of another workspace of the same Enterprise Grid organization count as members. */
function judge(who: SlackUser | undefined, us: BotIdentity): PermissionVerdict {
  if (who === undefined || who.deleted) return no('unknown', false);
  if (who.bot) return no('bot', false);
  const home = who.team === us.workspace;
  const sameOrganization = us.enterprise !== undefined && who.enterprise === us.enterprise;
  if (who.stranger || !(home || sameOrganization)) return no('outsider', false);
  return who.guest ? no('guest', true) : YES;
}

/** "Not found" is an answer; any other error is a failed look-up. */
async function known<T extends SlackUser | Channel | boolean>(
  lookUp: Promise<T>,
): Promise<T | undefined> {
  try {
    return await lookUp;
  } catch (error) {
    if (error instanceof SlackRefused && NOBODY.has(error.error)) return undefined;
    throw error;
  }
}

const NOBODY = new Set(['user_not_found', 'user_not_visible', 'channel_not_found']);
