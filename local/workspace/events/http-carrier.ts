import { Agent, errors, request } from 'undici';
import type { Attempt, Carrier, Outcome, Parcel } from './parcel.js';
import { sign } from './sign.js';

export interface HttpCarrierOptions {
  readonly signingSecret: string;
  readonly timeoutMs: number;
  readonly seconds: () => number;
}

type Headers = Readonly<Record<string, string>>;

/** Signed requests to the app's request URL. */
export class HttpCarrier implements Carrier {
  requestUrl: string | undefined;
  /** A new connection each time: one kept from before the app's restart would look like a refusal. */
  private readonly agent = new Agent({ pipelining: 0 });

  constructor(private readonly options: HttpCarrierOptions) {}

  get ready(): boolean {
    return this.requestUrl !== undefined;
  }

  carry(parcel: Parcel, attempt: Attempt): Promise<Outcome> {
    const { body, type } = encoded(parcel);
    return this.post({ body, headers: { 'content-type': type, ...retryHeaders(attempt) } });
  }

  /** Signs and sends; `headers` win over those that Slack would send. */
  async post(what: { body: string; headers?: Headers; path?: string }): Promise<Outcome> {
    const started = performance.now();
    const taken = () => Math.round((performance.now() - started) * 10) / 10;
    if (this.requestUrl === undefined) return failed('connection_failed', taken());
    const url =
      what.path === undefined ? this.requestUrl : new URL(what.path, this.requestUrl).href;
    try {
      const { statusCode, headers, body } = await request(url, {
        method: 'POST',
        headers: { ...this.signed(what.body), ...what.headers },
        body: what.body,
        dispatcher: this.agent,
        signal: AbortSignal.timeout(this.options.timeoutMs),
      });
      const text = await body.text();
      const noRetry = headers['x-slack-no-retry'] === '1';
      const reason = statusCode >= 200 && statusCode < 300 ? {} : { reason: 'http_error' };
      return { via: 'http', status: statusCode, ms: taken(), body: text, noRetry, ...reason };
    } catch (error) {
      return failed(isTimeout(error) ? 'http_timeout' : 'connection_failed', taken());
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

function isTimeout(error: unknown): boolean {
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return true;
  }
  return error instanceof Error && error.name === 'TimeoutError';
}

function failed(reason: string, ms: number): Outcome {
  return { via: 'http', status: 0, ms, body: '', reason };
}

function encoded(parcel: Parcel): { body: string; type: string } {
  if (parcel.kind === 'event') {
    return { body: JSON.stringify(parcel.payload), type: 'application/json' };
  }
  const fields =
    parcel.kind === 'interaction'
      ? { payload: JSON.stringify(parcel.payload) }
      : Object.fromEntries(Object.entries(parcel.payload).map(([k, v]) => [k, String(v)]));
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
