import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cut, type Handler, json, raw, reset } from '../support/http-server.js';
import { clientOf, conversation, startPair, TOKEN, thrownBy } from './support.js';

let pair: Awaited<ReturnType<typeof startPair>>;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.stop());
beforeEach(() => {
  pair.far.seen.length = 0;
});

const token = TOKEN;
const ref = { conversationId: 12, questionId: 34 };
const fine = json(200, conversation());
const passing: [string, Handler][] = [
  ['a 500', raw(500, '')],
  ['a 503', raw(503, '')],
  ['a 429', raw(429, '')],
  ['a reset', reset],
  ['a cut body', cut(200, '{')],
];

describe('what may be repeated', () => {
  it.each(passing)('tries again after %s', async (_name, handler) => {
    pair.far.script(handler, handler, fine);
    expect((await pair.client.conversation({ token, id: 12 })).id).toBe(12);
    expect(pair.far.seen).toHaveLength(3);
  });

  it.each(passing)('gives up after the third time of %s', async (_name, handler) => {
    pair.far.handle(handler);
    await thrownBy(pair.client.conversation({ token, id: 12 }));
    expect(pair.far.seen).toHaveLength(3);
  });

  it.each([
    ['a refusal', raw(400, '')],
    ['a page', raw(200, '<html>')],
    ['a wrong shape', json(200, {})],
    ['a redirect', raw(302, '', { location: '/' })],
  ])('does not try again after %s', async (_name, handler) => {
    pair.far.handle(handler);
    await thrownBy(pair.client.conversation({ token, id: 12 }));
    expect(pair.far.seen).toHaveLength(1);
  });

  it('hands a wait that does not fit to its caller', async () => {
    pair.far.handle(raw(429, '', { 'retry-after': '60' }));
    await expect(pair.client.conversation({ token, id: 12 })).rejects.toMatchObject({
      retryAfterMs: 60_000,
    });
    expect(pair.far.seen).toHaveLength(1);
  });

  it('repeats a cancel and a list', async () => {
    pair.far.script(raw(500, ''), raw(200, ''));
    await pair.client.cancel({ token, ref });
    pair.far.script(raw(500, ''), json(200, []));
    await pair.client.list({ token });
    expect(pair.far.seen).toHaveLength(4);
  });

  it('takes a delete for done where its repeat finds nothing', async () => {
    pair.far.script(reset, raw(404, ''));
    await pair.client.delete({ token, id: 12 });
    pair.far.handle(raw(404, ''));
    await expect(pair.client.delete({ token, id: 12 })).rejects.toMatchObject({
      code: 'deepsearch-refused',
    });
  });
});

describe('what creates', () => {
  it.each(passing)('is never sent twice after %s', async (_name, handler) => {
    pair.far.handle(handler);
    await thrownBy(pair.client.create({ token, text: 'x' }));
    await thrownBy(pair.client.followUp({ token, conversationId: 12, text: 'x' }));
    expect(pair.far.seen).toHaveLength(2);
  });

  it('tries again where no connection was ever made', async () => {
    let connections = 0;
    const rude = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    const { port } = rude.address() as { port: number };
    const client = clientOf(`https://127.0.0.1:${port}`);
    const error = await thrownBy(client.create({ token, text: 'x' }));
    expect(error).toMatchObject({ code: 'deepsearch-unreachable', maybeTookEffect: false });
    expect(connections).toBe(3);
    await client.close();
    rude.close();
  });
});

it('keeps its connections and opens no more than it may', async () => {
  const ports = new Set<unknown>();
  pair.far.handle((seen, response) => {
    ports.add(response.socket?.remotePort);
    fine(seen, response);
  });
  const client = clientOf(pair.far.url, { connections: 2 });
  for (let round = 0; round < 3; round += 1) {
    const calls = Array.from({ length: 4 }, () => client.conversation({ token, id: 12 }));
    await Promise.all(calls);
  }
  expect(ports.size).toBe(2);
  await client.close();
});
