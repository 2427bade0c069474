import type { Connection } from './connection.js';
import {
  candidates,
  Installation,
  InstallationError,
  type InstallationQuery,
  isAllowed,
  parseInstallation,
  withUser,
} from './installation-format.js';
import { KEY_PREFIX } from './keys.js';
import { runScript } from './script.js';

/** Hash: ID of the workspace or organization → its sealed installation. */
const KEY = `${KEY_PREFIX}:installations`;

/** Hash of the organization whose installation serves a workspace, by the workspace's ID. */
const ORGANIZATIONS_KEY = `${KEY_PREFIX}:organizations`;

const REPLACE = `
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end`;

/** Encrypts secrets at rest; `context` is where a secret is stored. */
export interface Sealer {
  seal(plaintext: string, context: string): string;
  open(sealed: string, context: string): string;
}

export interface InstallationOptions extends Sealer {
  readonly redis: Connection;
  /** IDs of the workspaces and organizations that may install the app. Default: all. */
  readonly allowed?: readonly string[];
}

export type InstallationStore = ReturnType<typeof createInstallationStore>;

/**
 * Installations of the app in many workspaces, sealed at rest. An installation is for one workspace
 * or for a whole organization. The three long method names are those of the `InstallationStore` of
 * Slack's OAuth library, which uses this object.
 */
export function createInstallationStore(options: InstallationOptions) {
  const { redis, seal, open, allowed } = options;
  const organizations = organizationsIn(redis);

  /** Throws as `open` does. */
  async function read(id: string): Promise<Installation | undefined> {
    const sealed = await redis.hget(KEY, id);
    if (sealed === null) return undefined;
    const found = Installation.parse(JSON.parse(open(sealed, context(id))));
    return isAllowed(found, allowed) ? found : undefined;
  }

  return {
    /** The installation of a workspace, of its organization, or of the organization with this ID. */
    async find(id: string): Promise<Installation | undefined> {
      const own = await read(id);
      if (own !== undefined) return own;
      const organization = await organizations.find(id);
      return organization === undefined ? undefined : read(organization);
    },

    /** The IDs of all workspaces and organizations with an installation. */
    list: (): Promise<string[]> => redis.hkeys(KEY),

    /** All of them as they are stored, for sealing them anew. */
    sealed: () => sealedIn(redis),

    /** Replaces an older installation. Throws `InstallationError` if there is no bot, or it is not allowed. */
    async storeInstallation(raw: unknown): Promise<void> {
      const { id, installation } = parseInstallation(raw, allowed);
      await redis.hset(KEY, id, seal(JSON.stringify(installation), context(id)));
    },

    /** A workspace's own installation takes precedence over its organization's. Throws `InstallationError`. */
    async fetchInstallation(query: InstallationQuery) {
      for (const id of candidates(query)) {
        const found = await read(id);
        if (found === undefined) continue;
        if (query.teamId !== undefined) await organizations.remember(query.teamId, id);
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

async function* sealedIn(redis: Connection) {
  for (const [id, sealed] of Object.entries(await redis.hgetall(KEY))) {
    const replace = async (other: string) => {
      await runScript(redis, REPLACE, { named: [KEY], args: [id, sealed, other] });
    };
    yield { sealed, context: context(id), replace };
  }
}

function context(id: string): string {
  return `installation:${id}`;
}

/** Which organization's installation serves a workspace: Slack does not always say it in a payload. */
function organizationsIn(redis: Connection) {
  const known = new Map<string, string>();
  return {
    async find(workspace: string): Promise<string | undefined> {
      return (await redis.hget(ORGANIZATIONS_KEY, workspace)) ?? undefined;
    },

    /** `id`: where its installation was found. */
    async remember(workspace: string, id: string): Promise<void> {
      if (workspace === id || known.get(workspace) === id) return;
      await redis.hset(ORGANIZATIONS_KEY, workspace, id);
      known.set(workspace, id);
    },
  };
}
