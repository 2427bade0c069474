import { rmSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type McpFixture, startSharedMcpFixture } from './mcp/mcp-fixture.js';
import { makePartialClone, makeRepository, SHOP } from './repositories.js';
import { onlyQuestion, startSearchService } from './service-fixture.js';

const PARTIAL = 'some of its objects are missing, as in a partial clone';

interface Found {
  readonly notice?: string;
}

describe('a search beside a partial clone', () => {
  it('answers from the other repositories, and names the one that it could not search', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const shop = makeRepository(SHOP, 'shop');
    const service = await startSearchService([makePartialClone(shop, 'partial'), shop.path]);
    const { answer, status } = onlyQuestion(await service.ask('Where is ShoppingCart defined?'));
    expect(status).toBe('completed');
    expect(answer).toContain('`ShoppingCart` is a class in');
    expect(answer).toContain(`I could not search \`partial\`: ${PARTIAL}.`);
    expect(warned.mock.calls).toEqual([[`partial cannot be searched: ${PARTIAL}.`]]);
    warned.mockRestore();
  });

  it('says so if there is no other repository', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const service = await startSearchService([
      makePartialClone(makeRepository(SHOP), 'partial'),
      makeRepository({}, 'fresh').path,
    ]);
    const { answer } = onlyQuestion(await service.ask('Where is ShoppingCart defined?'));
    expect(answer).toContain(`I could not search \`partial\`: ${PARTIAL}.`);
    expect(answer).toContain('`fresh` has no commits yet');
    vi.restoreAllMocks();
  });
});

describe('a repository that vanished', () => {
  it('is named in the answer', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const gone = makeRepository({ 'cart.ts': 'export class ShoppingCart {}\n' }, 'gone');
    const service = await startSearchService([gone.path, shop.path]);
    await service.ask('Where is ShoppingCart defined?');
    rmSync(gone.path, { recursive: true });
    const { answer } = onlyQuestion(await service.ask('Where is ShoppingCart defined?'));
    expect(answer).toContain('src/cart/shopping-cart.ts');
    expect(answer).toContain('I could not search `gone`: it is no longer there.');
  });
});

describe('a tool over a partial clone, an empty repository and a good one', () => {
  const repos = ['partial', 'fresh', 'shop'];
  let mcp: McpFixture;
  beforeAll(async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const shop = makeRepository(SHOP, 'shop');
    const fresh = makeRepository({}, 'fresh');
    const partial = makePartialClone(shop, 'partial');
    mcp = await startSharedMcpFixture({ repositories: [partial, fresh.path, shop.path] });
  });

  it.each([
    ['keyword_search', { query: 'ShoppingCart' }],
    ['nls_search', { query: 'shopping cart' }],
    ['commit_search', { repos, contentTerms: ['ShoppingCart'] }],
    ['diff_search', { repos, pattern: 'ShoppingCart' }],
  ])('%s finds what the good one has and names the partial clone', async (tool, args) => {
    const found = await mcp.callTool<Found>(tool, args);
    expect(JSON.stringify(found)).toContain('"shop"');
    expect(found.notice).toContain(`partial could not be searched: ${PARTIAL}.`);
  });

  it.each([
    ['commit_search', { repos, messageTerms: ['change'] }],
    ['diff_search', { repos, pattern: 'ShoppingCart' }],
  ])('%s names the empty one', async (tool, args) => {
    const { notice } = await mcp.callTool<Found>(tool, args);
    expect(notice).toContain('fresh could not be searched: it has no commits yet.');
  });

  it('find_references finds what the good one has', async () => {
    const args = { repo: 'shop', path: 'src/cart/shopping-cart.ts', symbol: 'ShoppingCart' };
    const found = await mcp.callTool<Found>('find_references', args);
    expect(JSON.stringify(found)).toContain('src/cart/checkout.ts');
  });

  it.each([
    ['keyword_search', { query: 'repo:partial ShoppingCart' }],
    ['diff_search', { repos: ['partial'], pattern: 'ShoppingCart' }],
    ['read_file', { repo: 'partial', path: 'README.md' }],
  ])('%s does not blame the arguments if there is only the partial clone', async (tool, args) => {
    expect(await mcp.toolError(tool, args)).toContain(PARTIAL);
  });
});
