import { type Dispatcher, errors, Pool } from 'undici';
import { type Deadline, rejectOnAbort } from '../http/deadline.js';
import { describeNetworkError } from '../http/trouble.js';
import { InvalidReply, Unreachable } from './errors.js';
import type { Request } from './request.js';

/** A full conversation of many long answers is well under a megabyte. */
const LONGEST_ANSWER = 16 * 1024 * 1024;
/** What a refusal says is cut to a line anyway. */
const LONGEST_REFUSAL = 64 * 1024;

export interface Reply {
  readonly status: number;
  header(name: string): string | undefined;
  readonly body: Body;
}

/** `flaw` says why the text is not all of it. */
export interface Body {
  readonly text: string;
  readonly flaw?: 'cut' | 'too-large';
  readonly cause?: unknown;
}

export function openPool(origin: string, connections: number): Pool {
  return new Pool(origin, {
    connections,
    keepAliveTimeout: 10_000,
    connect: { timeout: 10_000 },
  });
}

/**
 * Sends the request once and reads what comes. Throws Unreached where no reply began or the time
 * ran out, NotAnAnswer where what came is not HTTP, and the caller's reason where it gave up.
 */
export async function attempt(pool: Pool, request: Request, deadline: Deadline): Promise<Reply> {
  const flight = { began: false };
  try {
    const response = await rejectOnAbort(
      dispatch(pool, request, { flight, deadline }),
      deadline.signal,
    );
    const { statusCode: status, headers } = response;
    const ok = status < 300;
    const body = await readBody(response.body, ok ? LONGEST_ANSWER : LONGEST_REFUSAL);
    request.signal?.throwIfAborted();
    // A refusal stands even where its text never ends.
    if (ok) deadline.signal.throwIfAborted();
    return { status, header: (name) => first(headers[name]), body };
  } catch (cause) {
    if (request.signal?.aborted) throw request.signal.reason;
    if (isNotHttp(cause))
      throw new InvalidReply(request, 'not-http', { says: 'the reply is not HTTP', cause });
    throw new Unreachable(request, {
      says: describeNetworkError(cause),
      maybeTookEffect: flight.began,
      cause,
    });
  }
}

function dispatch(
  pool: Pool,
  request: Request,
  { flight, deadline }: { flight: { began: boolean }; deadline: Deadline },
) {
  const query = request.query?.toString();
  return pool
    .compose((send) => (options, handler) => send(options, noteBegin(handler, flight)))
    .request({
      method: request.method,
      path: query ? `${request.path}?${query}` : request.path,
      headers: { ...request.headers },
      body: request.body ?? null,
      signal: deadline.signal,
      // The deadline bounds both, and a slow drip as well.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
}

/**
 * undici starts a request only on a connection that stands, right before it writes: before that,
 * it is proven that the service saw nothing.
 */
function noteBegin(
  handler: Dispatcher.DispatchHandler,
  flight: { began: boolean },
): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller, context) {
      flight.began = true;
      handler.onRequestStart?.(controller, context);
    },
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (...args) => handler.onResponseStart?.(...args),
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => handler.onResponseError?.(...args),
  };
}

/** All of the body up to the bound. Leaving the loop destroys the stream. */
async function readBody(stream: AsyncIterable<Buffer>, longest: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  const text = () => new TextDecoder().decode(Buffer.concat(chunks));
  try {
    for await (const chunk of stream) {
      length += chunk.length;
      if (length > longest) return { text: text(), flaw: 'too-large' };
      chunks.push(chunk);
    }
    return { text: text() };
  } catch (cause) {
    return { text: text(), flaw: 'cut', cause };
  }
}

const isNotHttp = (cause: unknown): boolean =>
  cause instanceof errors.HTTPParserError || cause instanceof errors.HeadersOverflowError;

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
