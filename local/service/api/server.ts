import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError, statusOf } from '../http/http-error.js';
import { checkSize } from '../http/json-body.js';
import { logError } from '../logging/log.js';
import type { ServiceUser } from './users.js';
import type { ApiVariants } from './variants.js';

declare module 'fastify' {
  interface FastifyRequest {
    user?: ServiceUser | undefined;
  }
}

export const API_PREFIX = '/.api/deepsearch/v1';

/** Parses JSON bodies, and sends errors in the API's format. */
export function useJson(app: FastifyInstance, errorBody: ApiVariants['errorBody']): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => parseJsonBody(body),
  );
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    sendError(reply, error, errorBody);
  });
  const notFound = () => Promise.reject(new HttpError(404, 'there is no such endpoint'));
  app.setNotFoundHandler(notFound);
  // Otherwise these would be paths of pages.
  app.all('/', notFound);
  app.all('/*', notFound);
}

/** Finds the user of an `Authorization` header. */
export interface Authenticator {
  byAuthorization(authorization: string | undefined): Promise<ServiceUser | undefined>;
}

/** Sets `request.user` for every request. */
export function addAuthentication(app: FastifyInstance, callers: Authenticator): void {
  app.addHook('onRequest', async (request) => {
    request.user = await callers.byAuthorization(request.headers.authorization);
  });
}

/** Without a valid token everything is a 401, before its body is read: unknown endpoints too. */
export function requireUser(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => void userOf(request));
}

/** Throws a 401 without a valid token. */
export function userOf({ user }: FastifyRequest): ServiceUser {
  if (user) return user;
  throw new HttpError(401, 'a valid access token is needed: Authorization: token <ACCESS_TOKEN>');
}

function parseJsonBody(body: string): unknown {
  if (body.trim() === '') return undefined;
  const value = parseJson(body);
  checkSize(value);
  return value;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new HttpError(400, 'the body is not valid JSON');
  }
}

function sendError(
  reply: FastifyReply,
  error: FastifyError | HttpError,
  form: ApiVariants['errorBody'],
) {
  const [status, message] = statusAndMessage(error);
  if (error instanceof HttpError && error.retryAfter) reply.header('retry-after', error.retryAfter);
  reply.code(status);
  if (form === 'json') return reply.send({ message });
  return reply.type('text/plain; charset=utf-8').send(message);
}

/** The API document has only 400, 401, 404 and 500: every other client error becomes a 400. */
function statusAndMessage(error: FastifyError | HttpError): [number, string] {
  if (error instanceof HttpError) return [error.status, error.message];
  if (statusOf(error) < 500) return [400, error.message];
  logError('request failed:', error);
  return [500, 'the service failed; its log says why'];
}
