import { App, type AuthorizeResult } from '@slack/bolt';
import type { Logger } from '../log.js';
import type { BotIdentity } from '../slack/directory.js';
import { boltLogger } from './bolt-logger.js';
import { HttpReceiver } from './http-receiver.js';
import { type InstallOptions, installing } from './install.js';
import { type ListenerOptions, listen } from './listeners.js';
import { SocketReceiver } from './socket-receiver.js';

export type Transport =
  | { kind: 'http'; port: number; host?: string; signingSecret: string }
  | { kind: 'socket'; appToken: string };

export interface IntakeOptions extends Omit<ListenerOptions, 'botUser'> {
  readonly transport: Transport;
  /** Set: the pages of installs into many workspaces are served beside Slack's requests. */
  readonly install?: InstallOptions;
  readonly apiUrl?: string;
  readonly identify: (workspace: string) => Promise<BotIdentity>;
  readonly tokenFor: (workspace: string) => Promise<string>;
  readonly logger: Logger;
}

export type Intake = ReturnType<typeof createIntake>;

/** Slack's side door of the bot: Bolt on the chosen transport. */
export function createIntake(options: IntakeOptions) {
  const { identify, tokenFor, logger } = options;
  const receiver = createReceiver(options);
  // Where the receiver serves installs, Bolt takes who we are from them, and refuses another source.
  const authorize = async ({
    teamId = '',
  }: {
    teamId?: string | undefined;
  }): Promise<AuthorizeResult> => {
    const { botUser, botId } = await identify(teamId);
    return { botToken: await tokenFor(teamId), botUserId: botUser, botId };
  };
  const app = new App({
    receiver,
    ...(options.install === undefined ? { authorize } : {}),
    logger: boltLogger(logger),
    ...(options.apiUrl === undefined ? {} : { clientOptions: { slackApiUrl: options.apiUrl } }),
  });
  listen(app, { ...options, botUser: async (workspace) => (await identify(workspace)).botUser });

  return {
    /** Begins to listen; gives the port in HTTP mode. */
    async start(): Promise<number | undefined> {
      if (receiver instanceof HttpReceiver) return receiver.listen();
      await receiver.start();
      return undefined;
    },

    /** Slack's requests in hand are answered, then no more are taken. */
    async stop(): Promise<void> {
      await receiver.stop();
    },

    isHealthy(): boolean {
      return receiver instanceof SocketReceiver ? receiver.connectedSince().length > 0 : true;
    },

    /** In Socket Mode: since when each connection stands, ms since the epoch. */
    connectedSince(): number[] | undefined {
      return receiver instanceof SocketReceiver ? receiver.connectedSince() : undefined;
    },
  };
}

function createReceiver({ transport, apiUrl, install, logger }: IntakeOptions) {
  if (transport.kind === 'socket') {
    const api = apiUrl === undefined ? {} : { apiUrl };
    return new SocketReceiver({ appToken: transport.appToken, ...api, logger });
  }
  return new HttpReceiver({
    ...transport,
    ...(install === undefined ? {} : { installing: installing(install, apiUrl) }),
    logger,
  });
}
