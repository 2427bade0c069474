import type { Place } from '../model/place.js';
import type { Reach } from '../model/reach.js';
import type { Channel } from '../slack/directory.js';
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
}

/** Who asked, and where the question is now. */
export interface PlacedQuestion {
  readonly user: string;
  readonly place: Place;
}

/** `now`: at most 30 s old; `recently`: at most five minutes, or since the last reported change. */
export type Freshness = 'now' | 'recently';

/**
 * Where what becomes of a question may be shown: its channel may have been shared, archived or set to
 * private answers since it was asked, and its author removed or made a guest. Throws while Slack fails
 * or does not accept our token, for however long.
 */
export function createReach({ lookUps, settings }: ReachOptions) {
  return async ({ user, place }: PlacedQuestion, freshness: Freshness): Promise<Reach> => {
    const looked = freshness === 'now' ? lookUps.freshOrWait : lookUps.recentOrWait;
    const { workspace } = place;
    const found = place.direct ? undefined : looked.channel(workspace, place.channel);
    const channel = async () => found;
    const [author, where, isOpen] = await Promise.all([
      judgeUser(looked, workspace, user),
      judgePlace({ channel }, place),
      takesAnswers({ user, place }, { channel, settings }),
    ]);
    if (!author.ok) {
      return { kind: 'nobody', why: author.why === 'unverified' ? 'unverified' : 'not-allowed' };
    }
    return { kind: where.ok && where.here && isOpen ? 'here' : 'direct' };
  };
}

/** Whether a channel takes answers, and questions of this user. */
async function takesAnswers(
  { user, place }: PlacedQuestion,
  {
    channel,
    settings,
  }: Pick<ReachOptions, 'settings'> & { readonly channel: () => Promise<Channel | undefined> },
): Promise<boolean> {
  if (place.direct) return true;
  const [channelSettings, where] = await Promise.all([
    settings.load(place.workspace, place.channel),
    channel(),
  ]);
  const { answers } = channelSettings;
  return answers === 'thread' && isListed(channelSettings, user) && where?.archived !== true;
}
