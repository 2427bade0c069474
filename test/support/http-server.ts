import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as the server received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Handler = (seen: ReceivedRequest, response: ServerResponse) => unknown;

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** Every request, in the order of arrival; a test may empty it. */
  readonly seen: ReceivedRequest[];
  /** Sets the handler of all further requests. */
  handle(handler: Handler): void;
  /** Handles the next requests with these handlers, one each; the last one stays. */
  script(...handlers: readonly Handler[]): void;
  /** Resolves once `count` requests have arrived since the start. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A real server on a free loopback port with scripted responses. Initially all are 404. */
export async function startHttpServer(): Promise<HttpServer> {
  const seen: ReceivedRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let arrived = 0;
  let handler: Handler = json(404, { message: 'nothing is scripted' });
  const server = createServer(async (request, response) => {
    const one = await look(request);
    seen.push(one);
    arrived += 1;
    for (const { count, resolve } of waiting) if (arrived >= count) resolve();
    await handler(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    handle: (next) => {
      handler = next;
    },
    script: (...handlers) => {
      let turn = 0;
      handler = (one, response) => handlers[Math.min(turn++, handlers.length - 1)]?.(one, response);
    },
    received: (count) =>
      new Promise((resolve) => {
        if (arrived >= count) resolve();
        waiting.push({ count, resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function look(request: IncomingMessage): Promise<ReceivedRequest> {
  const url = new URL(request.url ?? '/', 'http://far');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: await text(request).catch(() => ''),
  };
}

type Headers = Readonly<Record<string, string>>;

export const json =
  (status: number, body: unknown, headers: Headers = {}): Handler =>
  (_seen, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

export const raw =
  (status: number, body: string | Buffer, headers: Headers = {}): Handler =>
  (_seen, response) =>
    response.writeHead(status, headers).end(body);

/** Takes the request and never answers. */
export const hang: Handler = () => {};

/** Takes the request and drops the connection. */
export const reset: Handler = (_seen, response) => response.socket?.resetAndDestroy();

/** Promises more than it sends, then drops the connection. */
export const cut =
  (status: number, body: string): Handler =>
  (_seen, response) => {
    response.writeHead(status, { 'content-length': String(body.length + 100) });
    response.write(body, () => response.socket?.destroy());
  };

/** Sends `body` again and again, every few ms, for as long as somebody listens. */
export const drip =
  (status: number, body: string): Handler =>
  (_seen, response) => {
    response.writeHead(status);
    const timer = setInterval(() => response.write(body), 5);
    response.on('close', () => clearInterval(timer));
  };
