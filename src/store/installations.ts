import { z } from 'zod';
import { DeepSearchSlackError } from '../model/error.js';
import type { Connection } from './connection.js';
import { PREFIX } from './keys.js';

/** Hash of sealed installations by the id of their workspace or organisation. */
const KEY = `${PREFIX}:installations`;

/** What keeps secrets at rest; `context` names where a secret belongs. */
export interface Sealer {
  seal(plaintext: string, context: string): string;
  open(sealed: string, context: string): string;
}

const Named = z.object({ id: z.string(), name: z.string().exactOptional() });

/**
 * One install of the app, as Slack's OAuth library has it, as far as the bot needs it: tokens of the
 * person who installed it, and of webhooks, are not kept.
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

/** Which install an event belongs to, as Slack's OAuth library asks for it. */
export interface InstallationQuery {
  readonly teamId: string | undefined;
  readonly enterpriseId: string | undefined;
  readonly userId?: string;
  readonly isEnterpriseInstall: boolean;
}

/** There is no install, or what Slack gave is none that the bot can work with. */
export class InstallationError extends DeepSearchSlackError {
  readonly code = 'installation';
}

export interface InstallationOptions extends Sealer {
  readonly redis: Connection;
  /** Ids of the workspaces and organisations whose installs count; all where absent. */
  readonly allowed?: readonly string[];
}

/** Whoever installs the app asks with our token: strangers must not. */
function isAllowed({ team, enterprise }: Installation, allowed?: readonly string[]): boolean {
  if (allowed === undefined) return true;
  return [team?.id, enterprise?.id].some((id) => id !== undefined && allowed.includes(id));
}

export type InstallationStore = ReturnType<typeof createInstallationStore>;

/**
 * Installs of the app in many workspaces, sealed at rest. An install counts for one workspace, or
 * for a whole organisation. The three long names are those of Slack's OAuth library, which takes
 * this object as its store.
 */
export function createInstallationStore(options: InstallationOptions) {
  const { redis, seal, open, allowed } = options;

  /** The install for the id of a workspace or an organisation. Throws as `open` does. */
  const find = async (id: string): Promise<Installation | undefined> => {
    const sealed = await redis.hget(KEY, id);
    if (sealed === null) return undefined;
    const found = Installation.parse(JSON.parse(open(sealed, context(id))));
    return isAllowed(found, allowed) ? found : undefined;
  };

  return {
    find,

    /** The ids of all workspaces and organisations with an install. */
    list: (): Promise<string[]> => redis.hkeys(KEY),

    /** Takes the place of an older install. Throws `InstallationError` where there is no bot. */
    async storeInstallation(given: unknown): Promise<void> {
      // As it will be read again: without fields that are there but empty.
      const { success, data } = Installation.safeParse(JSON.parse(JSON.stringify(given ?? null)));
      const id = success ? ownerOf(data) : undefined;
      if (!success || id === undefined) {
        throw new InstallationError('Slack gave an install without a bot, or of no workspace.');
      }
      if (!isAllowed(data, allowed)) {
        throw new InstallationError(
          `Workspace ${id} is not listed in SLACK_WORKSPACES, so it cannot install the app.`,
        );
      }
      await redis.hset(KEY, id, seal(JSON.stringify(data), context(id)));
    },

    /** The workspace's own install goes before its organisation's. Throws `InstallationError`. */
    async fetchInstallation(query: InstallationQuery) {
      for (const id of candidates(query)) {
        const found = await find(id);
        if (found) return withUser(found);
      }
      throw new InstallationError(
        `The app is not installed in ${candidates(query).join(' or ') || 'an unnamed workspace'}.`,
      );
    },

    /** Forgets an install. A person's own part of one is not kept, so there is none to forget. */
    async deleteInstallation(query: InstallationQuery): Promise<void> {
      if (query.userId !== undefined) return;
      const id = query.isEnterpriseInstall ? query.enterpriseId : query.teamId;
      if (id !== undefined) await redis.hdel(KEY, id);
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

/** The library's own shape, in which these fields are there even when they are empty. */
function withUser(installation: Installation) {
  const { team, enterprise, user } = installation;
  return {
    ...installation,
    team,
    enterprise,
    user: { ...user, token: undefined, scopes: undefined },
  };
}
