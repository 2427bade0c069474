import { Agent, errors, request } from 'undici';
import { newSecret } from '../protocol/ids.js';
import { sign } from '../protocol/signature.js';
import type { Attempt, Delivery, DeliveryOutcome, Transport } from './delivery.js';

export interface HttpTransportOptions {
  readonly signingSecret: string;
  readonly timeoutMs: number;
  readonly seconds: () => number;
}

type Headers = Readonly<Record<string, string>>;

/** Sends signed requests to the app's request URL. */
export class HttpTransport implements Transport {
  requestUrl: string | undefined;
  /** No keep-alive: a connection from before an app restart would look like a refusal. */
  private readonly agent = new Agent({ pipelining: 0 });

  constructor(private readonly options: HttpTransportOptions) {}

  get ready(): boolean {
    return this.requestUrl !== undefined;
  }

  send(delivery: Delivery, attempt: Attempt): Promise<DeliveryOutcome> {
    const { body, type } = encodeBody(delivery);
    return this.post({ body, headers: { 'content-type': type, ...retryHeaders(attempt) } });
  }

  /** Signs and sends a request; `headers` override Slack's own. */
  async post(input: { body: string; headers?: Headers; path?: string }): Promise<DeliveryOutcome> {
    const started = performance.now();
    const elapsedMs = () => Math.round((performance.now() - started) * 10) / 10;
    if (this.requestUrl === undefined) return failedOutcome('connection_failed', elapsedMs());
    const url =
      input.path === undefined ? this.requestUrl : new URL(input.path, this.requestUrl).href;
    try {
      const { statusCode, headers, body } = await request(url, {
        method: 'POST',
        headers: { ...this.signed(input.body), ...input.headers },
        body: input.body,
        dispatcher: this.agent,
        signal: AbortSignal.timeout(this.options.timeoutMs),
      });
      const text = await body.text();
      const noRetry = headers['x-slack-no-retry'] === '1';
      const reason = statusCode >= 200 && statusCode < 300 ? {} : { reason: 'http_error' };
      return { via: 'http', status: statusCode, ms: elapsedMs(), body: text, noRetry, ...reason };
    } catch (error) {
      return failedOutcome(isTimeout(error) ? 'http_timeout' : 'connection_failed', elapsedMs());
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private signed(body: string): Headers {
    const timestamp = this.options.seconds();
    return {
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      accept: '*/*',
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': sign(this.options.signingSecret, body, timestamp),
    };
  }
}

/** Slack's `url_verification`. Throws where the challenge does not come back. */
export async function verifyRequestUrl(options: {
  readonly http: HttpTransport;
  readonly token: string;
}): Promise<void> {
  const challenge = newSecret();
  const { status, body } = await options.http.post({
    body: JSON.stringify({ type: 'url_verification', token: options.token, challenge }),
    headers: { 'content-type': 'application/json' },
  });
  if (status === 200 && body.includes(challenge)) return;
  throw new Error(`the request URL did not return the challenge: ${status} ${body.slice(0, 200)}`);
}

function isTimeout(error: unknown): boolean {
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return true;
  }
  return error instanceof Error && error.name === 'TimeoutError';
}

function failedOutcome(reason: string, ms: number): DeliveryOutcome {
  return { via: 'http', status: 0, ms, body: '', reason };
}

function encodeBody(delivery: Delivery): { body: string; type: string } {
  if (delivery.kind === 'event') {
    return { body: JSON.stringify(delivery.payload), type: 'application/json' };
  }
  const fields =
    delivery.kind === 'interaction'
      ? { payload: JSON.stringify(delivery.payload) }
      : Object.fromEntries(Object.entries(delivery.payload).map(([k, v]) => [k, String(v)]));
  return {
    body: new URLSearchParams(fields).toString(),
    type: 'application/x-www-form-urlencoded',
  };
}

function retryHeaders({ number, reason }: Attempt): Headers {
  if (number === 1) return {};
  return {
    'x-slack-retry-num': String(number - 1),
    'x-slack-retry-reason': reason ?? 'http_error',
  };
}
