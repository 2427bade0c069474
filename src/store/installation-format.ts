import { z } from 'zod';
import { DeepSearchSlackError } from '../model/error.js';

const Named = z.object({ id: z.string(), name: z.string().exactOptional() });

/**
 * An installation of the app in the format of Slack's OAuth library, as far as the app needs it: the
 * tokens of the person who installed it and of webhooks are not stored.
 */
export const Installation = z.object({
  team: Named.exactOptional(),
  enterprise: Named.exactOptional(),
  user: z.object({ id: z.string() }),
  bot: z.object({
    token: z.string(),
    refreshToken: z.string().exactOptional(),
    /** Seconds since the epoch. */
    expiresAt: z.number().exactOptional(),
    scopes: z.array(z.string()),
    id: z.string(),
    userId: z.string(),
  }),
  appId: z.string().exactOptional(),
  tokenType: z.literal('bot').exactOptional(),
  enterpriseUrl: z.string().exactOptional(),
  isEnterpriseInstall: z.boolean().exactOptional(),
  authVersion: z.literal('v2').exactOptional(),
});
export type Installation = z.output<typeof Installation>;

/** The installation that an event belongs to, as Slack's OAuth library queries it. */
export interface InstallationQuery {
  readonly teamId: string | undefined;
  readonly enterpriseId: string | undefined;
  readonly userId?: string;
  readonly isEnterpriseInstall: boolean;
}

/** There is no such installation, or Slack returned one that the app cannot use. */
export class InstallationError extends DeepSearchSlackError {
  readonly code = 'installation';
}

/** Everyone who installs the app asks with our token, so only listed workspaces may. */
export class WorkspaceNotListedError extends InstallationError {
  /** `workspace`: the ID of the workspace or organization. */
  constructor(readonly workspace: string) {
    super(
      `Workspace ${workspace} is not listed in SLACK_WORKSPACES, so it cannot install the app.`,
    );
  }
}

/**
 * What Slack's OAuth library gives to store, and the ID of the workspace or organization that it is
 * for. Throws `InstallationError` if there is no bot, `WorkspaceNotListedError` if it is not among
 * `allowed`.
 */
export function parseInstallation(
  raw: unknown,
  allowed?: readonly string[],
): { id: string; installation: Installation } {
  // Through JSON, since fields that are present but undefined would not be valid.
  const { success, data } = Installation.safeParse(JSON.parse(JSON.stringify(raw ?? null)));
  const id = success ? ownerOf(data) : undefined;
  if (!success || id === undefined) {
    throw new InstallationError(
      'Slack returned an installation without a bot or without a workspace.',
    );
  }
  if (!isAllowed(data, allowed)) {
    throw new WorkspaceNotListedError(id);
  }
  return { id, installation: data };
}

function ownerOf({ isEnterpriseInstall, enterprise, team }: Installation): string | undefined {
  return isEnterpriseInstall ? enterprise?.id : team?.id;
}

/** Everyone who installs the app asks with our token, so strangers must not install it. */
export function isAllowed(
  { team, enterprise }: Installation,
  allowed?: readonly string[],
): boolean {
  if (allowed === undefined) return true;
  return [team?.id, enterprise?.id].some((id) => id !== undefined && allowed.includes(id));
}

/** Where to look for the installation: a workspace's own takes precedence over its organization's. */
export function candidates({
  isEnterpriseInstall,
  teamId,
  enterpriseId,
}: InstallationQuery): string[] {
  const ids = isEnterpriseInstall ? [enterpriseId] : [teamId, enterpriseId];
  return ids.filter((id) => id !== undefined);
}

/** For the library, whose type requires these fields even if they are undefined. */
export function withUser(installation: Installation) {
  const { team, enterprise, user } = installation;
  return {
    ...installation,
    team,
    enterprise,
    user: { ...user, token: undefined, scopes: undefined },
  };
}
