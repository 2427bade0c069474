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

/** `tell`: whether the user gets a private note. */
export interface Denial {
  readonly ok: false;
  readonly why: DenialReason;
  readonly tell: boolean;
}

/** `here` is false where Slack does not say who reads along: the answer goes to the user alone. */
export type PermissionVerdict = { readonly ok: true; readonly here: boolean } | Denial;

/** What Slack said of a person or a channel is believed this long, ms. */
const REMEMBER_MS = 5 * 60_000;

export type Policy = ReturnType<typeof createPolicy>;

/** What Slack says of people and channels, remembered for a while. */
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

    // A no is remembered too: a list may ask about many channels that we are in no longer.
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
 * Who may ask, and where. A look-up that answers without proof is a no; one that fails throws, so
 * that the question waits and it is tried again.
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

  /** In a form or a workflow people name a place that Slack does not show them to be in. */
  async function judgeChoice(
    { user, place, ...ask }: PermissionQuery,
    verdict: PermissionVerdict,
  ): Promise<PermissionVerdict> {
    const { origin, privately = false } = ask;
    const named =
      !privately && (origin === 'form' || origin === 'message' || origin === 'workflow');
    // Of a private channel that we are not in Slack tells nothing; nothing is said there either.
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

  /** May this person ask here? Also: may they press a question's buttons here. */
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

    /** May this person read what is said there? What Slack does not say is a no. */
    mayRead,

    /** Can every member of the workspace read what is said there? What Slack does not say is a no. */
    isPublic(workspace: string, id: string): Promise<boolean> {
      return open(`${workspace} ${id}`);
    },

    /** May this person, who may ask here, see how the installation is? */
    async isAdmin(workspace: string, user: string): Promise<boolean> {
      return (await person(`${workspace} ${user}`))?.admin === true;
    },

    /** May this person say how the channel wants us? Who made it, and admins who can read it. */
    async maySet(place: Place, user: string): Promise<boolean> {
      const { workspace, channel: id } = place;
      const [who, where] = await Promise.all([
        person(`${workspace} ${user}`),
        channel(`${workspace} ${id}`),
      ]);
      if (where === undefined || (!who?.admin && where.creator !== user)) return false;
      return (await judgePerson(workspace, user)).ok && mayRead(place, user);
    },

    /** The name people know somebody by, or the id where nobody tells. */
    async nameOf(workspace: string, user: string): Promise<string> {
      const who = await person(`${workspace} ${user}`).catch(() => undefined);
      return who?.name ?? user;
    },
  };
}

/** Who asks, where, and how. */
export type PermissionQuery = Pick<AskRequest, 'user' | 'place'> &
  Partial<Pick<AskRequest, 'externallyShared' | 'origin' | 'privately'>>;

const YES: PermissionVerdict = { ok: true, here: true };

function no(why: DenialReason, tell: boolean): Denial {
  return { ok: false, why, tell };
}

/** People of another workspace of our own Enterprise Grid organisation are at home here. */
function judge(who: SlackUser | undefined, us: BotIdentity): PermissionVerdict {
  if (who === undefined || who.deleted) return no('unknown', false);
  if (who.bot) return no('bot', false);
  const home = who.team === us.workspace;
  const sameOrganisation = us.enterprise !== undefined && who.enterprise === us.enterprise;
  if (who.stranger || !(home || sameOrganisation)) return no('outsider', false);
  return who.guest ? no('guest', true) : YES;
}

/** "There is nobody of this name" is an answer; anything else is a failed look-up. */
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
