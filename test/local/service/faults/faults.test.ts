import { describe, expect, it } from 'vitest';
import type { ApiFault } from '../../../../local/service/service.js';
import { ANN, startUncheckedService } from '../service-fixture.js';

const create = { body: { question: 'q' } };

describe('a fault', () => {
  it('a status fault sends its status, Retry-After and body, `times` times', async () => {
    const { request, service } = await startUncheckedService();
    const fault = service.faults.add({
      route: 'create',
      kind: 'status',
      status: 429,
      times: 2,
      retryAfter: 3,
      body: { message: 'slow down' },
    });
    const { status, headers, body } = await request('POST', '', create);
    expect([status, headers.get('retry-after'), body]).toEqual([
      429,
      '3',
      { message: 'slow down' },
    ]);
    expect((await request('GET', '')).status).toBe(200);
    expect((await request('POST', '', create)).status).toBe(429);
    expect((await request('POST', '', create)).status).toBe(200);
    expect(fault.hits()).toBe(2);
    expect(service.conversations()).toHaveLength(1);
  });

  it('a fault for all routes applies until it is removed', async () => {
    const { request, service } = await startUncheckedService();
    const fault = service.faults.add({ route: '*', kind: 'status', status: 503, body: 'away' });
    expect((await request('GET', '')).body).toBe('away');
    expect((await request('GET', '/1')).status).toBe(503);
    fault.remove();
    expect((await request('GET', '')).status).toBe(200);
  });

  it('a rewrite fault changes the body of the real response', async () => {
    const { request, service } = await startUncheckedService();
    await request('POST', '', create);
    const rewrite = (body: string) => JSON.stringify({ had: JSON.parse(body).length });
    service.faults.add({ route: 'list', kind: 'rewrite', rewrite });
    expect((await request('GET', '')).body).toEqual({ had: 1 });
  });

  it('a fault can be injected after the handler', async () => {
    const { request, service } = await startUncheckedService();
    service.faults.add({ route: 'create', kind: 'status', status: 502, when: 'after' });
    expect((await request('POST', '', create)).status).toBe(502);
    expect(service.conversations()).toHaveLength(1);
  });

  it.each([
    [{ kind: 'lost-reply' }, 1],
    [{ kind: 'reset' }, 0],
    [{ kind: 'cut' }, 1],
  ] as const)('a fault breaks the connection: %j', async (kind, effects) => {
    const { request, service } = await startUncheckedService();
    service.faults.add({ route: 'create', ...kind });
    await expect(request('POST', '', create)).rejects.toThrow();
    expect(service.conversations()).toHaveLength(effects);
    await service.waitFor(() => service.calls.length === 1);
    expect((await request('GET', '')).status).toBe(200);
  });

  it('a hang lasts until the client disconnects', async () => {
    const { service } = await startUncheckedService();
    const fault = service.faults.add({ route: 'list', kind: 'hang' });
    const giveUp = new AbortController();
    const response = fetch(`${service.url}/.api/deepsearch/v1`, {
      headers: { authorization: `token ${ANN.token}` },
      signal: giveUp.signal,
    });
    const outcome = expect(response).rejects.toThrow();
    await service.waitFor(() => fault.hits() === 1);
    giveUp.abort();
    await outcome;
  });

  it.each([
    [{ kind: 'malformed' }, 200, 'application/json'],
    [{ kind: 'html' }, 200, 'text/html'],
    [{ kind: 'html', status: 502 }, 502, 'text/html'],
    [{ kind: 'wrong-shape' }, 200, 'application/json'],
  ] as const)('a fault replaces the body: %j', async (kind, status, type) => {
    const { service } = await startUncheckedService();
    service.faults.add({ route: 'list', ...kind } as ApiFault);
    const response = await fetch(`${service.url}/.api/deepsearch/v1`, {
      headers: { authorization: `token ${ANN.token}` },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain(type);
    const body = await response.text();
    if (kind.kind === 'malformed') expect(() => JSON.parse(body)).toThrow();
    if (kind.kind === 'wrong-shape') expect(JSON.parse(body)).toEqual({ unexpected: true });
  });

  it.each([
    { kind: 'drip', ms: 0 },
    { kind: 'latency', ms: 5 },
  ] as const)('a slow response is complete: %j', async (kind) => {
    const { request, ask, service } = await startUncheckedService();
    const conversation = await ask('q');
    service.faults.add({ route: 'read', ...kind });
    expect((await request('GET', `/${conversation.id}`)).body).toEqual(conversation);
  });

  it('the service can stop meanwhile', async () => {
    const { service } = await startUncheckedService();
    const fault = service.faults.add({ route: 'list', kind: 'hang' });
    const response = fetch(`${service.url}/.api/deepsearch/v1`, {
      headers: { authorization: `token ${ANN.token}` },
    });
    const outcome = expect(response).rejects.toThrow();
    await service.waitFor(() => fault.hits() === 1);
    await service.stop();
    await outcome;
  });
});

describe('a gate', () => {
  it('a gate holds a call before its handler', async () => {
    const { request, service } = await startUncheckedService();
    const gate = service.gate('create');
    const reply = request('POST', '', create);
    expect(await gate.reached).toMatchObject({ route: 'create', body: { question: 'q' } });
    expect(service.conversations()).toHaveLength(0);
    gate.release();
    expect((await reply).status).toBe(200);
  });

  it('a gate holds a response after the handler', async () => {
    const { request, service } = await startUncheckedService();
    const gate = service.gate('create', { when: 'after' });
    const reply = request('POST', '', create);
    await gate.reached;
    expect(service.conversations()).toHaveLength(1);
    expect(service.calls.at(-1)).not.toHaveProperty('status');
    gate.release();
    expect((await reply).status).toBe(200);
    await service.waitFor(() => service.calls.at(-1)?.status === 200);
  });

  it('a gate holds only matching calls, and can drop their connections', async () => {
    const { request, service } = await startUncheckedService();
    const where = ({ body }: { body?: unknown }) => JSON.stringify(body).includes('held');
    const held = { body: { question: 'held' } };
    for (const [when, effects] of [['before', 1] as const, ['after', 3] as const]) {
      const gate = service.gate('create', { when, where });
      const reply = request('POST', '', held).catch(() => 'broken');
      await gate.reached;
      expect((await request('POST', '', create)).status).toBe(200);
      gate.drop();
      expect(await reply).toBe('broken');
      expect(service.conversations()).toHaveLength(effects);
    }
  });

  it('the service can stop meanwhile', async () => {
    const { request, service } = await startUncheckedService();
    const gate = service.gate('list');
    const reply = request('GET', '').catch(() => 'broken');
    await gate.reached;
    await service.stop();
    await reply;
  });
});

describe('the call log', () => {
  it('the call log has the user of each call, but not the token', async () => {
    const { request, service } = await startUncheckedService();
    await request('POST', '', { ...create, headers: { prefer: 'respond-async' } });
    await request('GET', '/9?x=1', { as: { token: 'wrong-secret' } });
    await request('GET', '/a/b/c/d');
    await service.waitFor(() => service.calls.at(-1)?.status);
    expect(service.calls).toMatchObject([
      {
        route: 'create',
        method: 'POST',
        path: '/.api/deepsearch/v1',
        status: 200,
        user: 'ann',
        body: { question: 'q' },
        at: expect.any(Number),
        headers: {
          prefer: 'respond-async',
          authorization: 'token …',
          'x-requested-with': 'tests 1.0',
        },
      },
      { route: 'read', path: '/.api/deepsearch/v1/9?x=1', status: 401 },
      { route: 'unknown', status: 404 },
    ]);
    expect(JSON.stringify(service.calls)).not.toContain('secret');
  });

  it('the call log has no cookies', async () => {
    const { request, service } = await startUncheckedService();
    await request('GET', '', { headers: { cookie: 'deepsearch_session=secret' } });
    expect(service.calls).toMatchObject([{ headers: { cookie: '…' } }]);
  });

  it('calls are not kept unless the log is enabled', async () => {
    const { request, service } = await startUncheckedService({ logCalls: false });
    expect((await request('POST', '', create)).status).toBe(200);
    expect(service.calls).toEqual([]);
  });

  it('the call log keeps a limited amount of text', async () => {
    const { request, service } = await startUncheckedService();
    const question = 'x'.repeat(1_000_000);
    for (let n = 0; n < 20; n += 1) await request('POST', '', { body: { question, n } });
    expect(JSON.stringify(service.calls).length).toBeLessThan(17_000_000);
    expect(service.calls.at(-1)).toMatchObject({ body: { n: 19 } });
  });
});

describe('waitFor', () => {
  it('waitFor resolves with the value, or says what it waited for', async () => {
    const { service } = await startUncheckedService();
    expect(await service.waitFor(() => 7)).toBe(7);
    await expect(
      service.waitFor(() => false, { timeoutMs: 10, what: 'a miracle' }),
    ).rejects.toThrow('a miracle');
  });
});
