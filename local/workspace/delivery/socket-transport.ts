import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SocketMode } from '../api/workspace.js';
import { newSecret } from '../protocol/ids.js';
import type { Attempt, Delivery, DeliveryOutcome, Transport } from './delivery.js';

const MAX_CONNECTIONS = 10;
const TICKET_LIFETIME_MS = 60_000;
const PING_INTERVAL_MS = 5000;
/** Time between the `disconnect` message and the end of the connection. */
const DISCONNECT_GRACE_MS = 5000;
/** Time limit for the closing handshake when the workspace stops. */
const CLOSE_TIMEOUT_MS = 300;
const MAX_ENVELOPES = 10_000;

const ENVELOPE_TYPES = {
  event: 'events_api',
  command: 'slash_commands',
  interaction: 'interactive',
} as const;

export interface SocketTransportOptions {
  readonly appId: string;
  readonly timeoutMs: number;
  /** Called when a connection opens or closes. */
  readonly changed: () => void;
}

type Settle = (outcome: Omit<DeliveryOutcome, 'via' | 'ms'>) => void;

interface PendingAck {
  readonly socket: WebSocket;
  readonly settle: Settle;
}

/** Socket Mode: https://docs.slack.dev/apis/events-api/using-socket-mode */
export class SocketTransport implements Transport, SocketMode {
  private readonly server = new WebSocketServer({ noServer: true, autoPong: false });
  private readonly sockets = new Set<WebSocket>();
  /** Includes connections that are being closed. */
  private readonly allSockets = new Set<WebSocket>();
  private readonly tickets = new Map<string, number>();
  private readonly pendingAcks = new Map<string, PendingAck>();
  private readonly envelopeIds = new Map<string, string>();
  private readonly connectionListeners = new Set<() => void>();
  private muted = false;
  private closed = false;
  private nextIndex = 0;
  private readonly pingTimer: NodeJS.Timeout;

  constructor(private readonly options: SocketTransportOptions) {
    this.pingTimer = setInterval(
      () => this.forEachSocket((socket) => socket.ping('slack')),
      PING_INTERVAL_MS,
    );
    this.pingTimer.unref();
  }

  get ready(): boolean {
    return this.sockets.size > 0;
  }

  get connections(): number {
    return this.sockets.size;
  }

  /** Path and query of a WebSocket URL that can be used once, within a minute. */
  newTicket(): string {
    const ticket = newSecret();
    const now = Date.now();
    for (const [old, until] of this.tickets) if (until < now) this.tickets.delete(old);
    this.tickets.set(ticket, now + TICKET_LIFETIME_MS);
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
    this.server.handleUpgrade(request, stream, head, (socket) => this.accept(socket));
  }

  async send(delivery: Delivery, attempt: Attempt): Promise<DeliveryOutcome> {
    const started = performance.now();
    const outcome = await this.sendAndWait(delivery, attempt);
    return { ...outcome, via: 'socket', ms: Math.round((performance.now() - started) * 10) / 10 };
  }

  async connected(count = 1): Promise<void> {
    while (this.sockets.size < count) {
      if (this.closed) throw new Error('the workspace has stopped');
      await new Promise<void>((resolve) => this.connectionListeners.add(resolve));
    }
  }

  disconnectAll(reason: Parameters<SocketMode['disconnectAll']>[0] = 'refresh_requested'): void {
    for (const socket of this.sockets) {
      this.sendJson(socket, { type: 'disconnect', reason, debug_info: { host: 'local' } });
      // A "warning" is sent early: the connection stays open and still gets envelopes.
      if (reason !== 'warning') this.closeLater(socket);
    }
  }

  dropAll(): void {
    for (const socket of this.sockets) socket.terminate();
  }

  mute(): void {
    this.muted = true;
  }

  unmute(): void {
    this.muted = false;
  }

