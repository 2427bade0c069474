import type { App, Receiver } from '@slack/bolt';
import { SocketModeClient } from '@slack/socket-mode';
import type { Logger } from '../log.js';
import { boltLogger } from './bolt-logger.js';
import { isObject, unreadableAt } from './readable.js';

export interface SocketOptions {
  readonly appToken: string;
  readonly apiUrl?: string;
  readonly logger: Logger;
}

interface Envelope {
  readonly ack: (response?: Record<string, unknown>) => Promise<void>;
  readonly body: unknown;
  readonly retry_num?: number;
  readonly retry_reason?: string;
}

/** The library breaks on an event without a type, in a promise that nobody else looks at. */
class Client extends SocketModeClient {
  protected override async onWebSocketMessage(
    ...message: Parameters<SocketModeClient['onWebSocketMessage']>
  ): Promise<void> {
    try {
      await super.onWebSocketMessage(...message);
    } catch (error) {
      this.emit('unreadable', error);
    }
  }
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
    this.#client = new Client({
      appToken,
      logger: boltLogger(logger),
      clientOptions: {
        timeout: 10_000,
        retryConfig: { retries: 1_000, factor: 1.3, maxTimeout: 10_000 },
        ...(apiUrl === undefined ? {} : { slackApiUrl: apiUrl }),
      },
    });
    this.#client.on('slack_event', (envelope: Envelope) => void this.#take(envelope));
    this.#client.on('unreadable', (error: Error) => {
      logger.warn({ why: error.message }, 'not of a shape that we know: left alone');
    });
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
    try {
      if (this.#isReadable(body)) {
        await this.#app?.processEvent({
          body,
          ...(retryNum === undefined ? {} : { retryNum }),
          ...(retryReason === undefined ? {} : { retryReason }),
          ack: async (said) => {
            response = typeof said === 'string' ? { text: said } : (said ?? undefined);
          },
        });
      }
      await ack(response);
    } catch (error) {
      this.#logger.error({ err: error }, 'not kept: Slack will send it again');
    }
  }

  /** What is not is acked all the same: Slack would send it again, and no better. */
  #isReadable(body: unknown): body is Record<string, unknown> {
    const at = isObject(body) ? unreadableAt(body) : '';
    if (at !== undefined)
      this.#logger.warn({ at }, 'not of a shape that we know: taken, and left alone');
    return at === undefined;
  }
}
