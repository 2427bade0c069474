import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Listens on loopback only. Returns `http://127.0.0.1:PORT`. */
export async function listen(server: FastifyInstance, port: number): Promise<string> {
  await server.listen({ host: '127.0.0.1', port });
  const { port: bound } = server.server.address() as AddressInfo;
  return `http://127.0.0.1:${bound}`;
}
