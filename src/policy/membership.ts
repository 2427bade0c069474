import type { Place } from '../model/place.js';
import { denied, PERMITTED, type PermissionVerdict, silentlyDenied } from '../model/verdict.js';
import type { BotIdentity, SlackUser } from '../slack/directory.js';
import type { LookUps } from './look-ups.js';

/** Whether a user is a full member of the workspace, or of its Enterprise Grid organization. */
export async function judgeUser(
  { person, us }: Pick<LookUps, 'person' | 'us'>,
  workspace: string,
  user: string,
): Promise<PermissionVerdict> {
  const [who, bot] = await Promise.all([person(workspace, user), us(workspace)]);
  return who === undefined || bot === undefined ? denied('unverified') : judgeMember(who, bot);
}

function judgeMember(who: SlackUser, us: BotIdentity): PermissionVerdict {
  if (who.deleted) return silentlyDenied('unknown');
  if (who.bot) return silentlyDenied('bot');
  const home = who.team === us.workspace;
  const sameOrganization = us.enterprise !== undefined && who.enterprise === us.enterprise;
  if (who.stranger || !(home || sameOrganization)) return silentlyDenied('outsider');
  return who.guest ? denied('guest') : PERMITTED;
}

/** Whether a user can read a place; undefined if Slack does not say. */
export async function canRead(
  lookUps: Pick<LookUps, 'channel' | 'member'>,
  { workspace, channel, direct }: Place,
  user: string,
): Promise<boolean | undefined> {
  const where = direct ? undefined : await lookUps.channel(workspace, channel);
  if (where?.private === false) return true;
  return lookUps.member({ workspace, channel, user });
}
