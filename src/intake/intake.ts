import { App, type AuthorizeResult } from '@slack/bolt';
import type { Logger } from '../log.js';
import type { BotIdentity } from '../slack/directory.js';
import { SlackRefused } from '../slack/errors.js';
import { boltLogger } from './receiver/bolt-logger.js';
import { HttpReceiver } from './receiver/http-receiver.js';
import { type InstallOptions, installReceiverOptions } from './receiver/install-pages.js';
import { type ListenerOptions, registerListeners } from './receiver/listeners.js';
import type { ServeSignIn } from './receiver/sign-in-pages.js';
import { SocketReceiver } from './receiver/socket-receiver.js';

export type IntakeTransport =
  | { kind: 'http'; port: number; host?: string; signingSecret: string }
  | { kind: 'socket'; appToken: string };

export interface IntakeOptions extends Omit<ListenerOptions, 'botUser'> {
  readonly transport: IntakeTransport;
  /** Set: the install pages are served as well, for installs into many workspaces. */
  readonly install?: InstallOptions;
  /** Set: the pages on which people connect their accounts are served as well. */
  readonly signInPages?: ServeSignIn;
  /** Called with whether the signature of a request matches; returns at once. */
  readonly onSignature?: (matches: boolean) => void;
  readonly apiUrl?: string;
  readonly identify: (workspace: string) => Promise<BotIdentity>;
  readonly tokenFor: (workspace: string) => Promise<string>;
  readonly logger: Logger;
}

export type Intake = ReturnType<typeof createIntake>;

/** Receives from Slack: Bolt on the chosen transport. */
export function createIntake(options: IntakeOptions) {
  const { identify, tokenFor, logger } = options;
  const receiver = createReceiver(options);
  // With install pages, Bolt reads the tokens from the installs and refuses an `authorize` of ours.
  const authorize = async ({
    teamId = '',
  }: {
    teamId?: string | undefined;
  }): Promise<AuthorizeResult> => {
    const botToken = await tokenFor(teamId);
    try {
      const { botUser, botId } = await identify(teamId);
      return { botToken, botUserId: botUser, botId };
    } catch (error) {
      // Bolt only leaves out our own events by it, and so does the parser.
      if (!(error instanceof SlackRefused)) throw error;
      return { botToken };
    }
  };
  const app = new App({
    receiver,
    ...(options.install === undefined ? { authorize } : {}),
    logger: boltLogger(logger),
    ...(options.apiUrl === undefined ? {} : { clientOptions: { slackApiUrl: options.apiUrl } }),
  });
  registerListeners(app, {
    ...options,
    botUser: async (workspace) => (await identify(workspace)).botUser,
  });

  return {
    /** Starts listening; returns the port in HTTP mode. */
    async start(): Promise<number | undefined> {
      if (receiver instanceof HttpReceiver) return receiver.listen();
      await receiver.start();
      return undefined;
    },

    /** Finishes the requests in progress and accepts no more. */
    async stop(): Promise<void> {
      await receiver.stop();
    },

    isHealthy(): boolean {
      return receiver instanceof SocketReceiver ? receiver.connectedSince().length > 0 : true;
    },

    /** How many connections were accepted since the start; 0 in Socket Mode, which makes its own. */
    acceptedConnections(): number {
      return receiver instanceof HttpReceiver ? receiver.accepted : 0;
    },

    /** In Socket Mode: since when each connection is open, ms since the epoch. */
    connectedSince(): number[] | undefined {
      return receiver instanceof SocketReceiver ? receiver.connectedSince() : undefined;
    },
  };
}

function createReceiver(options: IntakeOptions) {
  const { transport, apiUrl, install, signInPages, onSignature, logger } = options;
  if (transport.kind === 'socket') {
    const api = apiUrl === undefined ? {} : { apiUrl };
    return new SocketReceiver({ appToken: transport.appToken, ...api, logger });
  }
  return new HttpReceiver({
    ...transport,
    onSignature,
    ...(install === undefined ? {} : { installing: installReceiverOptions(install, apiUrl) }),
    ...(signInPages === undefined ? {} : { signInPages }),
    logger,
  });
}
