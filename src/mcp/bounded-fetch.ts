import type { FetchLike } from '@modelcontextprotocol/client';
import { type Dispatcher, request } from 'undici';
import { type Deprecation, readDeprecation } from '../http/deprecation.js';
import { NO_TRACING, type Tracing } from '../tracing.js';

/** What the MCP library does not report of a reply. */
export interface ResponseInfo {
  /** `Retry-After` of the last reply. */
  retryAfter?: string | undefined;
  bodyError?: 'too-large' | 'truncated';
}

interface BoundedFetchOptions {
  readonly dispatcher: Dispatcher;
  /** Limit of one reply. */
  readonly maxReplyBytes: number;
  /** Filled in while replies arrive. */
  readonly response: ResponseInfo;
  readonly onDeprecation: (found: Deprecation) => void;
  /** Of the span that a call is made in. */
  readonly tracing?: Pick<Tracing, 'annotate' | 'headers'>;
}

/**
 * A fetch with a size limit that follows no redirect. A GET would open the stream for the server's
 * own messages, which we do not use: it gets a 405, as from a server that does not offer it.
 */
export function boundedFetch(options: BoundedFetchOptions): FetchLike {
  const { dispatcher, onDeprecation, response, tracing = NO_TRACING } = options;
  return async (url, { method = 'GET', headers: init, body: sent, signal } = {}) => {
    const sentHeaders = toObject(new Headers(init));
    const headers = { 'accept-encoding': 'identity', ...sentHeaders, ...tracing.headers() };
    if (method === 'GET' && !('last-event-id' in headers)) {
      return new Response(null, METHOD_NOT_ALLOWED);
    }
    const reply = await request(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      dispatcher,
      headers,
      body: typeof sent === 'string' ? sent : null,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const received = new Headers();
    for (const [name, value] of Object.entries(reply.headers)) {
      for (const one of [value ?? []].flat()) received.append(name, one);
    }
    response.retryAfter = received.get('retry-after') ?? undefined;
    const { statusCode: status, body } = reply;
    const header = (name: string) => received.get(name) ?? undefined;
    tracing.annotate({ 'http.response.status_code': status });
    const found = readDeprecation({ api: 'tools', hasEnded: status === 410, header });
    if (found) onDeprecation(found);
    const hasNoBody = [204, 205, 304].includes(status);
    const stream = hasNoBody ? null : boundedStream(body, options);
    return new Response(stream, { status, headers: received });
  };
}

const METHOD_NOT_ALLOWED = { status: 405 };

function toObject(headers: Headers): Record<string, string> {
  const object: Record<string, string> = {};
  headers.forEach((value, name) => {
    object[name] = value;
  });
  return object;
}

type Body = Dispatcher.ResponseData['body'];

function boundedStream(
  body: Body,
  { maxReplyBytes, response }: BoundedFetchOptions,
): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  let length = 0;
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next().catch((error: unknown) => {
        response.bodyError ??= 'truncated';
        throw error;
      });
      if (done) return controller.close();
      length += value.byteLength;
      if (length <= maxReplyBytes) return controller.enqueue(value);
      response.bodyError = 'too-large';
      body.destroy();
      throw new Error(`the reply is longer than ${maxReplyBytes} bytes`);
    },
    cancel: () => void body.destroy(),
  });
}
