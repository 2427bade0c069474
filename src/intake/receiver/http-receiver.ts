import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ListenOptions } from 'node:net';
import {
  type App,
  HTTPModuleFunctions as bolt,
  HTTPReceiver,
  type HTTPReceiverOptions,
} from '@slack/bolt';
import type { Logger } from '../../log.js';
import { boltLogger } from './bolt-logger.js';
import { isObject, unknownShapeAt } from './bolt-shape.js';
import { limitIncompleteRequests, REQUEST_TIMEOUTS } from './connection-limits.js';
import { logNotAccepted } from './not-accepted.js';
import type { ServeSignIn } from './sign-in-pages.js';

export interface HttpOptions {
  /** 0: any free one. */
  readonly port: number;
  /** All addresses when absent. */
  readonly host?: string;
  readonly signingSecret: string;
  /** Called with each request whose signature could be compared; returns at once. */
  readonly onSignature?: ((matches: boolean) => void) | undefined;
  /** What serves installs into many workspaces. */
  readonly installing?: Partial<HTTPReceiverOptions>;
  /** What serves the pages on which people connect their accounts. */
  readonly signInPages?: ServeSignIn;
  readonly logger: Logger;
}

const PATH = '/slack/events';
/** In bytes; Bolt's own limit is four times as high. */
const MAX_BODY = 1024 * 1024;
const MAX_UNSIGNED_BODY = 1024;
/**
 * How many connections may wait to be accepted. Slack gives up after 3 s, so in a longer queue every request of
 * an overloaded process would wait in vain. Beyond this, the connection is tried again after 1 s.
 */
const BACKLOG = 64;
const COPY_SECRET =
  'SLACK_SIGNING_SECRET: if Slack sent it, copy the "Signing Secret" from Basic Information on the app\'s page';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** In seconds; from Slack's page "Verifying requests from Slack". */
const MAX_AGE_S = 5 * 60;

/**
 * Slack's requests over HTTP, each with a reply of its own: an ack when the listeners are through,
 * 500 where one throws. Bolt's own receiver breaks on signed bodies that it does not know, or
 * leaves them without a reply for 3 s; the pages of installs are still its own.
 */
export class HttpReceiver extends HTTPReceiver {
  readonly #address: ListenOptions;
  readonly #signingSecret: string;
  readonly #onSignature: HttpOptions['onSignature'];
  readonly #logger: Logger;
  #app: App | undefined;
  #accepted = 0;

  constructor(options: HttpOptions) {
    const { port, host, signingSecret, installing, signInPages, logger } = options;
    super({
      signingSecret,
      endpoints: [],
      ...installing,
      dispatchErrorHandler: ({ response }) => bolt.buildNoBodyResponse(response, 404),
      logger: boltLogger(logger),
    });
    this.#address = { port, backlog: BACKLOG, ...(host === undefined ? {} : { host }) };
    this.#signingSecret = signingSecret;
    this.#onSignature = options.onSignature;
    this.#logger = logger;
    const pages = this.requestListener;
    this.requestListener = (request, response) => {
      if (isEvent(request)) return void this.#receive(request, response);
      if (signInPages?.(request, response) !== true) pages(request, response);
    };
  }

  override init(app: App): void {
    super.init(app);
    this.#app = app;
  }

  /** How many connections were accepted since the start. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Begins to listen; gives the port. */
  async listen(): Promise<number | undefined> {
    const server = await this.start(this.#address, REQUEST_TIMEOUTS);
    server.on('connection', () => {
      this.#accepted += 1;
    });
    limitIncompleteRequests(server, this.#logger);
    const address = server.address();
    return typeof address === 'object' ? address?.port : undefined;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body: unknown;
    try {
      const verified = await this.#verify(request);
      if ('body' in verified) body = verified.body;
      const reply = 'status' in verified ? verified : await this.#handle(body, request);
      const { status, content, close = false } = reply;
      if (close) response.setHeader('connection', 'close');
      // Drains the rest of a body that is too large, so that the connection can be reused.
      request.resume();
      if (status === 200) bolt.buildContentResponse(response, content);
      else bolt.buildNoBodyResponse(response, status);
    } catch (error) {
      logNotAccepted(this.#logger, body, error);
      bolt.buildNoBodyResponse(response, 500);
    }
  }

  async #handle(body: unknown, request: IncomingMessage): Promise<Reply> {
    if (!isObject(body)) {
      this.#logger.warn('request refused: neither a JSON object nor a form');
      return { status: 400 };
    }
    // Slack asks whether we are there.
    if (body['ssl_check'] === '1') return { status: 200 };
    this.#onSignature?.(true);
    if (body['type'] === 'url_verification') {
      return { status: 200, content: { challenge: body['challenge'] } };
    }
    const at = unknownShapeAt(body);
    if (at === undefined) return { status: 200, content: await this.#process(body, request) };
    // Slack repeats events that fail, and disables the subscription after many failures.
    this.#logger.warn({ at }, 'event ignored: unknown shape');
    return { status: 200 };
  }

  /** The body, if it is signed with our secret and not older than five minutes. */
  async #verify(request: IncomingMessage): Promise<{ body: unknown } | Reply> {
    const bodyLimit = bodyLimitFor(request.headers);
    if (bodyLimit === undefined) {
      this.#logger.warn('request refused: without a signature, or too old');
      return { status: 401, close: true };
    }
    try {
      const options = { signingSecret: this.#signingSecret, bodyLimit };
      const whole = await bolt.parseAndVerifyHTTPRequest(options, request);
      return { body: parsed(() => bolt.parseHTTPRequestBody(whole)) };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (bolt.isRawBodyError(error)) {
        this.#logger.warn({ why }, 'request refused: its body cannot be read');
        return { status: error.statusCode === 413 ? 413 : 400 };
      }
      this.#onSignature?.(false);
      this.#logger.warn({ why, fix: COPY_SECRET }, 'request refused: invalid signature');
      return { status: 401 };
    }
  }

  /** Gives what the listeners acked with; those of events say nothing. */
  async #process(body: Record<string, unknown>, request: IncomingMessage): Promise<unknown> {
    let content: unknown;
    const retryNum = bolt.extractRetryNumFromHTTPRequest(request);
    const retryReason = bolt.extractRetryReasonFromHTTPRequest(request);
    await this.#app?.processEvent({
      body,
      ack: async (response) => {
        content = response;
      },
      ...(retryNum === undefined ? {} : { retryNum }),
      ...(retryReason === undefined ? {} : { retryReason }),
    });
    return content;
  }
}

interface Reply {
  readonly status: 200 | 400 | 401 | 413;
  readonly content?: unknown;
  /** The connection ends, although the body has not been read. */
  readonly close?: boolean;
}

/**
 * How long the body may be, judged by the headers alone: a stranger's is not read. Slack signs all of
 * its requests except the check of our certificate, which is a short form. Undefined: refuse it.
 */
function bodyLimitFor(headers: IncomingHttpHeaders): number | undefined {
  const signature = headers['x-slack-signature'];
  if (signature === undefined) {
    return headers['content-type'] === FORM_TYPE ? MAX_UNSIGNED_BODY : undefined;
  }
  const age = Math.abs(Date.now() / 1000 - Number(headers['x-slack-request-timestamp']));
  return /^v0=[0-9a-f]{64}$/.test(String(signature)) && age <= MAX_AGE_S ? MAX_BODY : undefined;
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
