import type { Place } from '../model/place.js';
import type { SettingsStore } from '../store/settings.js';
import { isAdminOfAll, isAdminOfPart, isOrganizationAdmin } from './admins.js';
import { createAudienceOf } from './audience.js';
import { createLookUps, isOpen, type LookUpOptions } from './look-ups.js';
import { createMayAsk } from './may-ask.js';
import { canRead, judgeUser } from './membership.js';
import { createReach, type ReachOptions } from './reach.js';

export interface PolicyOptions extends LookUpOptions {
  readonly settings: Pick<SettingsStore, 'load'>;
  /** Whether the answers in a thread are private. */
  readonly isPrivateThread: ReachOptions['isPrivateThread'];
}

export type Policy = ReturnType<typeof createPolicy>;

/**
 * Who may ask, and where. If Slack does not say who a user is, they may not ask, and are told; if it
 * does not say who can read a channel, the answer is private. Whatever needs a look-up throws if that
 * fails for the moment or Slack refuses our token, so that it is retried.
 */
export function createPolicy(options: PolicyOptions) {
  const lookUps = createLookUps(options);
  const { fresh, recent, open } = lookUps;
  const { settings } = options;

  async function mayRead(place: Place, user: string): Promise<boolean> {
    return (await canRead(fresh, place, user)) === true;
  }

  async function appUser(workspace: string, user: string) {
    const [who, us] = await Promise.all([fresh.person(workspace, user), fresh.us(workspace)]);
    return { who, us, workspace };
  }

  async function isAdmin(workspace: string, user: string): Promise<boolean> {
    return isAdminOfAll(await appUser(workspace, user));
  }

  /** Slack does not say which workspace of an organization a channel is of: admins who are in it count. */
  async function isChannelAdmin({ workspace, channel }: Place, user: string): Promise<boolean> {
    const by = await appUser(workspace, user);
    if (isAdminOfAll(by)) return true;
    return isAdminOfPart(by) && (await fresh.member({ workspace, channel, user })) === true;
  }

  /** Whether a full member can read a place that Slack tells of. */
  async function mayUse(place: Place, user: string): Promise<boolean> {
    return (await judgeUser(fresh, place.workspace, user)).ok && mayRead(place, user);
  }

  return {
    mayAsk: createMayAsk({ lookUps: fresh, settings }),

    /** Where what becomes of a question may be shown. */
    reach: createReach({ lookUps, settings, isPrivateThread: options.isPrivateThread }),

    /** What may be shown in a place now. */
    audienceOf: createAudienceOf(settings),

    /** Whether a user can read a place. If Slack does not say: no. */
    mayRead,

    /** Whether it is the app's direct message with a user. If Slack does not say: no. */
    async isOwnDirectMessage({ workspace, channel: id }: Place): Promise<boolean> {
      return id.startsWith('D') && (await fresh.channel(workspace, id))?.direct === true;
    },

    /** Whether every member of the workspace can read a channel. If Slack does not say: no. */
    async isPublic(workspace: string, channel: string): Promise<boolean> {
      return isOpen(await fresh.channel(workspace, channel));
    },

    /** The same up to ten minutes ago, for a list of many channels. */
    wasPublic: open,

    /** Whether a user is an admin of all that the app is installed in: the workspace, or the organization. */
    isAdmin,

    /**
     * Whether a user is an admin of the workspace of somebody else, who may have left it, or of the whole
     * organization. Where Slack does not know the other any more, of the workspace that the app is installed in.
     */
    async isAdminOf(workspace: string, user: string, other: string): Promise<boolean> {
      const [who, whose, us] = await Promise.all([
        fresh.person(workspace, user),
        fresh.person(workspace, other),
        fresh.us(workspace),
      ]);
      if (isOrganizationAdmin(who, us)) return true;
      return who?.admin === true && who.team === (whose?.team ?? workspace);
    },

    /** Whether Slack knows somebody by this ID, also if they have left. */
    async isKnown(workspace: string, user: string): Promise<boolean> {
      return (await fresh.person(workspace, user)) !== undefined;
    },

    /** Whether a user may change a channel's settings: its creator, and its admins, who can read it. */
    async maySet(place: Place, user: string): Promise<boolean> {
      const where = await fresh.channel(place.workspace, place.channel);
      if (where === undefined) return false;
      const may = where.creator === user || (await isChannelAdmin(place, user));
      return may && mayUse(place, user);
    },

    /** The same of the settings that protect the workspace, which the creator does not change. */
    async maySetLimits(place: Place, user: string): Promise<boolean> {
      return (await isChannelAdmin(place, user)) && mayUse(place, user);
    },

    /** Whether a user may change the settings of the workspace, or of the organization: its admins. */
    async maySetWorkspace(workspace: string, user: string): Promise<boolean> {
      return (await isAdmin(workspace, user)) && (await judgeUser(fresh, workspace, user)).ok;
    },

    /** A user's display name; their id if Slack does not tell. */
    async nameOf(workspace: string, user: string): Promise<string> {
      const who = await recent.person(workspace, user).catch(() => undefined);
      return who?.name ?? user;
    },
  };
}
