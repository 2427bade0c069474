import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

/** Bodies stay raw buffers: each route parses what it expects. */
export function newServer(): FastifyInstance {
  const server = Fastify({
    bodyLimit: 64 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  return server;
}

export function bodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** Parses a JSON object; anything else becomes an empty object. */
export function jsonOf(request: FastifyRequest): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bodyOf(request).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

export function formOf(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(bodyOf(request).toString('utf8')));
}

/** Closes the connection without a response. */
export function destroyConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Listens on loopback only. Returns `http://127.0.0.1:PORT`. */
export async function listen(server: FastifyInstance, port: number): Promise<string> {
  await server.listen({ host: '127.0.0.1', port });
  const { port: bound } = server.server.address() as AddressInfo;
  return `http://127.0.0.1:${bound}`;
}
