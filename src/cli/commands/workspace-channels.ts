import { createLogger } from '../../log.js';
import { memoize } from '../../memoize.js';
import { DeepSearchSlackError } from '../../model/error.js';
import { createDirectory, type NamedChannel, type SlackDirectory } from '../../slack/directory.js';
import { createSlackCall } from '../../slack/web-api.js';
import { manyWorkspaces, oneWorkspace } from '../../slack/workspaces.js';
import type { Connection } from '../../store/connection.js';
import { createInstallationStore } from '../../store/installations.js';
import type { SettingsOwner } from '../../store/settings.js';
import { createVault } from '../../vault/vault.js';
import type { Settings } from './settings.js';

const CALL_TIMEOUT_MS = 8_000;
const MAX_WORKSPACES = 1_000;

/** What Slack says about the workspaces of this installation. */
export interface WorkspaceChannels {
  /** The IDs of the workspaces and organizations that have the app. */
  workspaces(): Promise<readonly string[] | Unknown>;
  /** The channels of a workspace that the app is in. */
  channels(workspace: string): Promise<readonly NamedChannel[] | Unknown>;
}

/** Slack does not say, or cannot be asked. */
export interface Unknown {
  /** A sentence. */
  readonly why: string;
}

export function isKnown<T extends object>(found: T | Unknown): found is T {
  return !('why' in found);
}

/** Asks Slack with the token of the environment, or of the installations; each thing once. */
export function createWorkspaceChannels(settings: Settings, redis: Connection): WorkspaceChannels {
  const source = tokenSource(settings, redis);
  if (!isKnown(source)) return { workspaces: async () => source, channels: async () => source };
  let workspaces: Promise<readonly string[] | Unknown> | undefined;
  return {
    workspaces: () => {
      workspaces ??= orWhy(source.workspaces);
      return workspaces;
    },
    channels: memoize(
      { ttlMs: Number.POSITIVE_INFINITY, maxEntries: MAX_WORKSPACES, now: () => 0 },
      (workspace) => orWhy(() => source.directory.joinedChannels(workspace)),
    ),
  };
}

interface TokenSource {
  readonly workspaces: () => Promise<readonly string[]>;
  readonly directory: Pick<SlackDirectory, 'joinedChannels'>;
}

function tokenSource(
  { values, invalid, isSet }: Settings,
  redis: Connection,
): TokenSource | Unknown {
  const { SLACK_BOT_TOKEN: token, SLACK_API_URL: apiUrl, ENCRYPTION_KEY: keys } = values;
  const wrong = (['SLACK_BOT_TOKEN', 'SLACK_API_URL'] as const).find((name) => invalid.has(name));
  if (wrong !== undefined) return { why: `${wrong} is ${isSet(wrong) ? 'invalid' : 'not set'}.` };
  const call = createSlackCall({
    ...(apiUrl === undefined ? {} : { apiUrl }),
    timeoutMs: CALL_TIMEOUT_MS,
    logger: createLogger({ level: 'silent', name: 'settings' }),
  });
  if (token !== undefined) {
    const { identity } = createDirectory(call, async () => token);
    const { tokenFor } = oneWorkspace(token, identity);
    const workspaces = async () => [(await identity(token)).workspace];
    return { workspaces, directory: createDirectory(call, tokenFor) };
  }
  if (keys === undefined || invalid.has('ENCRYPTION_KEY')) {
    return { why: 'SLACK_BOT_TOKEN is not set, nor a valid ENCRYPTION_KEY.' };
  }
  const installations = createInstallationStore({ redis, ...createVault(keys) });
  const { tokenFor } = manyWorkspaces(installations);
  return { workspaces: installations.list, directory: createDirectory(call, tokenFor) };
}

/** The names of channels that Slack says, by ID. */
export async function channelNames(
  owners: readonly SettingsOwner[],
  slack: Pick<WorkspaceChannels, 'channels'>,
): Promise<Map<string, string>> {
  const inChannels = owners.filter(({ channel }) => channel !== undefined);
  const workspaces = [...new Set(inChannels.map(({ workspace }) => workspace))];
  const lists = await Promise.all(workspaces.map((workspace) => slack.channels(workspace)));
  const known = lists.flatMap((list) => (isKnown(list) ? list : []));
  return new Map(known.map(({ id, name }) => [id, name]));
}

async function orWhy<T>(ask: () => Promise<T>): Promise<T | Unknown> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DeepSearchSlackError) return { why: `${error.message}.` };
    throw error;
  }
}
