import type { Socket } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { limitIncompleteRequests } from './connection-limits.js';

export interface ServerOptions {
  /** In ms, for a request to arrive, from its first byte to its last. Default 10 s. */
  readonly requestTimeoutMs?: number;
}

const MEGABYTE = 1_048_576;
const REQUEST_TIMEOUT_MS = 10_000;
/** Longer than Node lets any URL be. */
const MAX_PARAM_LENGTH = 65_536;

/**
 * The bare server: bodies up to 1 MB, trailing slashes ignored, closes without waiting for clients. What
 * takes long to answer, such as a stream of events, is not limited in time.
 */
export function createServer({
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
}: ServerOptions = {}): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: MEGABYTE,
    forceCloseConnections: true,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 10),
      // The check of host names refuses these, with a body.
      requireHostHeader: false,
    },
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    clientErrorHandler: (error, socket) => sendClientError(error, socket),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
  });
  limitIncompleteRequests(app.server);
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  app.decorateRequest('user', undefined);
  return app;
}

/** Takes a path with malformed percent-encoding literally, so that routes answer it like any other. */
function decodableUrl(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

const CLIENT_ERROR_MESSAGES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'the request did not arrive in time',
  HPE_HEADER_OVERFLOW: 'the URL and the headers are too long',
};

/** Answers what is no valid HTTP request, in the shape of the API's errors. */
function sendClientError({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return;
  const body = JSON.stringify({
    message: CLIENT_ERROR_MESSAGES[code] ?? 'this is not a valid HTTP request',
  });
  socket.end(
    `HTTP/1.1 ${CLIENT_ERRORS[code] ?? '400 Bad Request'}\r\nconnection: close\r\n` +
      `content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}
