import { DeepSearchSlackError } from '../model/error.js';
import type { BotIdentity } from './directory.js';
import { SlackRefused } from './errors.js';

/** The app is not installed in this workspace, or was removed. */
export class NotInstalled extends DeepSearchSlackError {
  readonly code = 'not_installed';

  constructor(workspace: string) {
    super(`The app is not installed in workspace ${workspace}`);
  }
}

/** Slack refuses our token, or there is none: until somebody installs the app again. */
export function isAccessLost(error: unknown): boolean {
  if (error instanceof NotInstalled) return true;
  return error instanceof SlackRefused && error.category === 'auth';
}

export interface Workspaces {
  /** The bot token of a workspace. Throws `NotInstalled`. */
  readonly tokenFor: (workspace: string) => Promise<string>;
  /** The app's user in a workspace. Throws `NotInstalled`, or as a call to Slack does. */
  readonly identify: (workspace: string) => Promise<BotIdentity>;
  /** Resolves if Slack is usable; throws as a call to Slack or the installation store does. */
  readonly ready: () => Promise<unknown>;
}

/** One workspace, with the bot token from the settings. `identify` calls Slack once. */
export function oneWorkspace(
  botToken: string,
  identity: (token: string) => Promise<BotIdentity>,
): Workspaces {
  let known: Promise<BotIdentity> | undefined;
  const identify = () => {
    known ??= identity(botToken);
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
  return {
    tokenFor: async () => botToken,
    identify,
    // Not cached: a token may be revoked at any time.
    ready: () => identity(botToken),
  };
}

interface Installed {
  readonly bot: { readonly token: string; readonly userId: string; readonly id: string };
  readonly enterprise?: { readonly id: string };
}

/** Many workspaces, each with its installation. */
export function manyWorkspaces(installations: {
  find(workspace: string): Promise<Installed | undefined>;
  list(): Promise<readonly string[]>;
}): Workspaces {
  const installed = async (workspace: string): Promise<Installed> => {
    const found = await installations.find(workspace);
    if (found === undefined) throw new NotInstalled(workspace);
    return found;
  };
  return {
    tokenFor: async (workspace) => (await installed(workspace)).bot.token,
    identify: async (workspace) => {
      const { bot, enterprise } = await installed(workspace);
      const identity = { workspace, botUser: bot.userId, botId: bot.id };
      return enterprise === undefined ? identity : { ...identity, enterprise: enterprise.id };
    },
    // Without any installation the app is ready too: it serves the install pages.
    ready: () => installations.list(),
  };
}
