import { describe, expect, it } from 'vitest';
import type { ApiFault } from '../../local/service/faults/types.js';
import { listToolsOnce } from '../../src/mcp/client.js';
import {
  ToolMissing,
  ToolRefused,
  ToolsBusy,
  ToolsDenied,
  ToolsUnavailable,
} from '../../src/mcp/errors.js';
import { BEN } from '../local/service/service-fixture.js';
import { eventually } from '../support/eventually.js';
import { json } from '../support/http-server.js';
import {
  connect,
  INITIALIZED,
  startScriptedMcpServer,
  startScriptedServer,
  startToolServerFixture,
  type ToolServerFixture,
  thrownBy,
} from './tool-server-fixture.js';

const ask = ({ tools, ann }: ToolServerFixture) => tools.listRepos({ query: 'shop' }, ann);

/** How often the service saw a request of this method. */
function countOf({ service }: ToolServerFixture, method: string): number {
  return service.calls.filter(({ body }) => (body as { method?: string })?.method === method)
    .length;
}

describe('there are no tools', () => {
  it('the tools are unavailable if the MCP server is off', async () => {
    const error = await thrownBy(ask(await startToolServerFixture({ mcp: false })));
    expect(error).toBeInstanceOf(ToolsDenied);
    expect(error).toMatchObject({ reason: 'off', code: 'mcp-denied' });
  });

  it('the tools are unavailable only to the account that is denied', async () => {
    const world = await startToolServerFixture({ mcp: { deniedUserIds: [BEN.id] } });
    const error = await thrownBy(world.tools.listRepos({ query: '' }, world.ben));
    expect(error).toMatchObject({
      reason: 'permission',
      serverMessage: expect.stringContaining('ben'),
    });
    expect(await ask(world)).toMatchObject({ kind: 'record' });
  });

  it('the tools are unavailable with an invalid token, which no error contains', async () => {
    const { tools, service } = await startToolServerFixture();
    const error = await thrownBy(tools.listRepos({ query: '' }, { token: 'sgp_nobody' }));
    expect(error).toMatchObject({ reason: 'token' });
    expect(String(error)).not.toContain('sgp_nobody');
    const before = service.calls.length;
    for (const token of ['', 'two words', 'line\nbreak']) {
      await expect(tools.tools({ token })).rejects.toMatchObject({ reason: 'token' });
    }
    expect(service.calls.length).toBe(before);
  });

  it('the tools are unavailable before 6.8, where the URL is another page', async () => {
    const far = await startScriptedServer((_, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><p>Not found');
    });
    const error = await thrownBy(connect(far.url).tools({ token: 't' }));
    expect(error).toMatchObject({ reason: 'too-old' });
    expect(String(error)).not.toContain('<');
  });

  it('the tools become unavailable once they are removed', async () => {
    const world = await startToolServerFixture();
    await ask(world);
    world.service.faults.add({ route: 'mcp', kind: 'status', status: 403, times: 1 });
    await expect(ask(world)).rejects.toMatchObject({ reason: 'permission' });
    const listed = countOf(world, 'tools/list');
    await ask(world);
    expect(countOf(world, 'tools/list')).toBe(listed + 1);
  });
});

describe('an instance that has only some', () => {
  it('an instance with some of the tools names the missing ones', async () => {
    const far = await startToolServerFixture();
    const only = await startScriptedMcpServer((method) => {
      if (method === 'initialize') return { result: INITIALIZED };
      if (method !== 'tools/list') return undefined;
      const tools = ['x_read_file', 'x_deepsearch', 'x_bulk_read_file'].map((name) => ({ name }));
      return { result: { tools } };
    });
    const tools = connect(only.url);
    const offer = await tools.tools(far.ann);
    expect(offer.offered).toEqual(['read_file']);
    expect(offer.missing).toHaveLength(10);
    expect(offer.others).toEqual(['x_deepsearch', 'x_bulk_read_file']);
    const error = await thrownBy(tools.nlsSearch({ query: 'carts' }, far.ann));
    expect(error).toBeInstanceOf(ToolMissing);
    expect(error).toMatchObject({ tool: 'nls_search' });
  });
});

