import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Hosts } from '../http/hosts.js';
import { HttpError, statusOf } from '../http/http-error.js';
import { logError } from '../logging/log.js';
import { addResourceMetadata } from './metadata.js';
import { messagePage } from './pages.js';
import { OAUTH_PATH } from './paths.js';
import { addSignInRoutes, type SignInDependencies } from './sign-in.js';

export interface OAuthRouteDependencies extends SignInDependencies {
  readonly hosts: Pick<Hosts, 'checkHost' | 'baseUrl'>;
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** All OAuth routes: the metadata, the provider's endpoints and the sign-in page. */
export function addOAuthRoutes(app: FastifyInstance, dependencies: OAuthRouteDependencies): void {
  app.setErrorHandler((error, _request, reply) => sendOAuthError(reply, error));
  app.addHook('onRequest', async (request) => dependencies.hosts.checkHost(request.headers.host));
  addResourceMetadata(app, dependencies.hosts);
  app.register(async (pages) => {
    pages.addHook('onRequest', async (_request, reply) => {
      reply.headers(HEADERS).type('text/html; charset=utf-8');
    });
    pages.setErrorHandler((error, _request, reply) => sendErrorPage(reply, error));
    addSignInRoutes(pages, dependencies);
  });
  app.register(async (endpoints) => addProviderEndpoints(endpoints, dependencies));
}

/** In the shape of RFC 6749, section 5.2. */
function sendOAuthError(reply: FastifyReply, error: unknown) {
  const status = statusOf(error);
  if (status < 500) {
    const error_description = error instanceof Error ? error.message : 'the request is not valid';
    return reply.code(status).send({ error: 'invalid_request', error_description });
  }
  logError('OAuth request failed:', error);
  return reply.code(500).send({ error: 'server_error' });
}

function sendErrorPage(reply: FastifyReply, error: unknown) {
  reply.headers(HEADERS).type('text/html; charset=utf-8').code(statusOf(error));
  if (error instanceof HttpError) return reply.send(messagePage('Forbidden', error.message));
  if (reply.statusCode < 500) {
    return reply.send(messagePage('Bad request', 'This request is not valid.'));
  }
  logError('sign-in page failed:', error);
  return reply.send(messagePage('Something went wrong', 'See the service’s log for the reason.'));
}

/** The endpoints that the provider handles. */
function addProviderEndpoints(app: FastifyInstance, dependencies: OAuthRouteDependencies): void {
  app.removeAllContentTypeParsers();
  // The provider parses bodies itself.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const url of [
    `${OAUTH_PATH}/*`,
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ]) {
    app.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url,
      handler: (request, reply) => forwardToProvider(dependencies, request, reply),
    });
  }
}

async function forwardToProvider(
  { provider, failedAttempts, hosts }: OAuthRouteDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const retryAfter = failedAttempts.retryAfter(request.socket.remoteAddress ?? '');
  if (retryAfter !== undefined && isUserCodeSubmission(request)) {
    reply.code(429).header('retry-after', retryAfter).type('text/html; charset=utf-8');
    return reply.send(
      messagePage('Connect a device', `Too many wrong codes: try again in ${retryAfter} s.`),
    );
  }
  reply.hijack();
  for (const [name, value] of Object.entries(HEADERS)) reply.raw.setHeader(name, value);
  const app = await provider(request);
  setPublicAddress(request, new URL(hosts.baseUrl(request.headers.host)));
  await app.callback()(request.raw, reply.raw);
}

function isUserCodeSubmission({ method, url }: FastifyRequest): boolean {
  return method === 'POST' && url.split('?')[0] === `${OAUTH_PATH}/device`;
}

/** The provider builds URLs from the request's headers: use our own, whatever else the client sent. */
function setPublicAddress({ raw }: FastifyRequest, { protocol, host, pathname }: URL): void {
  delete raw.headers['x-forwarded-for'];
  Object.assign(raw.headers, {
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
  });
  Object.assign(raw, { baseUrl: pathname.replace(/\/$/, '') });
}
