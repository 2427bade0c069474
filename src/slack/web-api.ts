import {
  LogLevel,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
  type Logger as WebLogger,
} from '@slack/web-api';
import type { Logger } from '../log.js';
import { SlackBusy, SlackOutcomeUnknown, SlackRefused } from './errors.js';

export interface WebOptions {
  /** Another Web API root, with its slash at the end; Slack's own when absent. */
  readonly apiUrl?: string;
  /** ms for one call. */
  readonly timeoutMs?: number;
  readonly logger: Logger;
  readonly observe?: (call: { method: string; outcome: string; ms: number }) => void;
}

/** One call to the Web API: `call(token, method, args)` gives Slack's result or throws one of `errors.ts`. */
export type SlackCall = (
  token: string,
  method: string,
  args: Record<string, unknown>,
) => Promise<Record<string, unknown>>;

/**
 * The Web API without the client library's own retries (half an hour by default, with the whole
 * queue paused for one 429): the job that called is what comes again.
 */
export function createSlackCall(options: WebOptions): SlackCall {
  const client = new WebClient(undefined, {
    ...(options.apiUrl === undefined ? {} : { slackApiUrl: options.apiUrl }),
    timeout: options.timeoutMs ?? 10_000,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    maxRequestConcurrency: 100,
    logger: SILENT,
    allowAbsoluteUrls: false,
  });
  return async (token, method, args) => {
    const startedAt = performance.now();
    const done = (outcome: string) => {
      const ms = performance.now() - startedAt;
      options.logger.debug({ method, outcome, ms: Math.round(ms) }, 'called Slack');
      options.observe?.({ method, outcome, ms });
    };
    try {
      const result = await client.apiCall(method, { ...args, token });
      done('ok');
      return result as unknown as Record<string, unknown>;
    } catch (error) {
      const ours = translate(method, error);
      done(ours instanceof SlackRefused ? ours.error : ours.code);
      throw ours;
    }
  };
}

/** A mistaken header must not put a bucket to sleep for a day. */
const MOST_RETRY_AFTER_S = 300;

/** A library error → one of ours. Slack's `ratelimited` without a 429 counts as one. */
function translate(method: string, error: unknown): SlackRefused | SlackBusy | SlackOutcomeUnknown {
  const cause = { cause: error };
  if (error instanceof WebAPIRateLimitedError) {
    return new SlackBusy(
      method,
      Math.min(MOST_RETRY_AFTER_S, Math.max(1, error.retryAfter)) * 1000,
      cause,
    );
  }
  if (error instanceof WebAPIPlatformError) {
    const code = error.data.error;
    if (code === 'ratelimited' || code === 'rate_limited')
      return new SlackBusy(method, 5000, cause);
    return UNCLEAR.has(code) || !CODE.test(code)
      ? new SlackOutcomeUnknown(method, cause)
      : new SlackRefused(method, code, cause);
  }
  if (error instanceof WebAPIHTTPError && error.statusCode >= 400 && error.statusCode < 500) {
    return new SlackRefused(method, `http_${error.statusCode}`, cause);
  }
  if (error instanceof WebAPIRequestError && neverConnected(error.original)) {
    return new SlackBusy(method, 1000, cause);
  }
  return new SlackOutcomeUnknown(method, cause);
}

/** The library gives out a body that is not JSON, such as a proxy's page, as Slack's error code. */
const CODE = /^\w{1,80}$/;

const UNCLEAR = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** The connection was never made, so nothing can have taken effect. */
function neverConnected(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = 'code' in e ? e.code : undefined;
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return true;
    if (code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  }
  return false;
}

const NOTHING = () => undefined;

/** The library's own voice repeats bodies, so what people ask and what the code says: it is mute. */
const SILENT: WebLogger = {
  debug: NOTHING,
  info: NOTHING,
  warn: NOTHING,
  error: NOTHING,
  setLevel: NOTHING,
  getLevel: () => LogLevel.ERROR,
  setName: NOTHING,
};
