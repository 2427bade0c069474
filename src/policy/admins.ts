import type { BotIdentity, SlackUser } from '../slack/directory.js';

type Admin = Pick<SlackUser, 'admin' | 'organizationAdmin' | 'team' | 'enterprise'>;

/** Whether somebody is an admin of the organization that the app is used in. If Slack does not say: no. */
export function isOrganizationAdmin(who: Admin | undefined, us: BotIdentity | undefined): boolean {
  if (who?.organizationAdmin !== true || us?.enterprise === undefined) return false;
  return who.enterprise === us.enterprise;
}

/** Somebody, and the app that they use. Undefined: Slack does not say. */
interface AppUser {
  readonly who: Admin | undefined;
  readonly us: BotIdentity | undefined;
  /** The workspace or the organization that the app is installed in. */
  readonly workspace: string;
}

/**
 * Whether somebody is an admin of all that the app is installed in. Of an organization, an admin of one of its
 * workspaces is not.
 */
export function isAdminOfAll({ who, us, workspace }: AppUser): boolean {
  return isOrganizationAdmin(who, us) || (who?.admin === true && who.team === workspace);
}

/** Whether somebody is an admin of a workspace of the organization that the app is installed in. */
export function isAdminOfPart({ who, us, workspace }: AppUser): boolean {
  return who?.admin === true && us?.enterprise === workspace && who.enterprise === workspace;
}
