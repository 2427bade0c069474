import type { AskRequest } from '../model/intent.js';
import type { Place } from '../model/place.js';
import type { BotIdentity, SlackUser } from '../slack/directory.js';
import type { SettingsStore } from '../store/settings.js';
import { createLookUps, type LookUpOptions } from './look-ups.js';

export interface PolicyOptions extends LookUpOptions {
  readonly settings: Pick<SettingsStore, 'load'>;
}

export type DenialReason =
  | 'outsider'
  | 'guest'
  | 'bot'
  | 'unknown'
  /** Slack does not tell who it is, or whether they are a member. */
  | 'unverified'
  /** Slack does not let us open their direct message. */
  | 'unreachable'
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

export type Policy = ReturnType<typeof createPolicy>;

/**
 * Who may ask, and where. A look-up without a definite answer counts as no, and the user is told;
 * one that fails for the moment throws, so that it is retried.
 */
export function createPolicy(options: PolicyOptions) {
  const { settings } = options;
  const { person, channel, open, member, us: bot } = createLookUps(options);

  /** Undefined if Slack does not say. */
  async function canRead({ workspace, channel: id, direct }: Place, user: string) {
    const where = direct ? undefined : await channel(`${workspace} ${id}`);
    if (where?.private === false) return true;
    return member(`${workspace} ${id} ${user}`);
  }

  async function mayRead(place: Place, user: string): Promise<boolean> {
    return (await canRead(place, user)) === true;
  }

  async function judgePerson(workspace: string, user: string): Promise<PermissionVerdict> {
    const [who, us] = await Promise.all([person(`${workspace} ${user}`), bot(workspace)]);
    return who === undefined || us === undefined ? no('unverified', true) : judge(who, us);
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
    if (!named || unseen) return verdict;
    const reads = await canRead(place, user);
    if (reads === true) return verdict;
    return no(reads === undefined ? 'unverified' : 'not-member', true);
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
function judge(who: SlackUser, us: BotIdentity): PermissionVerdict {
  if (who.deleted) return no('unknown', false);
  if (who.bot) return no('bot', false);
  const home = who.team === us.workspace;
  const sameOrganization = us.enterprise !== undefined && who.enterprise === us.enterprise;
  if (who.stranger || !(home || sameOrganization)) return no('outsider', false);
  return who.guest ? no('guest', true) : YES;
}
