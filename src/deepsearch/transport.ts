import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, errors, Pool } from 'undici';
import { type Deadline, rejectOnAbort, startDeadline } from '../http/deadline.js';
import { describeNetworkError } from '../http/describe-failure.js';
import { retryDelayMs } from '../http/retry.js';
import { NO_TRACING, type Tracing } from '../tracing.js';
import { Busy, InvalidReply, ServerFailed, Unreachable } from './errors.js';

/** A conversation of many long answers is well below 1 MB. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Of a refusal only a line is used anyway. */
const MAX_REFUSAL_BYTES = 64 * 1024;

export interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Absolute on the instance's host, without query: may be shown. */
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The bare token, to be removed from everything that is shown. */
  readonly secret: string;
  readonly idempotent: boolean;
  /** Time limit of all attempts together. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface Reply {
  readonly status: number;
  header(name: string): string | undefined;
  readonly body: Body;
}

/** `incomplete` says why `text` is not the whole body. */
export interface Body {
  readonly text: string;
  readonly incomplete?: 'truncated' | 'too-large';
  readonly cause?: unknown;
}

export function openPool(origin: string, connections: number): Pool {
  return new Pool(origin, {
    connections,
    keepAliveTimeout: 10_000,
    connect: { timeout: 10_000 },
  });
}

/** Turns a reply into the result of the call, or throws a `ServiceError`. */
export type ReadReply<T> = (reply: Reply, context: { now: number; attempt: number }) => T;

export interface RetryOptions {
  /** Total number of attempts. */
  readonly attempts: number;
  readonly random: () => number;
}

/** What requests are sent with. */
interface Transport {
  readonly pool: Pool;
  readonly retry: RetryOptions;
  readonly onReply?: (reply: Reply) => void;
  readonly tracing?: ReplyTracing;
}

export type ReplyTracing = Pick<Tracing, 'annotate' | 'headers'>;

/**
 * Sends a request within its time limit, with retries where they are harmless. Throws the error of
 * the last attempt, or the caller's abort reason.
 */
export async function sendWithRetries<T>(
  transport: Transport,
  request: Request,
  readReply: ReadReply<T>,
): Promise<T> {
  const { retry, onReply, tracing = NO_TRACING } = transport;
  const deadline = startDeadline(request.timeoutMs, request.signal);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        request.signal?.throwIfAborted();
        const reply = await send(transport, request, deadline);
        tracing.annotate(describeReply(reply, attempt));
        onReply?.(reply);
        return readReply(reply, { now: Date.now(), attempt });
      } catch (error) {
        const delay = delayAfter(error, { attempt, request, deadline, retry });
        if (delay === undefined) throw error;
        // If this is aborted, the next attempt throws the reason.
        await sleep(delay, undefined, { signal: deadline.signal }).catch(() => {});
      }
    }
  } finally {
    deadline.dispose();
  }
}

/** https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span */
function describeReply({ status }: Reply, attempt: number) {
  const sent = { 'http.response.status_code': status };
  return attempt === 1 ? sent : { ...sent, 'http.request.resend_count': attempt - 1 };
}

function delayAfter(
  error: unknown,
  failed: { attempt: number; request: Request; deadline: Deadline; retry: RetryOptions },
): number | undefined {
  const { attempt, request, deadline, retry } = failed;
  if (deadline.signal.aborted || !mayRetry(error, request)) return undefined;
  return retryDelayMs({
    attempt,
    attempts: retry.attempts,
    remainingMs: deadline.remainingMs(),
    retryAfterMs:
      error instanceof Busy || error instanceof ServerFailed ? error.retryAfterMs : undefined,
    random: retry.random,
  });
}

/** A request that was never sent may always be retried, else only an idempotent one. */
function mayRetry(error: unknown, request: Request): boolean {
  if (error instanceof Unreachable) return request.idempotent || !error.maybeTookEffect;
  if (!request.idempotent) return false;
  return (
    error instanceof Busy ||
    error instanceof ServerFailed ||
    (error instanceof InvalidReply && error.reason === 'truncated')
  );
}

/**
 * Sends the request once and reads the reply. Throws `Unreachable` if no reply began or the time
 * ran out, `InvalidReply` if the reply is not HTTP, or the caller's abort reason.
 */
async function send(transport: Transport, request: Request, deadline: Deadline): Promise<Reply> {
  const progress = { began: false };
  try {
    const response = await rejectOnAbort(
      dispatch(transport, request, { progress, deadline }),
      deadline.signal,
    );
    const { statusCode: status, headers } = response;
    const ok = status < 300;
    const body = await readBody(response.body, ok ? MAX_BODY_BYTES : MAX_REFUSAL_BYTES);
    request.signal?.throwIfAborted();
    // The status of a refusal is enough, even if its body never ends.
    if (ok) deadline.signal.throwIfAborted();
    return { status, header: (name) => first(headers[name]), body };
  } catch (cause) {
    if (request.signal?.aborted) throw request.signal.reason;
    if (isNotHttp(cause)) {
      throw new InvalidReply(request, 'not-http', { detail: 'the reply is not HTTP', cause });
    }
    throw new Unreachable(request, {
      detail: describeNetworkError(cause),
      maybeTookEffect: progress.began,
      cause,
    });
  }
}

function dispatch(
  { pool, tracing = NO_TRACING }: Transport,
  request: Request,
  { progress, deadline }: { progress: { began: boolean }; deadline: Deadline },
) {
  const query = request.query?.toString();
  return pool
    .compose((next) => (options, handler) => next(options, recordStart(handler, progress)))
    .request({
      method: request.method,
      path: query ? `${request.path}?${query}` : request.path,
      headers: { ...request.headers, ...tracing.headers() },
      body: request.body ?? null,
      signal: deadline.signal,
      // The deadline limits both, and also a reply that drips in slowly.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
}

/**
 * undici calls `onRequestStart` on an established connection, right before it writes the request.
 * Until then the server cannot have seen any of it.
 */
function recordStart(
  handler: Dispatcher.DispatchHandler,
  progress: { began: boolean },
): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller, context) {
      progress.began = true;
      handler.onRequestStart?.(controller, context);
    },
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (...args) => handler.onResponseStart?.(...args),
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => handler.onResponseError?.(...args),
  };
}

/** Reads at most `maxBytes`. Leaving the loop destroys the stream. */
async function readBody(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  const text = () => new TextDecoder().decode(Buffer.concat(chunks));
  try {
    for await (const chunk of stream) {
      length += chunk.length;
      if (length > maxBytes) return { text: text(), incomplete: 'too-large' };
      chunks.push(chunk);
    }
    return { text: text() };
  } catch (cause) {
    return { text: text(), incomplete: 'truncated', cause };
  }
}

const isNotHttp = (cause: unknown): boolean =>
  cause instanceof errors.HTTPParserError || cause instanceof errors.HeadersOverflowError;

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
