import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ANN, type ServiceFixture, startTestService } from '../service-fixture.js';

const HEAD = `POST /.api/deepsearch/v1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: token ${ANN.token}\r\n`;

function open({ service }: ServiceFixture): Socket {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
  // The service may reset a connection that still sends.
  return socket.on('error', () => {});
}

/** What the service sends until it closes the connection. */
const received = (socket: Socket) => text(socket).catch(() => 'reset');

describe('a request that does not arrive', () => {
  const start = () => startTestService({ requestTimeoutMs: 300 });

  it.each([
    ['nothing', ''],
    ['half of its headers', HEAD],
    ['no body', `${HEAD}Content-Length: 20\r\n\r\n`],
    ['half of its body', `${HEAD}Content-Length: 20\r\n\r\n{"question":`],
    ['half of its chunks', `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"que\r\n`],
  ])('a connection that sends %s is closed', async (_what, bytes) => {
    const world = await start();
    const socket = open(world);
    socket.write(bytes);
    const [head = '', body = ''] = (await received(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(body)).toEqual({ message: expect.stringContaining('in time') });
    expect(world.service.conversations()).toEqual([]);
  });

  it('a connection that sends byte after byte is closed', async () => {
    const socket = open(await start());
    const closed = once(socket, 'close');
    socket.resume().write(`${HEAD}Content-Length: 10000\r\n\r\n`);
    while (!socket.destroyed) {
      socket.write(' ');
      await sleep(20);
    }
    await closed;
  });

  it('a body that follows its response is bounded too', async () => {
    const world = await start();
    const socket = open(world);
    socket.write(
      'POST /.api/deepsearch/v1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n',
    );
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('a response that takes longer is not cut off', async () => {
    const world = await start();
    const gate = world.service.gate('list');
    const response = world.request('GET', '');
    await gate.reached;
    const later = open(world);
    await once(later.resume(), 'close');
    gate.release();
    expect((await response).status).toBe(200);
  });
});

it('many silent connections do not cut off a response', async () => {
  const world = await startTestService();
  const gate = world.service.gate('list');
  const response = world.request('GET', '');
  await gate.reached;
  const oldest = open(world);
  await once(oldest, 'connect');
  const closed = once(oldest.resume(), 'close');
  const others = Array.from({ length: 250 }, () => open(world).resume());
  await closed;
  gate.release();
  expect((await response).status).toBe(200);
  for (const socket of others) socket.destroy();
});

it('of many silent connections the oldest makes room', async () => {
  const world = await startTestService();
  const oldest = open(world);
  await once(oldest, 'connect');
  const closed = once(oldest.resume(), 'close');
  const others = Array.from({ length: 250 }, () => open(world).resume());
  await closed;
  expect((await world.request('GET', '')).status).toBe(200);
  for (const socket of others) socket.destroy();
});
