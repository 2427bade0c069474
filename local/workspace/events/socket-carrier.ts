import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { newSecret } from '../state/ids.js';
import type { Sockets } from '../workspace-api.js';
import type { Attempt, Carrier, Outcome, Parcel } from './parcel.js';

const MAX_CONNECTIONS = 10;
const TICKET_LIFE_MS = 60_000;
const PING_MS = 5000;
/** From the word `disconnect` to the end of the connection. */
const FAREWELL_MS = 5000;
/** For the closing handshake when the workspace stops. */
const LAST_WORDS_MS = 300;
const KEPT_ENVELOPES = 10_000;

const TYPES = {
  event: 'events_api',
  command: 'slash_commands',
  interaction: 'interactive',
} as const;

export interface SocketOptions {
  readonly appId: string;
  readonly timeoutMs: number;
  /** A connection came or went. */
  readonly changed: () => void;
}

type Settle = (outcome: Omit<Outcome, 'via' | 'ms'>) => void;

interface Waiting {
  readonly socket: WebSocket;
  readonly settle: Settle;
}

/** Socket Mode: https://docs.slack.dev/apis/events-api/using-socket-mode */
export class SocketCarrier implements Carrier, Sockets {
  private readonly server = new WebSocketServer({ noServer: true, autoPong: false });
  private readonly sockets = new Set<WebSocket>();
  /** Those that are on their way out as well. */
  private readonly all = new Set<WebSocket>();
  private readonly tickets = new Map<string, number>();
  private readonly waiting = new Map<string, Waiting>();
  private readonly envelopes = new Map<string, string>();
  private readonly arrivals = new Set<() => void>();
  private silent = false;
  private closed = false;
  private turn = 0;
  private readonly pings: NodeJS.Timeout;

  constructor(private readonly options: SocketOptions) {
    this.pings = setInterval(() => this.each((socket) => socket.ping('slack')), PING_MS);
    this.pings.unref();
  }

  get ready(): boolean {
    return this.sockets.size > 0;
  }

  get connections(): number {
    return this.sockets.size;
  }

