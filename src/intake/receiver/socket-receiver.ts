import type { App, Receiver } from '@slack/bolt';
import { SocketModeClient } from '@slack/socket-mode';
import type { Logger } from '../../log.js';
import { boltLogger } from './bolt-logger.js';
import { isObject, unknownShapeAt } from './bolt-shape.js';
import { logNotAccepted } from './not-accepted.js';

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

/** Slack closes each connection every few hours: with two, one is always open. It allows ten. */
const CONNECTIONS = 2;

/** Slack's reasons for refusing a connection, and what to do about them. */
const REFUSALS: Readonly<Record<string, string>> = {
  too_many_websockets:
    'Slack allows an app ten connections, and all are taken: end another bot, each of which has two',
  link_disabled: 'Socket Mode is off for this app: turn it on in its settings at Slack',
};

/**
 * The library throws on an event without a type, in a promise that nobody handles; and it reconnects
 * silently if Slack refuses the connection.
 */
class Client extends SocketModeClient {
  protected override async onWebSocketMessage(
    ...message: Parameters<SocketModeClient['onWebSocketMessage']>
  ): Promise<void> {
    const refusal = refusalIn(String(message[0]));
    if (refusal !== undefined) this.emit('refused', refusal);
    try {
      await super.onWebSocketMessage(...message);
    } catch (error) {
      this.emit('unreadable', error);
    }
  }
}

function refusalIn(message: string): string | undefined {
  if (message.length > 1_000 || !message.includes('disconnect')) return undefined;
  const parsed = jsonOf(message);
  const refused = isObject(parsed) && parsed['type'] === 'disconnect';
  return refused ? REFUSALS[String(parsed['reason'])] : undefined;
}

function jsonOf(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}

/**
 * Socket Mode with at-least-once delivery. Bolt's own receiver acks an event before the listeners run;
 * this one acks when they are done, and not if one throws: Slack sends an unacknowledged envelope
 * again.
 */
export class SocketReceiver implements Receiver {
  readonly #clients: readonly SocketModeClient[];
  /** Since when each client is connected, ms since the epoch. */
  readonly #since = new Map<SocketModeClient, number>();
  readonly #logger: Logger;
  #app: App | undefined;

  constructor({ appToken, apiUrl, logger }: SocketOptions) {
    this.#logger = logger;
    this.#clients = Array.from({ length: CONNECTIONS }, () => {
      const client = new Client({
        appToken,
        logger: boltLogger(logger),
        clientOptions: {
          timeout: 10_000,
          retryConfig: { retries: 1_000, factor: 1.3, maxTimeout: 10_000 },
          ...(apiUrl === undefined ? {} : { slackApiUrl: apiUrl }),
        },
      });
      client.on('slack_event', (envelope: Envelope) => void this.#receive(envelope));
      client.on('unreadable', (error: Error) => {
        logger.warn({ why: error.message }, 'event ignored: unknown shape');
      });
      client.on('refused', (why: string) => logger.warn({ why }, 'Slack refused the connection'));
      client.on('connected', () => void this.#since.set(client, Date.now()));
      for (const lost of ['disconnected', 'reconnecting']) {
        client.on(lost, () => void this.#since.delete(client));
      }
      return client;
    });
  }

  init(app: App): void {
    this.#app = app;
  }

  /** Resolves when one of them is connected: the others may have to wait for a free connection. */
  async start(): Promise<unknown> {
    return Promise.race(this.#clients.map((client) => client.start()));
  }

  async stop(): Promise<void> {
    // A client that is reconnecting would reject a promise that nobody handles.
    for (const client of this.#clients) client.removeAllListeners('disconnected');
    await Promise.all(this.#clients.map((client) => client.disconnect()));
    this.#since.clear();
  }

  /**
   * Since when each connection is open, ms since the epoch. The library reconnects if pings are not
   * answered for some seconds.
   */
  connectedSince(): number[] {
    return [...this.#since.values()];
  }

  async #receive({
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
          ack: async (content) => {
            response = typeof content === 'string' ? { text: content } : (content ?? undefined);
          },
        });
      }
      await ack(response);
    } catch (error) {
      logNotAccepted(this.#logger, body, error);
    }
  }

  /** An unreadable one is acked as well: Slack would only send it again. */
  #isReadable(body: unknown): body is Record<string, unknown> {
    const at = isObject(body) ? unknownShapeAt(body) : '';
    if (at !== undefined) this.#logger.warn({ at }, 'event ignored: unknown shape');
    return at === undefined;
  }
}
