import type { FastifyReply, FastifyRequest } from 'fastify';

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The page has no login, so only this machine may use it. The Host check stops DNS rebinding; the
 * Origin check stops cross-site requests.
 */
export async function loopbackOnly(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const host = request.headers.host ?? '';
  const { origin } = request.headers;
  const isOurs = LOOPBACK_HOSTS.has(host.replace(/:\d+$/, '').toLowerCase());
  if (isOurs && (origin === undefined || origin === `http://${host}`)) return;
  await reply.code(403).send({ error: 'Only from this machine.' });
}
