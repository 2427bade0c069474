import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Busy,
  InvalidReply,
  Refused,
  ServerFailed,
  type ServiceError,
  Unreachable,
} from '../../src/deepsearch/errors.js';
import { DeepSearchSlackError } from '../../src/model/error.js';
import { cut, drip, type Handler, hang, json, raw, reset } from '../support/http-server.js';
import { clientOf, conversation, ROOT, startPair, TOKEN, thrownBy } from './support.js';

let pair: Awaited<ReturnType<typeof startPair>>;
beforeAll(async () => {
  pair = await startPair({ attempts: 1 });
});
afterAll(() => pair.stop());

const token = TOKEN;
const PAGE = '<!DOCTYPE html><html><body>Please sign in</body></html>';

const failsWith = async <E = ServiceError>(handler: Handler): Promise<E> => {
  pair.far.handle(handler);
  return thrownBy<E>(pair.client.conversation({ token, id: 12 }));
};

describe('refused', () => {
  it.each([
    [400, 'bad-request'],
    [401, 'token'],
    [402, 'quota'],
    [403, 'permission'],
    [404, 'not-found'],
    [410, 'not-found'],
    [422, 'bad-request'],
  ])('%i is %s', async (status, reason) => {
    const error = await failsWith<Refused>(json(status, { message: 'because' }));
    expect(error).toBeInstanceOf(Refused);
    expect(error).toBeInstanceOf(DeepSearchSlackError);
    expect(error).toMatchObject({
      code: 'deepsearch-refused',
      maybeTookEffect: false,
      name: 'Refused',
    });
    expect(error.refusal).toEqual({ reason, message: 'because' });
    expect(error.message).toMatch(new RegExp(`^GET ${ROOT}/12: ${status} .*: because$`));
  });

  it.each([
    [403, 'You have used up your quota'],
    [400, 'Entitlement exhausted: 60 per hour'],
  ])('%i is a quota error if its body says so: %s', async (status, message) => {
    const error = await failsWith<Refused>(json(status, { message }, { 'retry-after': '60' }));
    expect(error.refusal).toMatchObject({ reason: 'quota', message });
    expect(error.refusal.retryAt).toBeGreaterThan(Date.now());
  });

  it.each([
    ['another field', json(400, { error: 'bad' }), 'bad'],
    ['a nested field', json(400, { error: { message: 'bad' } }), 'bad'],
    ['text', raw(400, ' very\n\tbad\u0000 '), 'very bad'],
    ['nothing', raw(400, ''), '400 Bad Request'],
    ['a page', raw(400, PAGE), '400 Bad Request'],
    ['long text', raw(400, 'x'.repeat(70_000)), `${'x'.repeat(255)}…`],
    ['the token', raw(400, `no: ${TOKEN}`), 'no: …'],
  ])('reads the reason from a body of %s', async (_name, handler, message) => {
    const error = await failsWith<Refused>(handler);
    expect(error.refusal.message).toBe(message);
    expect(error.message).not.toContain(TOKEN);
  });

  it('an error message has no query string, which may contain a read token', async () => {
    pair.far.handle(json(404, {}));
    const error = await thrownBy(pair.client.list({ token, filter: { readToken: 'secret-one' } }));
    expect(error.message).toBe(`GET ${ROOT}: 404 Not Found: {}`);
  });

  it('a refusal is recognized even if its body never ends or is truncated', async () => {
    const impatient = clientOf(pair.far.url, { timeoutMs: 3_000 });
    pair.far.handle(drip(403, 'no '));
    expect(await thrownBy(impatient.conversation({ token, id: 12 }))).toBeInstanceOf(Refused);
    pair.far.handle(cut(403, 'no'));
    expect(await thrownBy(impatient.conversation({ token, id: 12 }))).toBeInstanceOf(Refused);
    await impatient.close();
  });
});

