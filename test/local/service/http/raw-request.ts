import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface RawRequest {
  readonly method?: string;
  /** Sent as it is, also if it is not a valid URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A request to the server at `url`. `fetch` would set `Host` itself, and normalize the path. */
export function rawRequest(
  url: string,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<RawResponse> {
  const { port } = new URL(url);
  // Node sends no length with GET and DELETE.
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const target: RequestOptions = { host: '127.0.0.1', port, method, path, agent: false };
  return new Promise((resolve, reject) => {
    const sent = request({ ...target, headers: { ...length, ...headers } }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      text(response).then(
        (content) => resolve({ status, headers: received, body: content }),
        reject,
      );
    });
    sent.on('error', reject).end(body);
  });
}