describe('a tool that refuses', () => {
  it('a tool error keeps its message, and is not retried', async () => {
    const world = await startToolServerFixture();
    const { tools, ann } = world;
    const error = await thrownBy(tools.readFile({ repo: 'shop', path: 'none.ts' }, ann));
    expect(error).toBeInstanceOf(ToolRefused);
    expect(error).toMatchObject({
      tool: 'read_file',
      toolMessage: expect.stringContaining('none.ts'),
    });
    expect((error as Error).message).not.toContain('none.ts');
    expect(countOf(world, 'tools/call')).toBe(1);
  });

  it('a tool error is kept without the secrets in it', async () => {
    const secret = `glpat-${'k3y'.repeat(8)}`;
    const far = await startScriptedMcpServer((method) => {
      if (method === 'initialize') return { result: INITIALIZED };
      if (method === 'tools/list') return { result: { tools: [{ name: 'list_repos' }] } };
      if (method !== 'tools/call') return undefined;
      const text = `git clone failed: token ${secret}`;
      return { result: { isError: true, content: [{ type: 'text', text }] } };
    });
    const error = await thrownBy(connect(far.url).listRepos({ query: '' }, { token: 't' }));
    expect(error).toMatchObject({ toolMessage: expect.stringContaining('git clone failed') });
    expect(error).not.toMatchObject({ toolMessage: expect.stringContaining(secret) });
  });
});

describe('a server in trouble', () => {
  const passing: [string, ApiFault][] = [
    ['an error of its own', { route: 'mcp', kind: 'status', status: 503, times: 1 }],
    ['a wait', { route: 'mcp', kind: 'status', status: 429, retryAfter: 0, times: 1 }],
    ['a reset', { route: 'mcp', kind: 'reset', times: 1 }],
    ['a lost reply', { route: 'mcp', kind: 'lost-reply', times: 1 }],
    ['half a reply', { route: 'mcp', kind: 'cut', times: 1 }],
  ];

  it.each(passing)('retries after %s', async (_, fault) => {
    const world = await startToolServerFixture();
    const hit = world.service.faults.add(fault);
    expect(await ask(world)).toMatchObject({ kind: 'record' });
    expect(hit.hits()).toBe(1);
    const again = world.service.faults.add(fault);
    expect(await ask(world)).toMatchObject({ kind: 'record' });
    expect(again.hits()).toBe(1);
  });

  const lasting: [string, ApiFault, object][] = [
    ['broken', { route: 'mcp', kind: 'status', status: 500 }, { reason: 'server-failed' }],
    ['a page', { route: 'mcp', kind: 'html' }, { reason: 'not-mcp' }],
    ['nonsense', { route: 'mcp', kind: 'malformed' }, { reason: 'not-mcp' }],
    ['another shape', { route: 'mcp', kind: 'wrong-shape' }, { reason: 'not-mcp' }],
    ['hanging', { route: 'mcp', kind: 'hang' }, { reason: 'timeout' }],
    ['dripping', { route: 'mcp', kind: 'drip', ms: 50 }, { reason: 'timeout' }],
    ['cut', { route: 'mcp', kind: 'cut' }, { reason: 'truncated' }],
    ['reset', { route: 'mcp', kind: 'reset' }, { reason: 'unreachable' }],
  ];

  const isEndless = ({ kind }: ApiFault) => kind === 'hang' || kind === 'drip';

  it.each(lasting)('reports a lasting error: %s', async (_, fault, how) => {
    const world = await startToolServerFixture({}, isEndless(fault) ? { timeoutMs: 1_000 } : {});
    const { remove } = world.service.faults.add(fault);
    const first = await thrownBy(ask(world));
    expect(first).toBeInstanceOf(ToolsUnavailable);
    expect(first).toMatchObject(how);
    remove();
    // On a slow machine, a good reply can take longer than the time limit of the endless ones.
    await eventually(async () => void (await ask(world)));
    world.service.faults.add(fault);
    expect(await thrownBy(ask(world))).toMatchObject(how);
  });

  it('does not wait for a long Retry-After', async () => {
    const world = await startToolServerFixture();
    world.service.faults.add({ route: 'mcp', kind: 'status', status: 429, retryAfter: 90 });
    const error = await thrownBy(ask(world));
    expect(error).toBeInstanceOf(ToolsBusy);
    expect(error).toMatchObject({ retryAfterMs: 90_000 });
  });

  it('reports an unreachable server', async () => {
    const error = await thrownBy(connect('http://127.0.0.1:1').tools({ token: 't' }));
    expect(error).toMatchObject({ reason: 'unreachable', message: /ECONNREFUSED/ });
  });

  it('rejects a response above the size limit', async () => {
    const world = await startToolServerFixture({}, { maxReplyBytes: 200_000 });
    await ask(world);
    const { tools, service, ann } = world;
    const body = { jsonrpc: '2.0', id: 0, result: { content: [], more: 'x'.repeat(300_000) } };
    service.faults.add({ route: 'mcp', kind: 'wrong-shape', body });
    const error = await thrownBy(tools.listRepos({ query: '' }, ann));
    expect(error).toMatchObject({ reason: 'too-large' });
  });
});

