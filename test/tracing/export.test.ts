import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { startTracing } from '../../src/tracing/start.js';

afterEach(() => vi.unstubAllEnvs());

const IGNORE = { warn: () => undefined, info: () => undefined };

it('spans are exported as protobuf unless JSON is chosen, with the headers that are set', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const received = new Promise<{ headers: object; path: string | undefined; body: Buffer }>(
    (resolve) => {
      server.once('request', async (request, response) => {
        const body = await buffer(request);
        response.writeHead(200).end();
        resolve({ headers: request.headers, path: request.url, body });
      });
    },
  );
  const { port } = server.address() as AddressInfo;
  // The SDK reads them itself.
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}/collect`);
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-tenant=shop');
  const tracing = await startTracing(process.env, { version: '1', role: 'both', logger: IGNORE });
  tracing.questionEnded({ id: 'q1', askedAt: Date.now(), outcome: 'completed' });
  await tracing.stop(10_000);
  const { headers, path, body } = await received;
  expect(path).toBe('/collect/v1/traces');
  expect(headers).toMatchObject({ 'content-type': 'application/x-protobuf', 'x-tenant': 'shop' });
  expect(body.includes(Buffer.from(tracing.traceOf('q1') ?? '', 'hex'))).toBe(true);
  server.close();
});
