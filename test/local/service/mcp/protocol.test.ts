import { request as httpRequest } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../../local/demo/free-port.js';
import { rawRequest } from '../http/raw-request.js';
import { makeRepository, SHOP } from '../repositories.js';
import { ANN, BEN } from '../service-fixture.js';
import { HEADERS, startMcpFixture, toolCall } from './mcp-fixture.js';

const NAMES = [
  'read_file',
  'list_files',
  'list_repos',
  'keyword_search',
  'nls_search',
  'go_to_definition',
  'find_references',
  'commit_search',
  'diff_search',
  'compare_revisions',
  'get_contributor_repos',
];
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

function shop(): string {
  return makeRepository(SHOP, 'shop').path;
}

async function connect(url: string, mode: 'legacy' | 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `token ${ANN.token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  return client;
}

describe('the official MCP client', () => {
  for (const [mode, version] of [
    ['legacy', '2025-11-25'],
    ['auto', '2026-07-28'],
  ] as const) {
    it(`the official MCP client lists and calls tools with protocol version ${version}`, async () => {
      const { url } = await startMcpFixture({ repositories: [shop()] });
      const client = await connect(url, mode);
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(NAMES.map((name) => `svc_${name}`));
      expect(tools.every((tool) => tool.outputSchema && tool.annotations?.readOnlyHint)).toBe(true);
      const args = { repo: 'shop', path: 'src/money.ts' };
      const result = await client.callTool({ name: 'svc_read_file', arguments: args });
      expect(result.structuredContent).toMatchObject({ content: '1: export type Money = number;' });
      const refused = await client.callTool({ name: 'svc_read_file', arguments: { repo: 'shop' } });
      expect(refused).toMatchObject({ isError: true });
      await client.close();
    });
  }

  it('every tool returns what its output schema declares', async () => {
    const { url } = await startMcpFixture({ repositories: [shop()] });
    const client = await connect(url, 'legacy');
    await client.listTools();
    const repo = 'shop';
    const at = { repo, path: 'src/cart/shopping-cart.ts', symbol: 'ShoppingCart' };
    const calls: Record<string, Record<string, unknown>> = {
      read_file: { repo, path: 'README.md' },
      list_files: { repo },
      list_repos: { query: 'shop' },
      keyword_search: { query: 'cart' },
      nls_search: { query: 'shopping cart' },
      go_to_definition: at,
      find_references: at,
      commit_search: { repos: [repo] },
      diff_search: { repos: [repo], pattern: 'ShoppingCart' },
      compare_revisions: { repo, base: 'HEAD', head: 'HEAD' },
      get_contributor_repos: { author: 'Ann' },
    };
    expect(Object.keys(calls)).toEqual(NAMES);
    for (const [name, args] of Object.entries(calls)) {
      const result = await client.callTool({ name: `svc_${name}`, arguments: args });
      expect([name, result.isError]).toEqual([name, undefined]);
      const [content] = result.content;
      const text = content?.type === 'text' ? content.text : '';
      expect(JSON.parse(text)).toEqual(result.structuredContent);
    }
    await client.close();
  });
});

describe('tool names', () => {
  it.each([
    ['acme_', 'acme_read_file'],
    ['', 'read_file'],
  ])('tool names have the prefix %j', async (toolPrefix, name) => {
    const world = await startMcpFixture({ repositories: [shop()], toolPrefix });
    const { message } = await world.post(LIST);
    const { tools } = message.result as unknown as { tools: { name: string }[] };
    expect(tools[0]?.name).toBe(name);
    expect(await world.toolError('read_file', { repo: 'shop', path: 'src' })).toContain(
      `${toolPrefix}list_files`,
    );
  });
});

describe('a bare POST', () => {
  it('a POST calls a tool without a handshake', async () => {
    const world = await startMcpFixture({ repositories: [shop()] });
    const { status, type, message } = await world.post(toolCall('svc_list_repos', { query: '' }));
    expect([status, type]).toEqual([200, 'text/event-stream']);
    expect(message.result?.isError).toBeUndefined();
  });

  it.each([
    ['json', 'application/json'],
    ['sse', 'text/event-stream'],
  ] as const)('the response is %s if that is configured', async (responseFormat, wanted) => {
    const world = await startMcpFixture({ repositories: [shop()], mcp: { responseFormat } });
    const { type, message } = await world.post(toolCall('svc_list_repos', { query: '' }));
    expect(type).toContain(wanted);
    expect(message.result?.structuredContent).toHaveProperty('pagination');
  });

  it.each([
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/*;q=0.8', 'application/json'],
    ['application/json, text/event-stream;q=0', 'application/json'],
    ['text/html, */*; q=0.1', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['TEXT/EVENT-STREAM;charset=utf-8', 'text/event-stream'],
    ['application/json,text/event-stream', 'text/event-stream'],
  ])('a client that accepts %j gets %s', async (accept, wanted) => {
    const world = await startMcpFixture();
    // Two versions of the protocol, with different formats by default.
    for (const version of [{}, { 'mcp-protocol-version': '2025-06-18' }]) {
      const { status, type, message } = await world.post(LIST, { accept, ...version });
      expect([accept, status, type]).toEqual([accept, 200, expect.stringContaining(wanted)]);
      expect(message.result).toHaveProperty('tools');
    }
    const { status } = await world.post(toolCall('svc_no_such', {}), { accept });
    expect(status).toBe(200);
  });

  it.each(['text/html', 'application/json;q=0', 'image/*'])(
    'a client that accepts only %s gets a 406',
    async (accept) => {
      const world = await startMcpFixture();
      expect((await world.post(LIST, { accept })).status).toBe(406);
    },
  );

  it.each(['*/*', 'application/json'])(
    'a client that accepts %s gets all responses to a batch',
    async (accept) => {
      const world = await startMcpFixture({ repositories: [shop()] });
      const batch = [LIST, { ...LIST, id: 2 }, { ...toolCall('svc_no_such', {}), id: 3 }];
      const { status, text } = await world.post(batch, { accept });
      const responses = JSON.parse(text) as readonly { readonly id: number }[];
      expect([status, responses.map(({ id }) => id).sort()]).toEqual([200, [1, 2, 3]]);
    },
  );

  it('a request without an Accept header gets JSON', async () => {
    const { url } = await startMcpFixture();
    const headers = { authorization: `token ${ANN.token}`, 'content-type': 'application/json' };
    const { pathname } = new URL(url);
    const request = { method: 'POST', path: pathname, headers, body: JSON.stringify(LIST) };
    const { status, headers: received } = await rawRequest(url, request);
    expect([status, received['content-type']]).toEqual([
      200,
      expect.stringContaining('application/json'),
    ]);
  });

  it('structured content is wrapped in one more field if that is configured', async () => {
    const world = await startMcpFixture({
      repositories: [shop()],
      mcp: { structuredContent: 'wrapped' },
    });
    const found = await world.callTool('list_repos', { query: 'shop' });
    expect(found).toHaveProperty('content.repositories.0.name', 'shop');
    expect(await world.toolError('list_repos')).toContain('The parameter query is missing');
  });

  it('an invalid request gets the JSON-RPC error of the specification', async () => {
    const world = await startMcpFixture();
    const codeOf = async (body: unknown) => (await world.post(body)).message.error?.code;
    expect(await codeOf('{"jsonrpc"')).toBe(-32700);
    expect(await codeOf({ ...LIST, method: 'no/such' })).toBe(-32601);
    expect(await codeOf(toolCall('svc_no_such', {}))).toBe(-32602);
    expect((await world.post(LIST, { accept: 'text/html' })).status).toBe(406);
    expect((await world.post(LIST, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await world.post(`"${'x'.repeat(1_100_000)}"`)).status).toBe(413);
  });

  it('methods other than POST are a 405', async () => {
    const { url } = await startMcpFixture();
    const headers = { ...HEADERS, authorization: `token ${ANN.token}` };
    for (const method of ['GET', 'DELETE']) {
      expect((await fetch(url, { method, headers })).status).toBe(405);
    }
  });
});

describe('authorization', () => {
  it('a request without a valid token is a 401', async () => {
    const world = await startMcpFixture();
    for (const authorization of ['', 'token wrong', `Basic ${ANN.token}`, 'token']) {
      const { status, headers, message } = await world.post(LIST, { authorization });
      expect([authorization, status]).toEqual([authorization, 401]);
      expect(headers.get('www-authenticate')).toContain('Token');
      expect(message.error?.message).toContain('Authorization: token');
    }
    world.service.revoke(ANN.token);
    expect((await world.post(LIST)).status).toBe(401);
  });

  it('a denied user gets a 403', async () => {
    const world = await startMcpFixture({ mcp: { deniedUserIds: [BEN.id] } });
    const asBen = { authorization: `token ${BEN.token}` };
    expect((await world.post(LIST, asBen)).status).toBe(403);
    expect((await world.post(LIST)).status).toBe(200);
  });

  it('the endpoint is a 404 if the MCP server is off', async () => {
    const world = await startMcpFixture({ mcp: false });
    expect((await world.post(LIST)).status).toBe(404);
  });
});

describe('DNS rebinding', () => {
  it.each([
    [{ host: 'evil.example.com' }, 403],
    [{ host: 'evil.example.com:80', origin: 'http://evil.example.com' }, 403],
    [{ origin: 'http://evil.example.com' }, 403],
    [{ origin: 'null' }, 403],
    [{ host: 'localhost:9', origin: 'http://localhost:3000' }, 200],
    [{ host: 'service:3070' }, 200],
    [{ host: 'code.example.com', origin: 'https://code.example.com' }, 200],
  ])('a request with %j gets %i', async (given, wanted) => {
    const port = await freePort();
    await startMcpFixture({
      port,
      publicUrl: 'https://code.example.com',
      hosts: ['service'],
    });
    expect(await statusOf(port, given)).toBe(wanted);
  });
});

describe('injected faults', () => {
  it('injected faults apply to MCP requests too', async () => {
    const world = await startMcpFixture();
    world.service.faults.add({ route: 'mcp', kind: 'status', status: 503, times: 1 });
    expect((await world.post(LIST)).status).toBe(503);
    world.service.faults.add({ route: 'mcp', kind: 'html', times: 1 });
    expect((await world.post(LIST)).type).toContain('text/html');
    expect((await world.post(LIST)).status).toBe(200);
    world.service.faults.add({ route: 'mcp', kind: 'cut', times: 1 });
    await expect(world.post(LIST)).rejects.toThrow();
  });

  it('the call log contains MCP requests', async () => {
    const world = await startMcpFixture();
    await world.post(toolCall('svc_list_repos', { query: '' }));
    await world.service.waitFor(() => world.service.calls[0]?.status, { what: 'the call' });
    expect(world.service.calls[0]).toMatchObject({
      route: 'mcp',
      status: 200,
      user: 'ann',
      body: { method: 'tools/call', params: { name: 'svc_list_repos' } },
    });
  });
});

describe('a tool', () => {
  it('a tool that takes too long is stopped and says so', async () => {
    const world = await startMcpFixture({ repositories: [shop()], mcp: { timeoutMs: 1 } });
    const words = await world.toolError('commit_search', { repos: ['shop'] });
    expect(words).toContain('took longer than 0.001 seconds');
    expect(words).toContain('narrow');
  });
});

/** `fetch` sets its own Host. */
function statusOf(port: number, given: Record<string, string>): Promise<number> {
  const headers = { ...HEADERS, authorization: `token ${ANN.token}`, ...given };
  const target = { host: '127.0.0.1', port, path: '/.api/mcp/v1', method: 'POST', headers };
  return new Promise((resolve, reject) => {
    const request = httpRequest(target, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject).end(JSON.stringify(LIST));
  });
}