  /** The path and query to connect to, once, within a minute. */
  newTicket(): string {
    const ticket = newSecret();
    const now = Date.now();
    for (const [old, until] of this.tickets) if (until < now) this.tickets.delete(old);
    this.tickets.set(ticket, now + TICKET_LIFE_MS);
    return `/link/?ticket=${ticket}&app_id=${this.options.appId}`;
  }

  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://local');
    const ticket = url.searchParams.get('ticket') ?? '';
    const valid = url.pathname === '/link/' && (this.tickets.get(ticket) ?? 0) > Date.now();
    if (!valid) {
      stream.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n');
      return;
    }
    this.tickets.delete(ticket);
    this.server.handleUpgrade(request, stream, head, (socket) => this.greet(socket));
  }

  async carry(parcel: Parcel, attempt: Attempt): Promise<Outcome> {
    const started = performance.now();
    const outcome = await this.deliver(parcel, attempt);
    return { ...outcome, via: 'socket', ms: Math.round((performance.now() - started) * 10) / 10 };
  }

  async connected(count = 1): Promise<void> {
    while (this.sockets.size < count) {
      if (this.closed) throw new Error('the workspace has stopped');
      await new Promise<void>((resolve) => this.arrivals.add(resolve));
    }
  }

  disconnectAll(reason: Parameters<Sockets['disconnectAll']>[0] = 'refresh_requested'): void {
    for (const socket of this.sockets) {
      this.send(socket, { type: 'disconnect', reason, debug_info: { host: 'local' } });
      // "warning" comes ahead of time: the connection lives on, and gets envelopes.
      if (reason !== 'warning') this.dismiss(socket);
    }
  }

  dropAll(): void {
    for (const socket of this.sockets) socket.terminate();
  }

  silence(): void {
    this.silent = true;
  }

  speak(): void {
    this.silent = false;
  }

  /** Takes leave of everybody, and does not wait long for those who do not answer. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.pings);
    for (const arrived of this.arrivals) arrived();
    for (const socket of this.all) socket.close(1001);
    const gone = [...this.all].map((socket) => once(socket, 'close'));
    await Promise.race([Promise.all(gone), sleep(LAST_WORDS_MS)]);
    for (const socket of this.all) socket.terminate();
    this.server.close();
  }

  private greet(socket: WebSocket): void {
    this.all.add(socket);
    socket.on('close', () => this.forget(socket));
    socket.on('error', () => socket.terminate());
    if (this.sockets.size >= MAX_CONNECTIONS) {
      this.send(socket, { type: 'disconnect', reason: 'too_many_websockets' });
      this.dismiss(socket);
      return;
    }
    this.sockets.add(socket);
    socket.on('ping', (data) => {
      if (!this.silent) socket.pong(data);
    });
    socket.on('message', (data) => this.acknowledge(String(data)));
    this.send(socket, {
      type: 'hello',
      num_connections: this.sockets.size,
      debug_info: { host: 'local', build_number: 1, approximate_connection_time: 18060 },
      connection_info: { app_id: this.options.appId },
    });
    for (const arrived of this.arrivals) arrived();
    this.arrivals.clear();
    this.options.changed();
  }

  /** It gets no more envelopes, may still ack those that it has, and closes by itself or is closed. */
  private dismiss(socket: WebSocket): void {
    this.sockets.delete(socket);
    setTimeout(() => socket.close(1000), FAREWELL_MS).unref();
  }

  private forget(socket: WebSocket): void {
    this.sockets.delete(socket);
    this.all.delete(socket);
    this.options.changed();
    for (const { socket: of, settle } of this.waiting.values()) {
      if (of === socket) settle({ status: 0, body: '', reason: 'connection_failed' });
    }
  }

  private acknowledge(message: string): void {
    const { envelope_id, payload } = parsed(message);
    const hasPayload =
      typeof payload === 'object' && payload !== null && Object.keys(payload).length > 0;
    const body = hasPayload ? JSON.stringify(payload) : '';
    this.waiting.get(String(envelope_id))?.settle({ status: 200, body });
  }

  private deliver(parcel: Parcel, attempt: Attempt): Promise<Omit<Outcome, 'via' | 'ms'>> {
    const socket = this.next();
    if (!socket) return Promise.resolve({ status: 0, body: '', reason: 'connection_failed' });
    const envelope = this.envelope(parcel, attempt);
    return new Promise((resolve) => {
      const settle: Settle = (outcome) => {
        clearTimeout(timer);
        this.waiting.delete(envelope.envelope_id);
        resolve(outcome);
      };
      const late = () => settle({ status: 0, body: '', reason: 'timeout' });
      const timer = setTimeout(late, this.options.timeoutMs);
      this.waiting.set(envelope.envelope_id, { socket, settle });
      this.send(socket, envelope);
    });
  }

  private envelope({ kind, id, what, payload }: Parcel, attempt: Attempt) {
    const kept = attempt.sameEnvelope ? this.envelopes.get(id) : undefined;
    const envelope_id = kept ?? randomUUID();
    this.envelopes.set(id, envelope_id);
    const oldest = this.envelopes.keys().next().value;
    if (this.envelopes.size > KEPT_ENVELOPES && oldest !== undefined) this.envelopes.delete(oldest);
    const retries =
      kind === 'event'
        ? { retry_attempt: attempt.number - 1, retry_reason: attempt.reason ?? '' }
        : {};
    return {
      envelope_id,
      payload,
      type: TYPES[kind],
      accepts_response_payload: kind === 'command' || what === 'view_submission',
      ...retries,
    };
  }

  /** Any connection may get any envelope: each in its turn. */
  private next(): WebSocket | undefined {
    const open = [...this.sockets];
    this.turn += 1;
    return open[this.turn % open.length];
  }

  private each(act: (socket: WebSocket) => void): void {
    if (this.silent) return;
    for (const socket of this.sockets) act(socket);
  }

  private send(socket: WebSocket, message: object): void {
    if (!this.silent) socket.send(JSON.stringify(message));
  }
}

function parsed(message: string): { envelope_id?: unknown; payload?: unknown } {
  try {
    const value: unknown = JSON.parse(message);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
