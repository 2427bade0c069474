import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANN, BEN, onlyQuestion, startTestService } from '../service-fixture.js';

const message = { message: expect.any(String) };

describe('authorization', () => {
  it('every path is a 401 without a valid token', async () => {
    const { request } = await startTestService();
    for (const path of ['', '/1', '/1/questions/1', '/nothing/here/at/all']) {
      const { status, body } = await request('GET', path, { as: { token: 'wrong' } });
      expect([path, status, body]).toEqual([path, 401, message]);
    }
    for (const authorization of ['', 'token', `Basic ${ANN.token}`, ANN.token]) {
      expect((await request('GET', '', { headers: { authorization } })).status).toBe(401);
    }
  });

  it('a revoked token is a 401', async () => {
    const { request, service } = await startTestService();
    expect((await request('GET', '')).status).toBe(200);
    service.revoke(ANN.token);
    expect((await request('GET', '')).status).toBe(401);
    expect((await request('GET', '', { as: BEN })).status).toBe(200);
  });

  it('somebody else’s conversation is a 404 for every method', async () => {
    const { request, ask } = await startTestService({ sharing: true });
    const { id } = await ask('q');
    const requests = [
      ['GET', `/${id}`],
      ['GET', `/${id}/questions/1`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/questions`],
      ['POST', `/${id}/questions/1/cancel`],
    ] as const;
    for (const [method, path] of requests) {
      const body = method === 'POST' ? { question: 'x' } : undefined;
      const got = await request(method, path, { as: BEN, body });
      expect([method, path, got.status, got.body]).toEqual([method, path, 404, message]);
    }
    expect((await request('GET', `/${id}`)).status).toBe(200);
  });
});

describe('an invalid request', () => {
  it('an invalid body is a 400', async () => {
    const { request, service } = await startTestService();
    const long = { question: 'x'.repeat(100_001) };
    const bodies = ['{', 'null', '[]', '"q"', {}, { question: 1 }, { question: ' \n' }, 'a=b'];
    for (const body of [...bodies, long]) {
      const got = await request('POST', '', { body });
      expect([body, got.status, got.body]).toEqual([body, 400, message]);
    }
    const tooLong = await request('POST', '', { body: { question: 'x'.repeat(2_000_000) } });
    expect([tooLong.status, tooLong.body]).toEqual([400, message]);
    expect((await request('POST', '')).status).toBe(400);
    expect(service.conversations()).toEqual([]);
  });

  it('an invalid id is a 400 or 404', async () => {
    const { request } = await startTestService();
    const paths = ['/x', '/-1', '/1.5', '/%00', '/0', '/99', `/${'9'.repeat(400)}`];
    for (const path of paths) {
      const { status, body } = await request('GET', path);
      expect([path, [400, 404].includes(status), body]).toEqual([path, true, message]);
    }
    expect((await request('POST', '/1/questions/zz/cancel')).status).toBe(400);
  });

  it('an unknown endpoint is a 404, and so is DELETE on the root', async () => {
    const { request, ask } = await startTestService();
    const { id } = await ask('q');
    expect((await request('DELETE', '')).status).toBe(404);
    expect((await request('PUT', `/${id}`, { body: {} })).status).toBe(404);
    expect((await request('GET', '/1/2/3/4')).body).toEqual(message);
    expect((await request('GET', `/${id}`)).status).toBe(200);
  });

  it('an error is plain text in that variant', async () => {
    const { request } = await startTestService({ variants: { errorBody: 'text' } });
    const { status, body, headers } = await request('GET', '/99');
    expect([status, body]).toEqual([404, 'conversation not found']);
    expect(headers.get('content-type')).toContain('text/plain');
  });

  it('the question route is a 404 in the variant without it', async () => {
    const { request, ask } = await startTestService({ variants: { questionRoute: false } });
    const { id } = await ask('q');
    expect((await request('GET', `/${id}/questions/1`)).status).toBe(404);
  });
});

describe('leniency', () => {
  it('X-Requested-With and Accept are optional', async () => {
    const { service } = await startTestService();
    const response = await fetch(`${service.url}/.api/deepsearch/v1/`, {
      headers: { Authorization: `TOKEN ${ANN.token}` },
    });
    expect(response.status).toBe(200);
  });

  it.each(['Bearer', 'bearer'])('the scheme may be %s', async (scheme) => {
    const { request } = await startTestService();
    const authorization = `${scheme} ${ANN.token}`;
    expect((await request('GET', '', { headers: { authorization } })).status).toBe(200);
  });

  it('returns a single question at its own path', async () => {
    const { request, ask } = await startTestService();
    const conversation = await ask('q');
    const { body } = await request('GET', `/${conversation.id}/questions/1`);
    expect(body).toEqual(onlyQuestion(conversation));
  });
});

describe('hostile input', () => {
  it('hostile input never causes a 500', async () => {
    const { request } = await startTestService();
    const path = fc
      .string({ unit: 'binary', maxLength: 40 })
      .map((s) => `/${encodeURIComponent(s)}`);
    const method = fc.constantFrom('GET', 'POST', 'DELETE', 'PATCH');
    const body = fc.option(fc.json(), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(method, path, body, async (verb, where, sent) => {
        const { status } = await request(verb, where, verb === 'GET' ? {} : { body: sent });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
    expect((await request('GET', '')).status).toBe(200);
  });

  it('the server survives bytes that are not HTTP', async () => {
    const { request, service } = await startTestService();
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.end('\u0000\u0001 nonsense\r\n\r\n');
    expect(await text(socket)).toContain('400');
    expect((await request('GET', '')).status).toBe(200);
  });
});
