import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../../log.js';

/** Slack gives up on a request after three seconds. */
export const REQUEST_TIMEOUTS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
};

const MAX_INCOMPLETE = 250;
/** What has arrived of incomplete requests, over all connections, in bytes. */
const MAX_BUFFERED = 4 * 1024 * 1024;
const LOG_EVERY_MS = 60_000;

/**
 * Bounds how many connections may be open whose request has not arrived completely, and how much of
 * these requests is held in memory. A request of Slack's arrives within milliseconds, so the oldest
 * connection is closed for a new one: `server.maxConnections` would refuse Slack instead.
 */
export function limitIncompleteRequests(server: Server, logger: Logger): void {
  const incomplete = new IncompleteRequests(createCloseReport(logger));

  server.on('connection', (socket: Socket) => {
    incomplete.add(socket);
    socket.once('close', () => incomplete.remove(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const received = () => incomplete.remove(socket);
    // The receiver listens already, so it misses nothing.
    request.on('data', (chunk: Buffer) => incomplete.received(socket, chunk.length));
    request.once('end', received);
    // The connection waits for its next request. A body that nobody read ends only after this.
    response.once('finish', () => {
      request.off('end', received);
      incomplete.remove(socket);
      if (!socket.destroyed) incomplete.add(socket);
    });
  });
}

class IncompleteRequests {
  /** Bytes of the body, by connection, in the order in which these began to wait for a request. */
  readonly #received = new Map<Socket, number>();
  readonly #onClose: () => void;
  #total = 0;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  add(socket: Socket): void {
    this.#received.set(socket, 0);
    const [oldest] = this.#received.keys();
    if (this.#received.size > MAX_INCOMPLETE && oldest !== undefined) this.#close(oldest);
  }

  remove(socket: Socket): void {
    this.#total -= this.#received.get(socket) ?? 0;
    this.#received.delete(socket);
  }

  received(socket: Socket, bytes: number): void {
    const before = this.#received.get(socket);
    if (before === undefined) return;
    this.#received.set(socket, before + bytes);
    this.#total += bytes;
    for (const [other, held] of this.#received) {
      if (this.#total <= MAX_BUFFERED) return;
      if (held > 0) this.#close(other);
    }
  }

  #close(socket: Socket): void {
    this.remove(socket);
    socket.destroy();
    this.#onClose();
  }
}

/** Warns at most once a minute. */
function createCloseReport(logger: Logger): () => void {
  let closed = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return () => {
    closed += 1;
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    logger.warn({ closed }, 'connections closed: too many requests are incomplete');
    loggedAt = performance.now();
  };
}
