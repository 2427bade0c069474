import { z } from 'zod';
import { DeepSearchSlackError } from '../model/error.js';
import type { Connection } from './connection.js';
import { KEY_PREFIX } from './keys.js';

/** Hash: ID of the workspace or organization → its sealed installation. */
const KEY = `${KEY_PREFIX}:installations`;

/** Hash of the organization whose installation serves a workspace, by the workspace's ID. */
const ORGANIZATIONS_KEY = `${KEY_PREFIX}:organizations`;

/** Encrypts secrets at rest; `context` is where a secret is stored. */
export interface Sealer {
  seal(plaintext: string, context: string): string;
  open(sealed: string, context: string): string;
}

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

export interface InstallationOptions extends Sealer {
  readonly redis: Connection;
  /** IDs of the workspaces and organizations that may install the app. Default: all. */
  readonly allowed?: readonly string[];
}

/** Everyone who installs the app asks with our token, so strangers must not install it. */
function isAllowed({ team, enterprise }: Installation, allowed?: readonly string[]): boolean {
  if (allowed === undefined) return true;
  return [team?.id, enterprise?.id].some((id) => id !== undefined && allowed.includes(id));
}

export type InstallationStore = ReturnType<typeof createInstallationStore>;

/**
 * Installations of the app in many workspaces, sealed at rest. An installation is for one workspace
 * or for a whole organization. The three long method names are those of the `InstallationStore` of
 * Slack's OAuth library, which uses this object.
 */
export function createInstallationStore(options: InstallationOptions) {
  const { redis, seal, open, allowed } = options;

  const known = new Map<string, string>();

  /** Throws as `open` does. */
  const read = async (id: string): Promise<Installation | undefined> => {
    const sealed = await redis.hget(KEY, id);
    if (sealed === null) return undefined;
    const found = Installation.parse(JSON.parse(open(sealed, context(id))));
    return isAllowed(found, allowed) ? found : undefined;
  };

  /** Slack does not always say that a payload belongs to the organization's installation. */
  async function rememberOrganization(id: string, { teamId }: InstallationQuery): Promise<void> {
    if (teamId === undefined || teamId === id || known.get(teamId) === id) return;
    await redis.hset(ORGANIZATIONS_KEY, teamId, id);
    known.set(teamId, id);
  }

  return {
    /** The installation of a workspace, of its organization, or of the organization with this ID. */
    async find(id: string): Promise<Installation | undefined> {
      const own = await read(id);
      if (own !== undefined) return own;
      const organization = await redis.hget(ORGANIZATIONS_KEY, id);
      return organization === null ? undefined : read(organization);
    },

    /** The IDs of all workspaces and organizations with an installation. */
    list: (): Promise<string[]> => redis.hkeys(KEY),

    /** Replaces an older installation. Throws `InstallationError` if there is no bot. */
    async storeInstallation(installation: unknown): Promise<void> {
      // Through JSON, since fields that are present but undefined would not be valid.
      const json = JSON.stringify(installation ?? null);
      const { success, data } = Installation.safeParse(JSON.parse(json));
      const id = success ? ownerOf(data) : undefined;
      if (!success || id === undefined) {
        throw new InstallationError(
          'Slack returned an installation without a bot or without a workspace.',
        );
      }
      if (!isAllowed(data, allowed)) {
        throw new InstallationError(
          `Workspace ${id} is not listed in SLACK_WORKSPACES, so it cannot install the app.`,
        );
      }
      await redis.hset(KEY, id, seal(JSON.stringify(data), context(id)));
    },

    /** A workspace's own installation takes precedence over its organization's. Throws `InstallationError`. */
    async fetchInstallation(query: InstallationQuery) {
      for (const id of candidates(query)) {
        const found = await read(id);
        if (found === undefined) continue;
        await rememberOrganization(id, query);
        return withUser(found);
      }
      throw new InstallationError(
        `The app is not installed in ${candidates(query).join(' or ') || 'an unnamed workspace'}.`,
      );
    },

    /** Deletes an installation. User tokens are not stored, so with a user there is nothing to do. */
    async deleteInstallation(query: InstallationQuery): Promise<void> {
      if (query.userId !== undefined) return;
      const id = query.isEnterpriseInstall ? query.enterpriseId : query.teamId;
      if (id !== undefined) await redis.hdel(KEY, id);
    },

    /** Deletes the installation of a workspace or an organization. */
    async remove(id: string): Promise<void> {
      await redis.hdel(KEY, id);
    },
  };
}

function context(id: string): string {
  return `installation:${id}`;
}

function ownerOf({ isEnterpriseInstall, enterprise, team }: Installation): string | undefined {
  return isEnterpriseInstall ? enterprise?.id : team?.id;
}

function candidates({ isEnterpriseInstall, teamId, enterpriseId }: InstallationQuery): string[] {
  const ids = isEnterpriseInstall ? [enterpriseId] : [teamId, enterpriseId];
  return ids.filter((id) => id !== undefined);
}

/** The library's type requires these fields even if they are undefined. */
function withUser(installation: Installation) {
  const { team, enterprise, user } = installation;
  return {
    ...installation,
    team,
    enterprise,
    user: { ...user, token: undefined, scopes: undefined },
  };
}