describe('whoever no longer wants it', () => {
  it('an aborted call rejects at once with its reason', async () => {
    const { tools, service, ann } = await startToolServerFixture();
    const gate = service.gate('mcp');
    const stop = new AbortController();
    const asked = thrownBy(tools.listRepos({ query: '' }, { ...ann, signal: stop.signal }));
    await gate.reached;
    const reason = new Error('changed my mind');
    stop.abort(reason);
    expect(await asked).toBe(reason);
    gate.release();
  });

  it('an aborted call does not abort a shared tool list', async () => {
    const { tools, service, ann } = await startToolServerFixture();
    const gate = service.gate('mcp');
    const stop = new AbortController();
    const asked = thrownBy(tools.listRepos({ query: '' }, { ...ann, signal: stop.signal }));
    const other = tools.listRepos({ query: 'shop' }, ann);
    await gate.reached;
    stop.abort();
    await asked;
    gate.release();
    expect(await other).toMatchObject({ kind: 'record' });
  });
});

describe('a session', () => {
  it('a session is kept, and started again after the server ended it', async () => {
    const seen: (string | undefined)[] = [];
    let session = 's1';
    const far = await startScriptedMcpServer((method, { headers }) => {
      const given = headers['mcp-session-id'];
      if (method === 'initialize') {
        return { result: INITIALIZED, headers: { 'mcp-session-id': session } };
      }
      if (given !== session) return { status: 404 };
      if (method === 'tools/list') return { result: { tools: [{ name: 'list_repos' }] } };
      if (method !== 'tools/call') return undefined;
      seen.push(String(given));
      return { result: { structuredContent: { repositories: [] } } };
    });
    const tools = connect(far.url);
    await tools.listRepos({ query: '' }, { token: 't' });
    session = 's2';
    await tools.listRepos({ query: '' }, { token: 't' });
    expect(seen).toEqual(['s1', 's2']);
  });
});

describe('the newer address', () => {
  it('falls back to the newer URL', async () => {
    const paths = new Set<string>();
    const { service, ann } = await startToolServerFixture();
    const door = await startScriptedServer(async (seen, response) => {
      paths.add(seen.path);
      if (seen.path !== '/base/.api/mcp') return void json(404, {})(seen, response);
      const headers = {
        authorization: String(seen.headers.authorization),
        accept: String(seen.headers.accept),
        'content-type': 'application/json',
      };
      const init = { method: 'POST', headers, body: seen.body };
      const reply = await fetch(`${service.url}/.api/mcp/v1`, init);
      const type = { 'content-type': reply.headers.get('content-type') ?? '' };
      response.writeHead(reply.status, type).end(await reply.text());
    });
    const tools = connect(`${door.url}/base/`);
    expect(await tools.listRepos({ query: 'shop' }, ann)).toMatchObject({ kind: 'record' });
    expect([...paths]).toEqual(['/base/.api/mcp/v1', '/base/.api/mcp']);
  });
});

describe('a look', () => {
  it('listToolsOnce always requests the list', async () => {
    const { service, ann } = await startToolServerFixture();
    const options = { baseUrl: service.url, version: '1', token: ann.token };
    expect((await listToolsOnce(options)).missing).toEqual([]);
    service.faults.add({ route: 'mcp', kind: 'status', status: 503, times: 1 });
    await expect(listToolsOnce(options)).rejects.toBeInstanceOf(ToolsUnavailable);
  });
});
