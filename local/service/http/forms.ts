import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Lets the routes of `app` take HTML forms: the body is an object of strings. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
}
