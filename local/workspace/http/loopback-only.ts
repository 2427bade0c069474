import type { FastifyReply, FastifyRequest } from 'fastify';

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The page needs no login, so only this machine's own browser may have it: another site's page that points its name at
 * 127.0.0.1 is told by its Host header, a form on another site by its Origin.
 */
export async function loopbackOnly(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const host = request.headers.host ?? '';
  const { origin } = request.headers;
  const isOurs = LOOPBACK_HOSTS.has(host.replace(/:\d+$/, '').toLowerCase());
  if (isOurs && (origin === undefined || origin === `http://${host}`)) return;
  await reply.code(403).send({ error: 'Only from this machine.' });
}