describe('asked to wait', () => {
  it.each([
    ['2', 2000],
    ['soon', undefined],
    ['99999999', 3_600_000],
  ])('429 with Retry-After %s', async (header, ms) => {
    const error = await failsWith<Busy>(json(429, { message: 'quota' }, { 'retry-after': header }));
    expect(error).toBeInstanceOf(Busy);
    expect(error).toMatchObject({ code: 'deepsearch-busy', maybeTookEffect: false });
    expect(error.retryAfterMs).toBe(ms);
  });
});

it.each([
  ['your quota is used up until noon', true],
  ['slow down', false],
])('a 429 distinguishes a used-up quota from a rate limit: %s', async (message, quota) => {
  expect(await failsWith<Busy>(json(429, { message }))).toMatchObject({ quota });
});

describe('broken', () => {
  it.each([500, 502, 503, 504, 408])('%i', async (status) => {
    const error = await failsWith<ServerFailed>(raw(status, 'oh'));
    expect(error).toBeInstanceOf(ServerFailed);
    expect(error).toMatchObject({
      code: 'deepsearch-server-failed',
      status,
      maybeTookEffect: true,
    });
    expect(error.message).toMatch(/: oh$/);
    expect(error.retryAfterMs).toBeUndefined();
  });

  it('keeps the Retry-After of a 503', async () => {
    expect(await failsWith(raw(503, '', { 'retry-after': '3' }))).toMatchObject({
      retryAfterMs: 3000,
    });
  });
});

