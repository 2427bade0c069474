import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface JsonReply {
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

/** `body`: the whole body of the request, as text. */
export type Answer = (request: IncomingMessage, body: string) => JsonReply;

export interface JsonServer {
  /** Without a trailing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

const KEEP_ALIVE_MS = 600_000;

/** An HTTP server on a free loopback port that answers everything with JSON, and keeps no record. */
export async function startJsonServer(answer: Answer): Promise<JsonServer> {
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    if (body !== undefined) send(response, answer(request, body));
  });
  // A connection that is closed while a request is on its way would look like a lost reply.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: JsonReply): void {
  const text = Buffer.from(JSON.stringify(body));
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': text.length,
      ...headers,
    })
    .end(text);
}
