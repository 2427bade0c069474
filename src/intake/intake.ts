import { App, type AuthorizeResult, HTTPReceiver, type Receiver } from '@slack/bolt';
import type { Logger } from '../log.js';
import type { Identity } from '../slack/people.js';
import { boltLogger } from './bolt-logger.js';
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
  readonly identify: (workspace: string) => Promise<Identity>;
  readonly tokenFor: (workspace: string) => Promise<string>;
  readonly logger: Logger;
}

export type Intake = ReturnType<typeof createIntake>;

/** Slack's side door of the bot: Bolt on the chosen transport. */
export function createIntake(options: IntakeOptions) {
  const { transport, identify, tokenFor, logger } = options;
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
      if (transport.kind === 'socket') {
        await receiver.start();
        return undefined;
      }
      const { port, host } = transport;
      const server = await (receiver as HTTPReceiver).start(
        host === undefined ? port : ({ port, host } as never),
      );
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : port;
    },

    /** Slack's requests in hand are answered, then no more are taken. */
    async stop(): Promise<void> {
      await receiver.stop();
    },

    isHealthy(): boolean {
      return receiver instanceof SocketReceiver ? receiver.isHealthy() : true;
    },
  };
}

function createReceiver({ transport, apiUrl, install, logger }: IntakeOptions): Receiver {
  if (transport.kind === 'socket') {
    const api = apiUrl === undefined ? {} : { apiUrl };
    return new SocketReceiver({ appToken: transport.appToken, ...api, logger });
  }
  return new HTTPReceiver({
    signingSecret: transport.signingSecret,
    endpoints: ['/slack/events'],
    // An ack only after the listener is through; one that throws becomes a 500.
    processBeforeResponse: true,
    processEventErrorHandler: async ({ error, response }) => {
      logger.error({ err: error }, 'not kept: Slack will send it again');
      if (!response.headersSent) response.writeHead(500).end();
      return true;
    },
    ...(install === undefined ? {} : installing(install, apiUrl)),
    logger: boltLogger(logger),
  });
}
