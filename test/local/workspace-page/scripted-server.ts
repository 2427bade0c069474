import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { PageEvent, PageMessage, PageState } from '../../../local/workspace/api/page.js';

/** A POST from the page. */
export interface PostRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, string>>;
}

type Content = Omit<PageState, 'me'>;
type Message = PageMessage & { readonly onlyFor?: string };

/**
 * A scripted workspace over real HTTP: it serves the built page and the endpoints of `api/page.ts`.
 * It posts what people say, and records all other requests for `next`.
 */
export class ScriptedServer {
  readonly messages = new Map<string, Message>();
  readonly requests: PostRequest[] = [];
  private readonly streams = new Map<ServerResponse, string>();
  private readonly waiting: { path: string; done: (requests: PostRequest) => void }[] = [];
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch((error: Error) => {
      response.writeHead(500).end(JSON.stringify({ error: error.message }));
    });
  });
  private clock = Date.now() / 1000 - 3600;

  constructor(
    private readonly content: Content,
    private readonly files: string,
  ) {}

  async start(port = 0): Promise<string> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.dropStreams();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Closes all event streams, as a restart would. */
  dropStreams(): void {
    for (const stream of this.streams.keys()) stream.destroy();
  }

  /** The next `ts`; `at` (seconds since the epoch) moves the clock. */
  nextTs(at?: number): string {
    this.clock = at ?? this.clock + 1;
    return this.clock.toFixed(6);
  }

  /** Posts a message and sends it to all event streams. */
  post(given: Omit<Message, 'ts'> & { readonly ts?: string }): Message {
    const message: Message = { ...given, ts: given.ts ?? this.nextTs() };
    this.messages.set(message.ts, message);
    this.send({ type: 'message', message }, message.onlyFor);
    const root = message.thread_ts ? this.messages.get(message.thread_ts) : undefined;
    if (root) this.change(root.ts, { reply_count: (root.reply_count ?? 0) + 1 });
    return message;
  }

  change(ts: string, by: Partial<Message>): void {
    const before = this.messages.get(ts);
    if (!before) return;
    const message = { ...before, ...by };
    this.messages.set(ts, message);
    this.send({ type: 'changed', message }, message.onlyFor);
  }

  /** The next POST to a path such as `click`, or an earlier one not yet returned. */
  next(path: string): Promise<PostRequest> {
    const at = this.requests.findIndex((one) => one.path === path);
    if (at >= 0) return Promise.resolve(this.requests.splice(at, 1)[0] as PostRequest);
    return new Promise((done) => this.waiting.push({ path, done }));
  }

  private send(event: PageEvent, onlyFor?: string): void {
    for (const [stream, as] of this.streams) {
      if (onlyFor && onlyFor !== as) continue;
      stream.write(`data: ${JSON.stringify(this.seenBy(event, as))}\n\n`);
    }
  }

  private seenBy(event: PageEvent, as: string): PageEvent {
    return 'message' in event ? { ...event, message: marked(event.message, as) } : event;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const as = url.searchParams.get('as') ?? this.content.people[0]?.id ?? '';
    const path = url.pathname.replace(/^\/page\//, '');
    if (path !== url.pathname && !this.content.people.some(({ id }) => id === as)) {
      json(response, { error: 'There is no such person.' }, 404);
      return;
    }
    if (request.method === 'POST') return this.take(path, await bodyOf(request), response);
    if (path === 'state') json(response, { ...this.content, me: as });
    else if (path === 'messages') json(response, { messages: this.read(url, as) });
    else if (path === 'events') this.open(as, response);
    else await this.file(url.pathname, response);
  }

  private read(url: URL, as: string): PageMessage[] {
    const thread = url.searchParams.get('thread_ts');
    return [...this.messages.values()]
      .filter((one) => one.channel === url.searchParams.get('channel') && !one.ephemeral)
      .filter((one) => (thread ? [one.ts, one.thread_ts].includes(thread) : !one.thread_ts))
      .sort((a, b) => Number(a.ts) - Number(b.ts))
      .map((message) => marked(message, as));
  }

  private open(as: string, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    this.streams.set(response, as);
    response.on('close', () => this.streams.delete(response));
  }

  private take(path: string, body: PostRequest['body'], response: ServerResponse): void {
    const { as = '', channel = '', text = '', ts = '', thread_ts } = body;
    if (text.includes('please refuse')) {
      json(response, { error: 'Not here.' }, 400);
      return;
    }
    if (path === 'say') {
      this.post({
        channel,
        user: as,
        text,
        ...(thread_ts ? { thread_ts } : {}),
        ts: this.nextTs(Date.now() / 1000),
      });
    }
    if (path === 'edit') this.change(ts, { text, edited: true });
    if (path === 'delete') {
      this.messages.delete(ts);
      this.send({ type: 'deleted', channel, ts });
    }
    json(response, {});
    this.record({ path, body });
  }

  private record(requests: PostRequest): void {
    const at = this.waiting.findIndex(({ path }) => path === requests.path);
    if (at < 0) this.requests.push(requests);
    else this.waiting.splice(at, 1)[0]?.done(requests);
  }

  private async file(path: string, response: ServerResponse): Promise<void> {
    const name = normalize(path.replace(/^\/page/, '').replace(/\/$/, '') || '/index.html');
    const content = await readFile(join(this.files, name)).catch(() => undefined);
    response.setHeader('content-security-policy', "default-src 'self'");
    response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream');
    response.writeHead(content ? 200 : 404).end(content);
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

function marked({ onlyFor: _, ...message }: Message, as: string): PageMessage {
  return message.text.includes(`<@${as}>`) ? { ...message, mentions_me: true } : message;
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<PostRequest['body']> {
  const chunks = await request.toArray();
  return JSON.parse(Buffer.concat(chunks as Buffer[]).toString());
}
