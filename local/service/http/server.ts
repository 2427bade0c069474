import { type FastifyInstance, fastify } from 'fastify';

const MEGABYTE = 1_048_576;

/** The bare server: bodies up to 1 MB, trailing slashes ignored, closes without waiting for clients. */
export function createServer(): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: MEGABYTE,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  app.decorateRequest('user', undefined);
  return app;
}
