import { describe, expect, it } from 'vitest';
import { freePort } from '../../../../local/demo/free-port.js';
import { createHosts } from '../../../../local/service/http/hosts.js';
import type { ServiceOptions } from '../../../../local/service/service.js';
import { makeRepository, SHOP } from '../repositories.js';
import { ANN, startTestService } from '../service-fixture.js';
import { rawRequest } from './raw-request.js';

const authorization = `token ${ANN.token}`;
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

/** One request to each part of the service. */
const REQUESTS = {
  page: { path: '/shop' },
  'style sheet': { path: '/assets/style.css' },
  'unknown page': { path: '/no/such/page' },
  'conversation API': { path: '/.api/deepsearch/v1' },
  'unknown endpoint': { path: '/.api/nothing' },
  'MCP server': { method: 'POST', path: '/.api/mcp/v1', body: list },
  'OAuth metadata': { path: '/.well-known/oauth-authorization-server' },
  'OAuth resource metadata': { path: '/.well-known/oauth-protected-resource' },
  'sign-in page': { path: '/.auth/sign-in/x' },
  'OAuth endpoint': { path: '/.auth/oauth/authorize' },
} as const;

/** The parts of the service that refuse a request with these headers. */
async function refusedBy(
  headers: Record<string, string>,
  options: Partial<ServiceOptions> = {},
): Promise<string[]> {
  const { path: repository } = makeRepository(SHOP, 'shop');
  const port = await freePort();
  await startTestService({ repositories: [repository], oauth: {}, port, ...options });
  const refused: string[] = [];
  for (const [name, request] of Object.entries(REQUESTS)) {
    const accept = 'application/json, text/event-stream';
    const all = { authorization, accept, 'content-type': 'application/json', ...headers };
    const { status, body } = await rawRequest(`http://127.0.0.1:${port}`, {
      ...request,
      headers: all,
    });
    if (status !== 403) continue;
    refused.push(name);
    expect([name, body]).toEqual([name, expect.not.stringContaining('evil')]);
  }
  return refused;
}

const everything = Object.keys(REQUESTS);

describe('the Host header', () => {
  it.each([
    {},
    { host: '0.0.0.0' },
    { host: '0.0.0.0', publicUrl: 'https://code.example.com' },
    { host: '0.0.0.0', hosts: ['service'] },
    { hosts: ['service'] },
  ])('an unknown host name is refused everywhere: %j', async (options) => {
    for (const host of ['evil.example.com', 'localhost.evil.example.com:3070', '0.0.0.0:3070']) {
      expect([host, await refusedBy({ host }, options)]).toEqual([host, everything]);
    }
  });

  it.each([
    ['localhost', {}],
    ['127.0.0.1:9', {}],
    ['[::1]:80', {}],
    ['LOCALHOST:3070', { host: '0.0.0.0' }],
    ['code.example.com', { publicUrl: 'https://code.example.com' }],
    ['service:3070', { host: '0.0.0.0', hosts: ['service'] }],
  ])('the host name %s is allowed everywhere: %j', async (host, options) => {
    expect(await refusedBy({ host }, options)).toEqual([]);
  });

  it.each(['a:b@localhost', 'localhost/x', 'localhost\\x', 'localhost?x', 'localhost#x'])(
    'a Host header with more than a name and a port is refused everywhere: %s',
    async (host) => {
      expect(await refusedBy({ host })).toEqual(everything);
    },
  );

  it('the address that the service listens on is allowed', () => {
    const allows = (host: string, header: string) => {
      const { checkHost } = createHosts({ host }, () => '');
      expect(() => checkHost(header)).not.toThrow();
    };
    allows('192.168.1.5', '192.168.1.5:3070');
    allows('fd00::1', '[fd00::1]:3070');
  });

  it('the error says how to allow a host name', async () => {
    const { service } = await startTestService({ host: '0.0.0.0' });
    const headers = { host: 'code.internal', authorization };
    const { body } = await rawRequest(service.url, { path: '/.api/deepsearch/v1', headers });
    expect(JSON.parse(body)).toEqual({ message: expect.stringContaining('SERVICE_HOSTS') });
    expect((await rawRequest(service.url, { path: '/', headers })).body).toContain('SERVICE_HOSTS');
  });
});

describe('the Origin header', () => {
  /** OAuth is for programs of other websites too, and its pages have a cookie of their own. */
  const checked = everything.filter((name) => !/OAuth|sign-in/.test(name));

  it.each(['http://evil.example.com', 'https://localhost.evil.example.com', 'null'])(
    'a request from %s is refused',
    async (origin) => {
      expect(await refusedBy({ origin }, { host: '0.0.0.0' })).toEqual(checked);
    },
  );

  it.each(['http://localhost:3000', 'http://127.0.0.1:3070'])(
    'a request from %s is allowed',
    async (origin) => {
      expect(await refusedBy({ origin })).toEqual([]);
    },
  );
});
