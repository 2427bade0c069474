import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { freePort } from '../../local/demo/free-port.js';
import { newScenario } from '../support/scenario.js';
import type { Bot } from '../support/stack.js';
import { stackTest } from '../support/stack-test.js';
import { fetchOps, ROOT, readMetrics } from './program.js';

let bot: Bot;
const it = stackTest({ workspace: { limits: 'off' } });
it.beforeAll(async ({ stack }) => {
  [bot] = stack.bots as [Bot];
});

it('GET /healthz responds while the process runs', async () => {
  const response = await fetchOps(bot, '/healthz');
  expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
});

it.each(['/', '/healthz/x', '/slack/events'])('GET %s is a 404', async (path) => {
  expect((await fetchOps(bot, path)).status).toBe(404);
});

describe('GET /readyz', () => {
  it.afterEach(({ stack }) => {
    stack.redis.resume();
    stack.workspace.faults.clear();
  });

  async function readiness(): Promise<{ status: number; checks: unknown }> {
    const response = await fetchOps(bot, '/readyz');
    const { checks } = (await response.json()) as { checks: unknown };
    return { status: response.status, checks };
  }
  const ready = () => vi.waitFor(async () => expect((await readiness()).status).toBe(200), 60_000);

  it('GET /readyz is 200 when Redis, Slack and the transport are available', async () => {
    const ok = { ok: true };
    expect(await readiness()).toEqual({
      status: 200,
      checks: { redis: ok, slack: ok, intake: ok },
    });
  });

  it('GET /readyz is 503 while Redis hangs, and 200 afterwards', async ({ stack }) => {
    stack.redis.pause();
    const { status, checks } = await readiness();
    const redis = { ok: false, detail: expect.stringContaining('no reply') };
    expect([status, checks]).toEqual([503, expect.objectContaining({ redis })]);
    stack.redis.resume();
    await ready();
  });

  it('GET /readyz is 503 with the reason while Slack refuses the token', async ({ stack }) => {
    stack.workspace.faults.add({ method: 'auth.test', kind: 'error', error: 'token_revoked' });
    const { status, checks } = await readiness();
    const slack = { ok: false, detail: expect.stringContaining('token_revoked') };
    expect([status, checks]).toEqual([503, expect.objectContaining({ slack })]);
    stack.workspace.faults.clear();
    await ready();
  });
});

describe('GET /metrics', () => {
  it('GET /metrics changes with a question', async ({ stack }) => {
    await newScenario(stack).answered('what do the meters show?');
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    const moved = [
      'questions_total{outcome="completed"}',
      'question_seconds_count{outcome="completed"}',
      'ack_seconds_count{kind="event"}',
      'status_shown_seconds_count',
      'outcome_shown_seconds_count',
      'slack_rate_limit_per_minute{bucket="post"}',
      'redis_memory_bytes',
      'slack_call_seconds_count{method="chat.postMessage",outcome="ok"}',
      'service_call_seconds_count{route="POST /",outcome="ok"}',
      'service_call_seconds_count{route="GET /{id}",outcome="ok"}',
      `build_info{version="${version}",node="${process.version}"}`,
    ];
    await vi.waitFor(async () => {
      const seen = await readMetrics(bot);
      expect(moved.filter((name) => !((seen.get(name) ?? 0) > 0))).toEqual([]);
      expect(seen.get('queue_jobs{queue="questions",state="active"}')).toBe(0);
      expect(seen.get('queue_oldest_seconds{queue="intake"}')).toBe(0);
      expect(seen.get('open_questions{age="under_1m"}')).toBe(0);
      expect(seen.get('circuit_breaker_open')).toBe(0);
    }, 60_000);
  });

  it('GET /metrics is in Prometheus’ text format', async () => {
    const response = await fetchOps(bot, '/metrics');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  });
});

describe('GET /queues', () => {
  it('GET /queues shows the queues and no secret', async ({ stack }) => {
    const { asker, channel } = newScenario(stack);
    await stack.workspace.command({ as: asker, channel, text: 'is anything to be seen here?' });
    await stack.engine.next('is anything to be seen here?');
    const page = await fetchOps(bot, '/queues');
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const api = await (await fetchOps(bot, '/queues/api/queues?activeQueue=intake&page=1')).text();
    for (const queue of ['intake', 'questions', 'actions', 'requests'])
      expect(api).toContain(`"${queue}"`);
    const shown = (await page.text()) + api;
    const { SLACK_BOT_TOKEN, SLACK_SIGNING_SECRET, DEEPSEARCH_TOKEN, ENCRYPTION_KEY } = stack.env;
    const secrets = [SLACK_BOT_TOKEN, SLACK_SIGNING_SECRET, DEEPSEARCH_TOKEN, ENCRYPTION_KEY];
    for (const secret of [...secrets, '/commands/']) expect(shown).not.toContain(secret);
  });

  it('GET /queues is read-only', async () => {
    const url = `http://127.0.0.1:${bot.ports.ops}/queues/api/queues/intake/pause`;
    expect((await fetch(url, { method: 'PUT' })).status).toBe(405);
  });
});

describe('where it is served', () => {
  it('PORT and OPS_PORT set the ports', async ({ stack }) => {
    const [port, opsPort] = [await freePort(), await freePort()];
    const env = { PORT: String(port), OPS_PORT: String(opsPort) };
    const other = await stack.startBot('both', env);
    expect(other.ports).toMatchObject({ slack: port, ops: opsPort });
    await stack.workspace.verify();
    expect((await fetchOps(other, '/healthz')).status).toBe(200);
    await other.stop();
  });

  // Other systems have one loopback address.
  it.runIf(process.platform === 'linux')(
    'HOST and OPS_HOST set the addresses',
    async ({ stack }) => {
      const other = await stack.startBot('bot', { HOST: '127.0.0.2', OPS_HOST: '127.0.0.3' });
      const { slack, ops: opsPort } = other.ports;
      expect((await fetch(`http://127.0.0.2:${slack}/slack/events`)).status).toBe(404);
      expect((await fetch(`http://127.0.0.3:${opsPort}/healthz`)).status).toBe(200);
      await expect(fetch(`http://127.0.0.1:${slack}/slack/events`)).rejects.toThrow();
      await expect(fetch(`http://127.0.0.1:${opsPort}/healthz`)).rejects.toThrow();
      await other.stop();
    },
  );
});