  /** Closes all connections, with a short time limit for the closing handshake. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.pingTimer);
    for (const notify of this.connectionListeners) notify();
    for (const socket of this.allSockets) socket.close(1001);
    const closed = [...this.allSockets].map((socket) => once(socket, 'close'));
    await Promise.race([Promise.all(closed), sleep(CLOSE_TIMEOUT_MS)]);
    for (const socket of this.allSockets) socket.terminate();
    this.server.close();
  }

  private accept(socket: WebSocket): void {
    this.allSockets.add(socket);
    socket.on('close', () => this.remove(socket));
    socket.on('error', () => socket.terminate());
    if (this.sockets.size >= MAX_CONNECTIONS) {
      this.sendJson(socket, { type: 'disconnect', reason: 'too_many_websockets' });
      this.closeLater(socket);
      return;
    }
    this.sockets.add(socket);
    socket.on('ping', (data) => {
      if (!this.muted) socket.pong(data);
    });
    socket.on('message', (data) => this.acknowledge(String(data)));
    this.sendJson(socket, {
      type: 'hello',
      num_connections: this.sockets.size,
      debug_info: { host: 'local', build_number: 1, approximate_connection_time: 18060 },
      connection_info: { app_id: this.options.appId },
    });
    for (const notify of this.connectionListeners) notify();
    this.connectionListeners.clear();
    this.options.changed();
  }

  /** The connection gets no more envelopes but may still acknowledge earlier ones before it closes. */
  private closeLater(socket: WebSocket): void {
    this.sockets.delete(socket);
    setTimeout(() => socket.close(1000), DISCONNECT_GRACE_MS).unref();
  }

  private remove(socket: WebSocket): void {
    this.sockets.delete(socket);
    this.allSockets.delete(socket);
    this.options.changed();
    for (const { socket: of, settle } of this.pendingAcks.values()) {
      if (of === socket) settle({ status: 0, body: '', reason: 'connection_failed' });
    }
  }

  private acknowledge(message: string): void {
    const { envelope_id, payload } = parseMessage(message);
    const hasPayload =
      typeof payload === 'object' && payload !== null && Object.keys(payload).length > 0;
    const body = hasPayload ? JSON.stringify(payload) : '';
    this.pendingAcks.get(String(envelope_id))?.settle({ status: 200, body });
  }

  private sendAndWait(
    delivery: Delivery,
    attempt: Attempt,
  ): Promise<Omit<DeliveryOutcome, 'via' | 'ms'>> {
    const socket = this.nextSocket();
    if (!socket) return Promise.resolve({ status: 0, body: '', reason: 'connection_failed' });
    const envelope = this.envelope(delivery, attempt);
    return new Promise((resolve) => {
      const settle: Settle = (outcome) => {
        clearTimeout(timer);
        this.pendingAcks.delete(envelope.envelope_id);
        resolve(outcome);
      };
      const onTimeout = () => settle({ status: 0, body: '', reason: 'timeout' });
      const timer = setTimeout(onTimeout, this.options.timeoutMs);
      this.pendingAcks.set(envelope.envelope_id, { socket, settle });
      this.sendJson(socket, envelope);
    });
  }

  private envelope({ kind, id, name, payload }: Delivery, attempt: Attempt) {
    const previousId = attempt.sameEnvelope ? this.envelopeIds.get(id) : undefined;
    const envelope_id = previousId ?? randomUUID();
    this.envelopeIds.set(id, envelope_id);
    const oldest = this.envelopeIds.keys().next().value;
    if (this.envelopeIds.size > MAX_ENVELOPES && oldest !== undefined)
      this.envelopeIds.delete(oldest);
    const retries =
      kind === 'event'
        ? { retry_attempt: attempt.number - 1, retry_reason: attempt.reason ?? '' }
        : {};
    return {
      envelope_id,
      payload,
      type: ENVELOPE_TYPES[kind],
      accepts_response_payload: kind === 'command' || name === 'view_submission',
      ...retries,
    };
  }

  /** Slack may use any connection for an envelope; this takes turns. */
  private nextSocket(): WebSocket | undefined {
    const open = [...this.sockets];
    this.nextIndex += 1;
    return open[this.nextIndex % open.length];
  }

  private forEachSocket(act: (socket: WebSocket) => void): void {
    if (this.muted) return;
    for (const socket of this.sockets) act(socket);
  }

  private sendJson(socket: WebSocket, message: object): void {
    if (!this.muted) socket.send(JSON.stringify(message));
  }
}

function parseMessage(message: string): { envelope_id?: unknown; payload?: unknown } {
  try {
    const value: unknown = JSON.parse(message);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
