import type { AskRequest } from '../model/intent.js';
import type { Place } from '../model/place.js';
import type { ChannelSettings } from '../model/settings.js';
import { type Denial, denied, PERMITTED, type PermissionVerdict } from '../model/verdict.js';
import type { SettingsStore } from '../store/settings.js';
import type { LookUps } from './look-ups.js';
import { canRead, judgeUser } from './membership.js';

/** Who wants to ask, where and how. */
export type PermissionQuery = Pick<AskRequest, 'user' | 'place'> &
  Partial<Pick<AskRequest, 'externallyShared' | 'origin' | 'privately'>>;

export interface MayAskOptions {
  readonly lookUps: LookUps;
  readonly settings: Pick<SettingsStore, 'load'>;
}

export type MayAsk = (query: PermissionQuery) => Promise<PermissionVerdict>;

/** Whether a user may ask here, and click a question's buttons here. */
export function createMayAsk({ lookUps, settings }: MayAskOptions): MayAsk {
  return async (query) => {
    const shared = query.externallyShared === true;
    const [user, place] = await Promise.all([
      judgeUser(lookUps, query.place.workspace, query.user),
      shared ? denied('shared-channel') : judgePlace(lookUps, query.place),
    ]);
    if (!user.ok) return shared ? { ...user, tell: false } : user;
    if (!place.ok) return place;
    // Slack tells nothing about a private channel without the bot; nothing is posted there either.
    const unread = place.here ? await denyUnread(lookUps, query) : undefined;
    return unread ?? (await denyUnlisted(settings, query)) ?? place;
  };
}

export async function judgePlace(
  { channel }: Pick<LookUps, 'channel'>,
  place: Place,
): Promise<PermissionVerdict> {
  if (place.direct) return PERMITTED;
  const where = await channel(place.workspace, place.channel);
  if (where?.direct) return PERMITTED;
  if (where?.shared === undefined) return { ok: true, here: false };
  return where.shared ? denied('shared-channel') : PERMITTED;
}

/** Forms and workflows name a channel that the user may not be a member of. */
async function denyUnread(
  lookUps: Pick<LookUps, 'channel' | 'member'>,
  { user, place, origin, privately }: PermissionQuery,
): Promise<Denial | undefined> {
  const named = origin === 'form' || origin === 'message' || origin === 'workflow';
  if (!named || privately === true) return undefined;
  const reads = await canRead(lookUps, place, user);
  if (reads === undefined) return denied('unverified');
  return reads ? undefined : denied('not-member');
}

/** A channel's settings may list who may ask there. */
async function denyUnlisted(
  settings: Pick<SettingsStore, 'load'>,
  { user, place }: PermissionQuery,
): Promise<Denial | undefined> {
  if (place.direct) return undefined;
  const channel = await settings.load(place.workspace, place.channel);
  return isListed(channel, user) ? undefined : denied('not-listed');
}

export function isListed({ who, people }: ChannelSettings, user: string): boolean {
  return who === 'everyone' || people.includes(user);
}
