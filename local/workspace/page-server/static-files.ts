import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Next to the compiled workspace, or in the build output when run from source. */
const BUILD_DIRECTORIES = ['../page', '../../../dist/local/workspace/page'];

const CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data: https: http:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Serves the built page at `/`, or a hint how to build it. Must be registered behind `loopbackOnly`. */
export async function pageStaticFiles(
  server: FastifyInstance,
  given: string | undefined,
): Promise<void> {
  const root =
    given ?? BUILD_DIRECTORIES.map(resolveHere).find((dir) => existsSync(join(dir, 'index.html')));
  if (root === undefined || !existsSync(join(root, 'index.html'))) {
    server.get('/', (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send('The page is not built. Run: npm run build'),
    );
    return;
  }
  await server.register(fastifyStatic, {
    root,
    setHeaders: (reply) => {
      reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
      reply.header('x-content-type-options', 'nosniff');
      reply.header('referrer-policy', 'no-referrer');
    },
  });
}

function resolveHere(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