describe('not an answer', () => {
  it.each([
    ['a page', 'html', raw(200, `  ${PAGE}`, { 'content-type': 'text/html' })],
    ['nothing', 'shape', raw(200, '')],
    ['text', 'shape', raw(200, 'hello')],
    ['another shape', 'shape', json(200, { ok: true })],
    ['no usable id', 'shape', json(200, conversation({ id: 'abc' }))],
    ['a truncated body', 'truncated', cut(200, '{"id":')],
    ['a redirect', 'redirect', raw(302, '', { location: '/code' })],
    ['a redirect to nowhere', 'redirect', raw(304, '')],
    ['more than fits', 'too-large', raw(200, Buffer.alloc(17 * 1024 * 1024, 32))],
    ['not HTTP', 'not-http', (_seen, response) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ] as [string, string, Handler][])('%s', async (_name, reason, handler) => {
    const error = await failsWith<InvalidReply>(handler);
    expect(error).toBeInstanceOf(InvalidReply);
    expect(error).toMatchObject({
      code: 'deepsearch-invalid-reply',
      reason,
      maybeTookEffect: true,
    });
    expect(error.message).not.toContain('<');
  });

  it('names a redirect to a sign-in page without its query, and does not follow it', async () => {
    const before = pair.far.seen.length;
    const location = 'https://sso.example.com/login?return=secret';
    const error = await failsWith(raw(302, '', { location }));
    expect(error.message).toContain('a sign-in page, https://sso.example.com/login;');
    expect(error.message).not.toContain('secret');
    expect(pair.far.seen.length).toBe(before + 1);
  });

  it('an HTML page does not confirm a cancel or delete', async () => {
    pair.far.handle(raw(200, PAGE));
    const ref = { conversationId: 12, questionId: 34 };
    await expect(pair.client.cancel({ token, ref })).rejects.toMatchObject({ reason: 'html' });
    await expect(pair.client.delete({ token, id: 12 })).rejects.toMatchObject({ reason: 'html' });
  });
});

describe('never reached', () => {
  const ask = (baseUrl: string, options = {}) => {
    const client = clientOf(baseUrl, { attempts: 1, ...options });
    return thrownBy<Unreachable>(client.create({ token, text: 'x' })).finally(() => client.close());
  };

  /** On a slow machine a first connection takes longer than a short time limit. */
  const connect = async (client: ReturnType<typeof clientOf>) => {
    pair.far.handle(json(200, conversation()));
    await client.conversation({ token, id: 12 });
  };

  it('a refused connection took no effect', async () => {
    const gone = await startPair();
    await gone.stop();
    const error = await ask(gone.far.url);
    expect(error).toBeInstanceOf(Unreachable);
    expect(error).toMatchObject({ code: 'deepsearch-unreachable', maybeTookEffect: false });
    expect(error.message).toBe(`POST ${ROOT}: connection refused (ECONNREFUSED)`);
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('an unknown host took no effect', async () => {
    const error = await ask('http://nowhere.invalid');
    expect(error).toBeInstanceOf(Unreachable);
    expect(error.maybeTookEffect).toBe(false);
  });

  it('a handshake that never ends took no effect', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const error = await ask(`https://127.0.0.1:${port}`, { askTimeoutMs: 50 });
    expect(error).toBeInstanceOf(Unreachable);
    expect(error.maybeTookEffect).toBe(false);
    silent.close();
  });

  it.each([
    ['a reset', reset],
    ['silence', hang],
    ['a drip', drip(200, ' ')],
  ])('%s may have taken effect', async (_name, handler) => {
    const client = clientOf(pair.far.url, { attempts: 1, askTimeoutMs: 100 });
    await connect(client);
    pair.far.handle(handler);
    const error = await thrownBy<Unreachable>(client.create({ token, text: 'x' }));
    expect(error).toBeInstanceOf(Unreachable);
    expect(error.maybeTookEffect).toBe(true);
    await client.close();
  });

  it('waiting for a free connection took no effect', async () => {
    pair.far.handle(hang);
    const client = clientOf(pair.far.url, { connections: 1, askTimeoutMs: 50 });
    const arrived = pair.far.received(pair.far.seen.length + 1);
    const first = thrownBy(client.conversation({ token, id: 12 }));
    await arrived;
    const second = await thrownBy<Unreachable>(client.create({ token, text: 'x' }));
    expect(second).toBeInstanceOf(Unreachable);
    expect(second.maybeTookEffect).toBe(false);
    await client.close();
    await first;
  });

  it('closing aborts requests in flight', async () => {
    pair.far.handle(hang);
    const client = clientOf(pair.far.url, { attempts: 1 });
    const arrived = pair.far.received(pair.far.seen.length + 1);
    const work = thrownBy(client.create({ token, text: 'x' }));
    await arrived;
    await client.close();
    expect(await work).toMatchObject({ code: 'deepsearch-unreachable', maybeTookEffect: true });
  });
});

describe('an abort stays an abort', () => {
  it('an abort before the call rejects with its reason', async () => {
    const before = pair.far.seen.length;
    const signal = AbortSignal.abort(new Error('enough'));
    const error = await thrownBy<Error>(pair.client.conversation({ token, id: 12, signal }));
    expect(error.message).toBe('enough');
    expect(pair.far.seen.length).toBe(before);
  });

  it.each([
    ['while nothing comes', hang],
    ['while the answer comes', drip(200, ' ')],
    ['while a refusal comes', drip(500, ' ')],
  ])('%s', async (_name, handler) => {
    pair.far.handle(handler);
    const controller = new AbortController();
    const arrived = pair.far.received(pair.far.seen.length + 1);
    const call = { token, id: 12, signal: controller.signal };
    const work = thrownBy<Error>(pair.client.conversation(call));
    await arrived;
    controller.abort();
    expect(await work).toMatchObject({ name: 'AbortError' });
  });

  it('an abort during the retry delay rejects with its reason', async () => {
    const patient = clientOf(pair.far.url, { timeoutMs: 60_000 });
    pair.far.handle(json(503, {}, { 'retry-after': '30' }));
    const controller = new AbortController();
    const arrived = pair.far.received(pair.far.seen.length + 1);
    const work = thrownBy<Error>(
      patient.conversation({ token, id: 12, signal: controller.signal }),
    );
    await arrived;
    setImmediate(() => controller.abort(new Error('enough')));
    expect((await work).message).toBe('enough');
    await patient.close();
  });
});
