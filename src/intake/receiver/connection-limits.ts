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
const LOG_EVERY_MS = 60_000;

/**
 * Bounds how many connections may be open whose request has not arrived completely. A request of
 * Slack's arrives within milliseconds, so the oldest connection is closed for a new one:
 * `server.maxConnections` would refuse Slack instead.
 */
export function limitIncompleteRequests(server: Server, logger: Logger): void {
  // In the order in which they began to wait for a request.
  const incomplete = new Set<Socket>();
  let closed = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function add(socket: Socket): void {
    incomplete.add(socket);
    const [oldest] = incomplete;
    if (incomplete.size <= MAX_INCOMPLETE || oldest === undefined) return;
    incomplete.delete(oldest);
    oldest.destroy();
    closed += 1;
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    logger.warn({ closed }, 'connections closed: too many requests are incomplete');
    loggedAt = performance.now();
  }

  server.on('connection', (socket: Socket) => {
    add(socket);
    socket.once('close', () => incomplete.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const received = () => incomplete.delete(socket);
    request.once('end', received);
    // The connection waits for its next request. A body that nobody read ends only after this.
    response.once('finish', () => {
      request.off('end', received);
      if (!socket.destroyed) add(socket);
    });
  });
}
