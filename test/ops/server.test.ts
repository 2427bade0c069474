import { once } from 'node:events';
import { request } from 'node:http';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/log.js';
import { createMetrics } from '../../src/metrics.js';
import type { CheckResult } from '../../src/ops/readiness.js';
import { checkAll } from '../../src/ops/readiness.js';
import { type Ops, type OpsOptions, startOps } from '../../src/ops/server.js';
import { type RedisServer, startRedis } from '../support/redis.js';

let ops: Ops | undefined;
const lines: string[] = [];
const logger = createLogger({
  level: 'info',
  name: 'test',
  destination: { write: (line) => void lines.push(line) },
});

async function start(more: Partial<OpsOptions> = {}): Promise<string> {
  ops = await startOps({
    host: '127.0.0.1',
    port: 0,
    readiness: () => checkAll({}),
    metrics: createMetrics({ version: '0' }).registry,
    logger,
    ...more,
  });
  return `http://127.0.0.1:${ops.port}`;
}

afterEach(async () => {
  await ops?.close();
  ops = undefined;
  lines.length = 0;
});

/** `fetch` sets `Host` itself. */
async function statusWithHost(port: number, host: string): Promise<number | undefined> {
  const asked = request({ port, host: '127.0.0.1', path: '/healthz', headers: { host } }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}

describe('health', () => {
  it('GET /healthz responds while the process runs, with security headers', async () => {
    const response = await fetch(`${await start()}/healthz`);
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('logs the port', async () => {
    await start();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ port: ops?.port, host: '127.0.0.1' });
  });
});

describe('readiness', () => {
  const ok = async (): Promise<CheckResult> => ({ ok: true });

  it('readiness is 200 when every check passes', async () => {
    const base = await start({ readiness: () => checkAll({ redis: ok, slack: ok }) });
    const response = await fetch(`${base}/readyz`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      ready: true,
      checks: { redis: { ok: true }, slack: { ok: true } },
    });
  });

  it('readiness is 503 and names the check that fails, throws or hangs', async () => {
    const readiness = () =>
      checkAll(
        {
          fine: ok,
          wrong: async () => ({ ok: false, detail: 'not connected' }),
          failing: () => Promise.reject(new Error('private')),
          hanging: () => new Promise<never>(() => undefined),
        },
        50,
      );
    const response = await fetch(`${await start({ readiness })}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      ready: false,
      checks: {
        fine: { ok: true },
        wrong: { ok: false, detail: 'not connected' },
        failing: { ok: false, detail: 'the check failed' },
        hanging: { ok: false, detail: 'no reply within 50 ms' },
      },
    });
  });
});

describe('metrics', () => {
  it('metrics are in Prometheus’ text format', async () => {
    const response = await fetch(`${await start()}/metrics`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; .*version=0\.0\.4/);
    expect(await response.text()).toContain('# TYPE deepsearch_slack_build_info gauge');
  });

  it('failing metrics are a plain 500, with the reason in the log', async () => {
    const metrics = {
      contentType: 'text/plain',
      metrics: () => Promise.reject(new Error('the real reason')),
    };
    const response = await fetch(`${await start({ metrics })}/metrics`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('real reason');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      level: 'error',
      err: { message: 'the real reason' },
    });
  });
});

describe('guards', () => {
  it('refuses other host names on a loopback address', async () => {
    await start();
    const port = ops?.port ?? 0;
    const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, '[::1]:1', 'localhost', 'LOCALHOST'];
    for (const host of hosts) expect(await statusWithHost(port, host)).toBe(200);
    const others = [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      '[]',
      '10.0.0.1',
    ];
    for (const host of others) expect(await statusWithHost(port, host)).toBe(403);
  });

  it('accepts any host name on other addresses', async () => {
    await start({ host: '0.0.0.0' });
    expect(await statusWithHost(ops?.port ?? 0, 'bot.internal')).toBe(200);
  });

  it('allows read requests only', async () => {
    const base = await start();
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      expect((await fetch(`${base}/healthz`, { method })).status).toBe(405);
    }
  });

  it.each(['/', '/nothing', '/queues', '/%E0%A4%A'])('responds with 404 at %s', async (path) => {
    const response = await fetch(`${await start()}${path}`);
    expect([400, 404]).toContain(response.status);
    expect(await response.json()).toEqual({ message: expect.any(String) });
  });

  it('rejects if the port is in use', async () => {
    await start();
    const taken = startOps({
      host: '127.0.0.1',
      port: ops?.port ?? 0,
      readiness: () => checkAll({}),
      metrics: createMetrics({ version: '0' }).registry,
      logger,
    });
    await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('the queue board', () => {
  let server: RedisServer;
  let connection: Redis;
  let queue: Queue;

  beforeAll(async () => {
    server = await startRedis();
    connection = new Redis(server.url, { maxRetriesPerRequest: null });
    queue = new Queue('poll', { connection, prefix: '{deepsearch}' });
    await queue.add('look', { id: 'question-1' });
  });

  afterAll(async () => {
    await queue?.close();
    connection?.disconnect();
    await server?.stop();
  });

  it('the queue board shows the page and the jobs', async () => {
    const base = await start({ queues: [queue] });
    const page = await fetch(`${base}/queues`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('deepsearch-slack');
    const state = await fetch(`${base}/queues/api/queues?activeQueue=poll&page=1`);
    expect(await state.json()).toMatchObject({
      queues: [{ name: 'poll', readOnlyMode: true, counts: { waiting: 1 } }],
    });
  });

  it('the queue board shows no secrets of errors', async () => {
    const token = ['xoxb', '12', '34', 'a'.repeat(20)].join('-');
    const job = await queue.add('look', { id: 'question-2' });
    const stored = {
      failedReason: `refused ${token}`,
      stacktrace: JSON.stringify([`at ${token}`]),
    };
    await connection.hset(`{deepsearch}:poll:${job.id}`, stored);
    const base = await start({ queues: [queue] });
    const pages = ['api/queues?activeQueue=poll&page=1', `api/queues/poll/${job.id}`];
    for (const page of pages) {
      const shown = await (await fetch(`${base}/queues/${page}`)).text();
      expect(shown).toContain('refused [hidden]');
      expect(shown).not.toContain(token);
    }
    await job.remove();
  });

  it('the queue board is read-only', async () => {
    const base = await start({ queues: [queue] });
    const response = await fetch(`${base}/queues/api/queues/poll/obliterate`, { method: 'PUT' });
    expect(response.status).toBe(405);
    expect(await queue.getWaitingCount()).toBe(1);
  });
});
