import type { FetchLike } from '@modelcontextprotocol/client';
import { type Dispatcher, request } from 'undici';

/** What went over the wire in one call that the protocol's library does not tell. */
export interface ResponseInfo {
  /** The last reply's `Retry-After`. */
  retryAfter?: string | undefined;
  bodyError?: 'too-large' | 'cut';
}

interface Bounds {
  readonly dispatcher: Dispatcher;
  /** Bytes of one reply. */
  readonly longest: number;
  readonly flight: ResponseInfo;
}

/**
 * A fetch that reads no more than it is willing to and follows nothing. We hear nothing that we did
 * not ask for: the stream for a server's own messages is refused on its behalf, as a server may.
 */
export function boundedFetch({ dispatcher, longest, flight }: Bounds): FetchLike {
  return async (url, { method = 'GET', headers: given, body: sent, signal } = {}) => {
    const headers = { 'accept-encoding': 'identity', ...pairsOf(new Headers(given)) };
    if (method === 'GET' && !('last-event-id' in headers)) return new Response(null, NO_STREAM);
    const text = typeof sent === 'string' ? sent : null;
    const options = { dispatcher, headers, body: text, signal, headersTimeout: 0, bodyTimeout: 0 };
    const reply = await request(url, { method: method === 'POST' ? 'POST' : 'GET', ...options });
    const received = new Headers();
    for (const [name, value] of Object.entries(reply.headers)) {
      for (const one of [value ?? []].flat()) received.append(name, one);
    }
    flight.retryAfter = received.get('retry-after') ?? undefined;
    const { statusCode: status, body } = reply;
    const bodiless = [204, 205, 304].includes(status);
    const stream = bodiless ? null : bounded(body, longest, flight);
    return new Response(stream, { status, headers: received });
  };
}

const NO_STREAM = { status: 405 };

function pairsOf(headers: Headers): Record<string, string> {
  const pairs: Record<string, string> = {};
  headers.forEach((value, name) => {
    pairs[name] = value;
  });
  return pairs;
}

type Body = Dispatcher.ResponseData['body'];

function bounded(body: Body, longest: number, flight: ResponseInfo): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  let length = 0;
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next().catch((error: unknown) => {
        flight.bodyError ??= 'cut';
        throw error;
      });
      if (done) return controller.close();
      length += value.byteLength;
      if (length <= longest) return controller.enqueue(value);
      flight.bodyError = 'too-large';
      body.destroy();
      throw new Error(`the reply is longer than ${longest} bytes`);
    },
    cancel: () => void body.destroy(),
  });
}
