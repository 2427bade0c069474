import { DeepSearchSlackError } from '../model/error.js';
import type { BotIdentity } from './directory.js';

/** The app is not installed in this workspace, or not any more. */
export class NotInstalled extends DeepSearchSlackError {
  readonly code = 'not_installed';

  constructor(workspace: string) {
    super(`The app is not installed in workspace ${workspace}`);
  }
}

export interface Workspaces {
  /** The bot token that speaks in a workspace. Throws `NotInstalled`. */
  readonly tokenFor: (workspace: string) => Promise<string>;
  /** Who we are there; throws `NotInstalled`, or as a call to Slack does. */
  readonly identify: (workspace: string) => Promise<BotIdentity>;
  /** Resolves where we can speak; throws as a call to Slack does, or as the store of installs. */
  readonly ready: () => Promise<unknown>;
}

/** One workspace, by the bot token from the settings; Slack is asked once who we are. */
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
    // Asked anew each time: a token may be revoked at any moment.
    ready: () => identity(botToken),
  };
}

interface Installed {
  readonly bot: { readonly token: string; readonly userId: string; readonly id: string };
  readonly enterprise?: { readonly id: string };
}

/** Many workspaces, each by its install. */
export function manyWorkspaces(installs: {
  find(workspace: string): Promise<Installed | undefined>;
  list(): Promise<readonly string[]>;
}): Workspaces {
  const installed = async (workspace: string): Promise<Installed> => {
    const found = await installs.find(workspace);
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
    // With no install yet there is nothing to say, but the pages that install it are served.
    ready: () => installs.list(),
  };
}
