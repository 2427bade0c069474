import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import { SocketModeClient } from '@slack/socket-mode';
import type { Logger } from '../log.js';
import { boltLogger } from './bolt-logger.js';

export interface SocketOptions {
  readonly appToken: string;
  readonly apiUrl?: string;
  readonly logger: Logger;
}

interface Envelope {
  readonly ack: (response?: Record<string, unknown>) => Promise<void>;
  readonly body: Record<string, unknown>;
  readonly retry_num?: number;
  readonly retry_reason?: string;
}

/**
 * Socket Mode at least once. Bolt's own receiver acks an event before the listeners run; this one
 * sends the ack when they are through, and leaves it out where one throws: Slack sends an un-acked
 * envelope again.
 */
export class SocketReceiver implements Receiver {
  readonly #client: SocketModeClient;
  readonly #logger: Logger;
  #app: App | undefined;
  #connected = false;

  constructor({ appToken, apiUrl, logger }: SocketOptions) {
    this.#logger = logger;
    this.#client = new SocketModeClient({
      appToken,
      logger: boltLogger(logger),
      clientOptions: {
        timeout: 10_000,
        retryConfig: { retries: 1_000, factor: 1.3, maxTimeout: 10_000 },
        ...(apiUrl === undefined ? {} : { slackApiUrl: apiUrl }),
      },
    });
    this.#client.on('slack_event', (envelope: Envelope) => void this.#take(envelope));
    this.#client.on('connected', () => this.#be(true));
    this.#client.on('disconnected', () => this.#be(false));
    this.#client.on('reconnecting', () => this.#be(false));
  }

  init(app: App): void {
    this.#app = app;
  }

  async start(): Promise<unknown> {
    return this.#client.start();
  }

  async stop(): Promise<void> {
    await this.#client.disconnect();
  }

  /** Connected: the library pings, and reconnects where pings go unanswered for some seconds. */
  isHealthy(): boolean {
    return this.#connected;
  }

  #be(connected: boolean): void {
    this.#connected = connected;
  }

  async #take({
    ack,
    body,
    retry_num: retryNum,
    retry_reason: retryReason,
  }: Envelope): Promise<void> {
    let response: Record<string, unknown> | undefined;
    const event: ReceiverEvent = {
      body,
      ...(retryNum === undefined ? {} : { retryNum }),
      ...(retryReason === undefined ? {} : { retryReason }),
      ack: async (said) => {
        response = typeof said === 'string' ? { text: said } : (said ?? undefined);
      },
    };
    try {
      await this.#app?.processEvent(event);
      await ack(response);
    } catch (error) {
      this.#logger.error({ err: error }, 'not kept: Slack will send it again');
    }
  }
}
