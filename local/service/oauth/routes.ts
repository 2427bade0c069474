import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OAUTH_PREFIX } from './addresses.js';
import { addMetadata } from './metadata.js';
import { notePage } from './pages.js';
import { addSignIn, type SignInParts } from './sign-in.js';

export interface OAuthParts extends SignInParts {
  readonly url: () => string;
  /** What is wrong with the name that we were called by. */
  readonly hostTrouble: (host: string | undefined) => string | undefined;
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** All that signing in needs: the descriptions, the provider's endpoints, the page to agree on. */
export function addOAuth(app: FastifyInstance, parts: OAuthParts): void {
  app.addHook('onRequest', async (request, reply) => {
    const trouble = parts.hostTrouble(request.headers.host);
    if (trouble)
      return reply.code(403).send({ error: 'invalid_request', error_description: trouble });
  });
  addMetadata(app, parts.url);
  app.register(async (pages) => {
    pages.addHook('onRequest', async (_request, reply) => {
      reply.headers(HEADERS).type('text/html; charset=utf-8');
    });
    pages.setErrorHandler((error, _request, reply) => {
      console.error('a sign-in failed:', error);
      return reply.code(500).send(notePage('This failed', 'The service’s log says why.'));
    });
    addSignIn(pages, parts);
  });
  app.register(async (endpoints) => addEndpoints(endpoints, parts));
}

/** What the provider answers by itself. */
function addEndpoints(app: FastifyInstance, parts: OAuthParts): void {
  app.removeAllContentTypeParsers();
  // It reads bodies itself.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const url of [
    `${OAUTH_PREFIX}/*`,
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ]) {
    app.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url,
      handler: (request, reply) => hand(parts, request, reply),
    });
  }
}

async function hand(
  { provider, guesses, url }: OAuthParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const wait = guesses.wait(request.socket.remoteAddress ?? '');
  if (wait !== undefined && isTypedCode(request)) {
    reply.code(429).header('retry-after', wait).type('text/html; charset=utf-8');
    return reply.send(
      notePage('Connect a device', `Too many wrong codes: try again in ${wait} s.`),
    );
  }
  reply.hijack();
  for (const [name, value] of Object.entries(HEADERS)) reply.raw.setHeader(name, value);
  calledAs(request, new URL(url()));
  const app = await provider();
  await app.callback()(request.raw, reply.raw);
}

function isTypedCode({ method, url }: FastifyRequest): boolean {
  return method === 'POST' && url.split('?')[0] === `${OAUTH_PREFIX}/device`;
}

/** The provider makes addresses from what it was called by: that is our own, whatever a client says. */
function calledAs({ raw }: FastifyRequest, { protocol, host, pathname }: URL): void {
  delete raw.headers['x-forwarded-for'];
  Object.assign(raw.headers, {
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
  });
  Object.assign(raw, { baseUrl: pathname.replace(/\/$/, '') });
}
