import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ListenOptions } from 'node:net';
import {
  type App,
  HTTPModuleFunctions as bolt,
  HTTPReceiver,
  type HTTPReceiverOptions,
} from '@slack/bolt';
import type { Logger } from '../log.js';
import { boltLogger } from './bolt-logger.js';
import { isObject, unreadableAt } from './readable.js';

export interface HttpOptions {
  /** 0: any free one. */
  readonly port: number;
  /** All addresses when absent. */
  readonly host?: string;
  readonly signingSecret: string;
  /** What serves installs into many workspaces. */
  readonly installing?: Partial<HTTPReceiverOptions>;
  readonly logger: Logger;
}

const PATH = '/slack/events';

/**
 * Slack's requests over HTTP, each with a reply of its own: an ack when the listeners are through,
 * 500 where one throws. Bolt's own receiver breaks on signed bodies that it does not know, or
 * leaves them without a reply for 3 s; the pages of installs are still its own.
 */
export class HttpReceiver extends HTTPReceiver {
  readonly #address: ListenOptions;
  readonly #signingSecret: string;
  readonly #logger: Logger;
  #app: App | undefined;

  constructor({ port, host, signingSecret, installing, logger }: HttpOptions) {
    super({
      signingSecret,
      endpoints: [],
      ...installing,
      dispatchErrorHandler: ({ response }) => bolt.buildNoBodyResponse(response, 404),
      logger: boltLogger(logger),
    });
    this.#address = host === undefined ? { port } : { port, host };
    this.#signingSecret = signingSecret;
    this.#logger = logger;
    const pages = this.requestListener;
    this.requestListener = (request, response) =>
      isEvent(request) ? void this.#take(request, response) : pages(request, response);
  }

  override init(app: App): void {
    super.init(app);
    this.#app = app;
  }

  /** Begins to listen; gives the port. */
  async listen(): Promise<number | undefined> {
    const address = (await this.start(this.#address)).address();
    return typeof address === 'object' ? address?.port : undefined;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { status, said } = await this.#judge(request);
      // What is left of one that is too large: the next request comes behind it.
      request.resume();
      if (status === 200) bolt.buildContentResponse(response, said);
      else bolt.buildNoBodyResponse(response, status);
    } catch (error) {
      this.#logger.error({ err: error }, 'not kept: Slack will send it again');
      bolt.buildNoBodyResponse(response, 500);
    }
  }

  async #judge(request: IncomingMessage): Promise<Verdict> {
    const proven = await this.#prove(request);
    if ('status' in proven) return proven;
    const { body } = proven;
    if (!isObject(body)) {
      this.#logger.warn('signed, but not a JSON object or form: refused');
      return { status: 400 };
    }
    // Slack asks whether we are there.
    if (body['ssl_check'] === '1') return { status: 200 };
    if (body['type'] === 'url_verification') {
      return { status: 200, said: { challenge: body['challenge'] } };
    }
    const at = unreadableAt(body);
    if (at === undefined) return { status: 200, said: await this.#process(body, request) };
    // Slack would send a refused one again, and end our subscription where there are many.
    this.#logger.warn({ at }, 'not of a shape that we know: taken, and left alone');
    return { status: 200 };
  }

  /** The body, if it is signed with our secret and not older than five minutes. */
  async #prove(request: IncomingMessage): Promise<{ body: unknown } | Verdict> {
    try {
      const options = { signingSecret: this.#signingSecret, bodyLimit: bolt.defaultBodyLimit };
      const whole = await bolt.parseAndVerifyHTTPRequest(options, request);
      return { body: parsed(() => bolt.parseHTTPRequestBody(whole)) };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#logger.warn({ why }, 'not proven to come from Slack: refused');
      return { status: bolt.isRawBodyError(error) && error.statusCode === 413 ? 413 : 401 };
    }
  }

  /** Gives what the listeners acked with; those of events say nothing. */
  async #process(body: Record<string, unknown>, request: IncomingMessage): Promise<unknown> {
    let said: unknown;
    const retryNum = bolt.extractRetryNumFromHTTPRequest(request);
    const retryReason = bolt.extractRetryReasonFromHTTPRequest(request);
    await this.#app?.processEvent({
      body,
      ack: async (response) => {
        said = response;
      },
      ...(retryNum === undefined ? {} : { retryNum }),
      ...(retryReason === undefined ? {} : { retryReason }),
    });
    return said;
  }
}

interface Verdict {
  readonly status: 200 | 400 | 401 | 413;
  readonly said?: unknown;
}

function isEvent({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && url.split('?')[0] === PATH;
}

function parsed(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
