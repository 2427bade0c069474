import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from '../log.js';
import type { BoardQueue } from './board.js';
import { isLoopback, localHostOnly, readOnly, secure } from './guards.js';
import type { Readiness } from './readiness.js';

export interface OpsOptions {
  /** On a loopback address, requests with any other host name are refused. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly readiness: () => Promise<Readiness>;
  /** For `/metrics`, in the Prometheus text format. */
  readonly metrics: { readonly contentType: string; metrics(): Promise<string> };
  /** For `/queues`; without it, there is no such page. */
  readonly queues?: readonly BoardQueue[];
  readonly logger: Logger;
}

export interface Ops {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves `/healthz` (200 while the process can answer), `/readyz` (200 or 503, with each check),
 * `/metrics` and `/queues`. Rejects if it cannot listen on the address.
 */
export async function startOps(options: OpsOptions): Promise<Ops> {
  const server = createServer(createApp(options));
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  options.logger.info(
    { host: options.host, port },
    'ops server listening: health, metrics, queues',
  );
  return { port, close: () => close(server) };
}

function createApp({ host, readiness, metrics, queues, logger }: OpsOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(secure, readOnly);
  if (isLoopback(host)) app.use(localHostOnly);
  app.get('/healthz', (_request, response) => {
    response.json({ ok: true });
  });
  app.get('/readyz', async (_request, response) => {
    const state = await readiness();
    response.status(state.ready ? 200 : 503).json(state);
  });
  app.get('/metrics', async (_request, response) => {
    response.set('Content-Type', metrics.contentType).send(await metrics.metrics());
  });
  if (queues) app.use('/queues', lazyBoard(queues));
  app.use((_request, response) => {
    response
      .status(404)
      .json({ message: 'Not found. Try /healthz, /readyz, /metrics or /queues.' });
  });
  app.use(failure(logger));
  return app;
}

/** The dashboard is loaded by the first request to it, since loading it is slow. */
function lazyBoard(queues: readonly BoardQueue[]): RequestHandler {
  let board: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    board ??= import('./board.js').then(({ createBoard }) => createBoard(queues, '/queues'));
    const handle = await board;
    await handle(request, response, next);
  };
}

function failure(logger: Logger): ErrorRequestHandler {
  // biome-ignore lint/complexity/useMaxParams: express recognizes an error handler by its four parameters
  return (err: { status?: number }, request, response, _next) => {
    const isClientError = err.status !== undefined && err.status < 500;
    if (!isClientError) logger.error({ err, path: request.path }, 'ops server request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response
      .status(isClientError ? (err.status ?? 400) : 500)
      .json({ message: isClientError ? 'Bad request.' : 'Internal error; see the log.' });
  };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
