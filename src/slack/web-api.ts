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
import { NO_TRACING, type Tracing } from '../tracing.js';
import { SlackBusy, SlackOutcomeUnknown, SlackRefused } from './errors.js';
import { safeToShow } from './outgoing-text.js';

export interface WebOptions {
  /** A Web API root other than Slack's, with a trailing slash. */
  readonly apiUrl?: string;
  /** Time limit of one call, ms. */
  readonly timeoutMs?: number;
  readonly logger: Logger;
  /** Called right before each call; what it throws, the call throws. */
  readonly check?: () => void;
  readonly observe?: (call: { method: string; outcome: string; ms: number }) => void;
  readonly tracing?: Pick<Tracing, 'call' | 'failed'>;
}

export interface ChannelRef {
  readonly workspace: string;
  readonly channel: string;
}

/** The bot token for a workspace. Throws if the app is not installed there. */
export type TokenFor = (workspace: string) => Promise<string>;

/** One call to the Web API: `call(token, method, args)` returns Slack's result or throws one of `errors.ts`. */
export type SlackCall = (
  token: string,
  method: string,
  args: Record<string, unknown>,
) => Promise<Record<string, unknown>>;

/**
 * The Web API without the client library's own retries, which take up to half an hour and pause the
 * whole queue for one 429: here, the job that made the call is retried.
 */
export function createSlackCall(options: WebOptions): SlackCall {
  const { tracing = NO_TRACING } = options;
  const client = new WebClient(undefined, {
    ...(options.apiUrl === undefined ? {} : { slackApiUrl: options.apiUrl }),
    timeout: options.timeoutMs ?? 10_000,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    maxRequestConcurrency: 100,
    logger: SILENT,
    allowAbsoluteUrls: false,
  });
  const { hostname } = new URL(options.apiUrl ?? SLACK);
  const call: SlackCall = async (token, method, args) => {
    options.check?.();
    const startedAt = performance.now();
    const done = (outcome: string) => {
      const ms = performance.now() - startedAt;
      options.logger.debug({ method, outcome, ms: Math.round(ms) }, 'Slack API call');
      options.observe?.({ method, outcome, ms });
    };
    try {
      const result = await client.apiCall(method, { ...safeToShow(args), token });
      done('ok');
      return result as unknown as Record<string, unknown>;
    } catch (error) {
      const mapped = toSlackError(method, error);
      const outcome = mapped instanceof SlackRefused ? mapped.error : mapped.code;
      tracing.failed(outcome);
      done(outcome);
      throw mapped;
    }
  };
  return (token, method, args) => {
    const attributes = { ...HTTP, 'url.template': `/${method}`, 'server.address': hostname };
    return tracing.call({ name: `POST /${method}`, attributes }, () => call(token, method, args));
  };
}

const SLACK = 'https://slack.com/api/';
const HTTP = { 'http.request.method': 'POST' } as const;

/** A wrong header must not block a bucket for a day. */
const MAX_RETRY_AFTER_S = 300;

/** Maps an error of the library. The error code `ratelimited` counts as a 429. */
function toSlackError(
  method: string,
  error: unknown,
): SlackRefused | SlackBusy | SlackOutcomeUnknown {
  const cause = { cause: error };
  if (error instanceof WebAPIRateLimitedError) {
    return new SlackBusy(
      method,
      Math.min(MAX_RETRY_AFTER_S, Math.max(1, error.retryAfter)) * 1000,
      { ...cause, isRateLimit: true },
    );
  }
  if (error instanceof WebAPIPlatformError) {
    const code = error.data.error;
    if (code === 'ratelimited' || code === 'rate_limited')
      return new SlackBusy(method, 5000, { ...cause, isRateLimit: true });
    return OUTCOME_UNKNOWN.has(code) || !ERROR_CODE.test(code)
      ? new SlackOutcomeUnknown(method, cause)
      : new SlackRefused(method, code, { ...cause, ...neededScope(error.data) });
  }
  if (error instanceof WebAPIHTTPError && error.statusCode >= 400 && error.statusCode < 500) {
    return new SlackRefused(method, `http_${error.statusCode}`, cause);
  }
  if (error instanceof WebAPIRequestError && neverConnected(error.original)) {
    return new SlackBusy(method, 1000, cause);
  }
  return new SlackOutcomeUnknown(method, cause);
}

/** https://docs.slack.dev/reference/methods: `missing_scope` comes with `needed`. */
function neededScope(data: object): { needed?: string } {
  const { needed } = data as { readonly needed?: unknown };
  return typeof needed === 'string' && /^[\w:.,]{1,200}$/.test(needed) ? { needed } : {};
}

/** If a body is not JSON, such as a proxy's HTML, the library reports the body as error code. */
const ERROR_CODE = /^\w{1,80}$/;

const OUTCOME_UNKNOWN = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** There was no connection, so the call cannot have taken effect. */
function neverConnected(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? cause.code : undefined;
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return true;
    if (code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  }
  return false;
}

const IGNORE = () => undefined;

/** The library logs whole request bodies, which contain questions and code, so it logs nothing. */
const SILENT: WebLogger = {
  debug: IGNORE,
  info: IGNORE,
  warn: IGNORE,
  error: IGNORE,
  setLevel: IGNORE,
  getLevel: () => LogLevel.ERROR,
  setName: IGNORE,
};
