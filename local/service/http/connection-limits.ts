import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MAX_INCOMPLETE = 250;

/**
 * Bounds how many connections may be open whose request has not arrived completely, or that wait for
 * another one. The oldest makes room for a new one: `server.maxConnections` would refuse the new one, and
 * count those whose response takes long.
 */
export function limitIncompleteRequests(server: Server): void {
  // In the order in which they began to wait for a request.
  const incomplete = new Set<Socket>();

  function add(socket: Socket): void {
    incomplete.add(socket);
    const [oldest] = incomplete;
    if (incomplete.size <= MAX_INCOMPLETE || oldest === undefined) return;
    incomplete.delete(oldest);
    oldest.destroy();
  }

  server.on('connection', (socket: Socket) => {
    add(socket);
    socket.once('close', () => incomplete.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const received = () => incomplete.delete(socket);
    if (hasBody(request)) request.once('end', received);
    else received();
    response.once('finish', () => {
      // A body that nobody read ends only after this.
      request.off('end', received);
      if (!socket.destroyed) add(socket);
    });
  });
}

/** Without one of these headers there is none (RFC 9112, section 6.3), and nobody reads the empty body to its end. */
function hasBody({ headers }: IncomingMessage): boolean {
  return 'content-length' in headers || 'transfer-encoding' in headers;
}
