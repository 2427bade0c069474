import { type Place, type ThreadKey, threadOf } from '../model/place.js';
import type { Reach } from '../model/reach.js';
import type { SettingsStore } from '../store/settings.js';
import type { LookUps } from './look-ups.js';
import { isListed, judgePlace } from './may-ask.js';
import { judgeUser } from './membership.js';

export interface ReachOptions {
  readonly lookUps: {
    readonly freshOrWait: LookUps;
    readonly recentOrWait: LookUps;
  };
  readonly settings: Pick<SettingsStore, 'load'>;
  /** Whether the answers in a thread are private. */
  readonly isPrivateThread: (thread: ThreadKey) => Promise<boolean>;
}

/** Who asked, and where the question is now. */
export interface PlacedQuestion {
  readonly user: string;
  readonly place: Place;
  /** It was created on the instance. */
  readonly ref?: unknown;
}

/** `now`: at most 30 s old; `recently`: at most five minutes, or since the last reported change. */
export type Freshness = 'now' | 'recently';

/**
 * Where what becomes of a question may be shown: its channel may have been shared, archived or set to
 * private answers since it was asked, and its author removed or made a guest. Throws while Slack fails
 * or does not accept our token, for however long.
 */
export function createReach({ lookUps, settings, isPrivateThread }: ReachOptions) {
  return async ({ user, place, ref }: PlacedQuestion, freshness: Freshness): Promise<Reach> => {
    const looked = freshness === 'now' ? lookUps.freshOrWait : lookUps.recentOrWait;
    const { workspace } = place;
    const found = place.direct ? undefined : looked.channel(workspace, place.channel);
    const channel = async () => found;
    // Whether its thread is private was looked up when its record was made, just before it is created.
    const isShown = freshness === 'now' && ref !== undefined && !place.direct;
    const thread = isShown ? threadOf({ place }) : undefined;
    const [author, where, inSettings, isPrivate] = await Promise.all([
      judgeUser(looked, workspace, user),
      judgePlace({ channel }, place),
      place.direct ? DIRECT : allowedBy(settings, { user, place }),
      thread !== undefined && isPrivateThread(thread),
    ]);
    const isOpen = !isPrivate && inSettings.takesAnswers && (await channel())?.archived !== true;
    if (!author.ok) {
      return { kind: 'nobody', why: author.why === 'unverified' ? 'unverified' : 'not-allowed' };
    }
    if (!where.ok || !where.here || !isOpen) return { kind: 'direct' };
    return inSettings.isLimited ? { kind: 'here', limited: true } : { kind: 'here' };
  };
}

const DIRECT = { takesAnswers: true, isLimited: false };

/** Whether a channel takes answers, and questions of this user; and whether it may see only some repositories. */
async function allowedBy(
  settings: Pick<SettingsStore, 'load'>,
  { user, place }: PlacedQuestion,
): Promise<typeof DIRECT> {
  const channel = await settings.load(place.workspace, place.channel);
  return {
    takesAnswers: channel.answers === 'thread' && isListed(channel, user),
    isLimited: channel.audience !== undefined,
  };
}
