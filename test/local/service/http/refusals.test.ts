import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeRepository, SHOP } from '../repositories.js';
import { ANN, type ServiceFixture, startSharedTestService } from '../service-fixture.js';
import { BAD_REQUESTS, deeplyNested, NOT_HTTP } from './bad-requests.js';
import { type RawResponse, rawRequest } from './raw-request.js';

let world: ServiceFixture;
const logged = vi.spyOn(console, 'error');
beforeAll(async () => {
  const { path } = makeRepository(SHOP, 'shop');
  world = await startSharedTestService({ repositories: [path] });
});

const REVEALING = /node_modules|node:internal|file:\/\/|FST_|\n\s+at |\/work\/|\.ts:\d|root:x/;

/** The shape of an error, by the part of the service that a path belongs to. */
function expectErrorShape(method: string, path: string, { headers, body }: RawResponse): void {
  expect(body).not.toMatch(REVEALING);
  expect(body).not.toContain(process.cwd());
  const type = String(headers['content-type']);
  if (method === 'HEAD') {
    expect(body).toBe('');
  } else if (/^\/\.api\/mcp\/v1\/?(\?|$)/.test(path)) {
    const error = { code: expect.any(Number), message: expect.any(String) };
    expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', error });
  } else if (/^\/\.api([/?]|$)/.test(path)) {
    expect(type).toContain('application/json');
    expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/\S/) });
  } else {
    expect(type).toContain('text/html');
    expect(body).toMatch(/^<!doctype html>/);
  }
}

describe('a bad request', () => {
  it('there are many', () => expect(BAD_REQUESTS.length).toBeGreaterThan(100));

  it.each(BAD_REQUESTS)('$name gets $status', async ({ name: _, status, ...request }) => {
    const response = await rawRequest(world.service.url, request);
    expect([response.status, response.body.slice(0, 200)]).toEqual([status, expect.anything()]);
    expectErrorShape(request.method ?? 'GET', request.path, response);
    expect(logged).not.toHaveBeenCalled();
  });

  it.each(NOT_HTTP)('a connection with %s gets an error', async (_name, bytes, status) => {
    const socket = connect(Number(new URL(world.service.url).port), '127.0.0.1');
    socket.end(bytes);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (status !== 403) expect(JSON.parse(body)).toEqual({ message: expect.any(String) });
    expect((await world.request('GET', '')).status).toBe(200);
  });
});

describe('any request', () => {
  const raw = fc
    .string({ maxLength: 60 })
    .map((given) => given.replace(/[^\x21-\x7e]/g, (one) => `%${one.charCodeAt(0).toString(16)}`));
  const path = fc.oneof(
    raw.map((given) => `/.api/deepsearch/v1/${given}`),
    raw.map((given) => `/.api/${given}`),
    raw.map((given) => `/${given}`),
    fc.constantFrom('/.api/deepsearch/v1', '/.api/mcp/v1', '/shop', '/', '*'),
  );
  const method = fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD');
  const headerValue = fc.string({ maxLength: 30 }).map((s) => s.replace(/[^\x20-\x7e]/g, '?'));
  const headers = fc.record(
    {
      accept: headerValue,
      'content-type': fc.oneof(headerValue, fc.constant('application/json')),
      'x-requested-with': headerValue,
      prefer: headerValue,
      cookie: headerValue,
      authorization: fc.oneof(headerValue, fc.constant(`token ${ANN.token}`)),
    },
    { requiredKeys: [] },
  );
  const body = fc.oneof(
    fc.constant(''),
    fc.json(),
    fc.string(),
    fc.integer({ min: 0, max: 5_000 }).map(deeplyNested),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );
  const requests = fc.record({ method, path, headers, body });

  it('any request gets a response that is no 5xx, in the shape of its path', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const response = await rawRequest(world.service.url, request);
        expect(response.status).toBeLessThan(500);
        if (response.status >= 400) expectErrorShape(request.method, request.path, response);
      }),
      { numRuns: 300 },
    );
    expect(logged).not.toHaveBeenCalled();
    expect((await world.request('GET', '')).status).toBe(200);
  });
});
