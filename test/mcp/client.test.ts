import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/mcp/names.js';
import { readLines } from '../../src/mcp/results.js';
import { makeRepository, SHOP } from '../local/service/repositories.js';
import { ANN } from '../local/service/service-fixture.js';
import { startToolServerFixture, type ToolServerFixture } from './tool-server-fixture.js';

const CART = 'src/cart/shopping-cart.ts';

/** Every tool of the document once, and the part of its record that shows what it is. */
async function callAll({ tools, ann }: ToolServerFixture) {
  const at = { repo: 'shop', path: CART, symbol: 'ShoppingCart' };
  const repos = ['shop'];
  const all = [
    tools.readFile({ repo: 'shop', path: 'src/money.ts' }, ann),
    tools.listFiles({ repo: 'shop', path: 'src' }, ann),
    tools.listRepos({ query: 'shop' }, ann),
    tools.keywordSearch({ query: 'computeBackoff' }, ann),
    tools.nlsSearch({ query: 'shopping carts' }, ann),
    tools.goToDefinition({ ...at, path: 'src/cart/checkout.ts' }, ann),
    tools.findReferences(at, ann),
    tools.commitSearch({ repos, authors: ['Ann'] }, ann),
    tools.diffSearch({ repos, pattern: 'ShoppingCart', added: true }, ann),
    tools.compareRevisions({ repo: 'shop', base: 'HEAD', head: 'HEAD' }, ann),
    tools.getContributorRepos({ author: 'ann@example.com' }, ann),
  ];
  return (await Promise.all(all)).map((found) => (found.kind === 'record' ? found.record : found));
}

const RECORDS = [
  { content: '1: export type Money = number;' },
  { files: expect.arrayContaining([{ path: 'src/cart', isDirectory: true }]) },
  { repositories: [{ name: 'shop' }], pagination: { totalCount: 1, hasNextPage: false } },
  { blocks: expect.arrayContaining([expect.objectContaining({ repo: 'shop' })]) },
  { blocks: expect.arrayContaining([expect.objectContaining({ file: CART })]) },
  { fileBlocks: [{ type: 'definition', file: CART }] },
  { fileBlocks: expect.arrayContaining([expect.objectContaining({ type: 'reference' })]) },
  { commits: [{ repository: 'shop', author: expect.stringContaining('Ann'), title: 'a change' }] },
  { results: expect.arrayContaining([expect.objectContaining({ repository: 'shop' })]) },
  { repository: 'shop', files: [], hasNextPage: false },
  { repositories: [{ repoName: 'shop', repoCommitCount: 1 }] },
];

describe('each tool of the document', () => {
  it.each([
    ['as it comes', {}],
    ['as JSON', { mcp: { responseFormat: 'json' } }],
    ['as a stream', { mcp: { responseFormat: 'sse' } }],
    ['in one more field', { mcp: { structuredContent: 'wrapped' } }],
    ['under no prefix', { toolPrefix: '' }],
    ['under another prefix', { toolPrefix: 'acme-code_' }],
  ] as const)('calls every documented tool, and reads its result %s', async (_, options) => {
    const world = await startToolServerFixture(options);
    expect(await callAll(world)).toMatchObject(RECORDS);
  });

  it('every documented tool accepts its documented parameters', async () => {
    const repository = makeRepository(SHOP, 'shop');
    repository.commit({ 'src/money.ts': 'export type Money = bigint;\n' });
    const { tools, ann } = await startToolServerFixture({ repositories: [repository.path] });
    const lines = { startLine: 4, endLine: 5, revision: 'HEAD~1' };
    const part = await tools.readFile({ repo: 'shop', path: CART, ...lines }, ann);
    expect(part.kind === 'record' && readLines(part.record.content)).toEqual({
      first: 4,
      lines: ['export class ShoppingCart {', '  readonly items: string[] = [];'],
    });
    const root = await tools.listFiles({ repo: 'shop', path: '' }, ann);
    expect(root).toMatchObject({
      record: { files: expect.arrayContaining([{ path: 'src', isDirectory: true }]) },
    });
    const between = { repo: 'shop', base: 'HEAD~1', head: 'HEAD', first: 1 };
    expect(await tools.compareRevisions(between, ann)).toMatchObject({
      record: { files: [{ path: 'src/money.ts', added: 1, deleted: 1 }], totalModified: 1 },
    });
  });
});

describe('a call', () => {
  it('a call has the token and the client’s name', async () => {
    const { service, tools, ann } = await startToolServerFixture();
    await tools.listRepos({ query: '' }, ann);
    const sent = service.calls.map(({ headers }) => headers);
    expect(sent.length).toBeGreaterThan(0);
    for (const headers of sent) {
      expect(headers).toMatchObject({ 'x-requested-with': 'deepsearch-slack 1.2.3' });
      expect(headers['accept']).toContain('text/event-stream');
    }
    expect(service.calls.every(({ user }) => user === 'ann')).toBe(true);
    const bearer = { token: { scheme: 'Bearer', value: ANN.token } } as const;
    await tools.listRepos({ query: '' }, bearer);
    expect(service.calls.at(-1)).toMatchObject({
      user: 'ann',
      headers: { authorization: 'Bearer …' },
    });
  });

  it('concurrent calls share one handshake and one tool list', async () => {
    const { service, tools, ann } = await startToolServerFixture();
    await Promise.all([1, 2, 3, 4].map(() => tools.listRepos({ query: '' }, ann)));
    const methods = service.calls.map(({ body }) => (body as { method: string }).method).sort();
    expect(methods).toEqual([
      'initialize',
      'notifications/initialized',
      ...Array(4).fill('tools/call'),
      'tools/list',
    ]);
  });

  it('the tool list expires', async () => {
    const clock = { now: 1 };
    const { service, tools, ann } = await startToolServerFixture({}, { now: () => clock.now });
    const listings = () =>
      service.calls.filter(({ body }) => (body as { method: string }).method === 'tools/list')
        .length;
    await tools.tools(ann);
    await tools.tools(ann);
    expect(listings()).toBe(1);
    clock.now += 600_000;
    await tools.tools(ann);
    expect(listings()).toBe(2);
  });

  it('each call and its outcome is reported to the observer', async () => {
    const seen: string[] = [];
    const observe = (tool: string, { outcome }: { outcome: string }) =>
      void seen.push(`${tool} ${outcome}`);
    const { tools, ann } = await startToolServerFixture({}, { observe });
    await tools.listRepos({ query: '' }, ann);
    await tools.readFile({ repo: 'shop', path: 'none' }, ann).catch(() => undefined);
    expect(seen).toEqual(['list_repos ok', 'read_file mcp-refused']);
  });
});

describe('what is offered', () => {
  it('offers all documented tools, whatever their prefix', async () => {
    const { tools, ann } = await startToolServerFixture({ toolPrefix: 'sg_' });
    expect(await tools.tools(ann)).toEqual({ offered: [...TOOLS], missing: [], others: [] });
  });
});
