import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  /** The parsed JSON body or form fields. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read payloads of many shapes.
  readonly body: any;
}

/** Records the requests to a request URL, and responds as told. */
export class ListeningApp {
  readonly received: Received[] = [];
  /** Upcoming responses, then 200. `hang` never responds. */
  answers: (number | 'hang' | { status: number; headers: Record<string, string> })[] = [];
  /** The body of a 200 response. */
  reply = '';
  private readonly server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += chunk;
    const isJson = request.headers['content-type'] === 'application/json';
    const body = isJson ? JSON.parse(raw) : Object.fromEntries(new URLSearchParams(raw));
    this.received.push({ headers: request.headers, raw, body });
    const answer = this.answers.shift() ?? 200;
    if (answer === 'hang') return;
    const { status, headers } =
      typeof answer === 'number' ? { status: answer, headers: {} } : answer;
    response.writeHead(status, headers);
    response.end(status === 200 ? (body.challenge ?? this.reply) : '');
  });

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/slack/events`;
  }

  /** The received event envelopes of one type. */
  events(type: string): Received['body'][] {
    return this.received.map(({ body }) => body).filter((body) => body.event?.type === type);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
