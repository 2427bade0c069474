import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository, SHOP } from '../repositories.js';
import { type McpFixture, startMcpFixture, startSharedMcpFixture } from './mcp-fixture.js';

interface Block {
  readonly type: string;
  readonly repo: string;
  readonly file: string;
  readonly url: string;
  readonly chunks: readonly {
    readonly startLine: number;
    readonly endLine: number;
    readonly content: string;
  }[];
}
interface Found {
  readonly blocks: readonly Block[];
  readonly notice?: string;
}

let world: McpFixture;
beforeAll(async () => {
  const shop = makeRepository(SHOP, 'shop');
  shop.git('tag', 'v1');
  shop.commit({
    'src/money.ts': 'export type Money = bigint;\n',
    'Größe.txt': 'Die GRÖSSE zählt.\n',
  });
  const till = makeRepository(
    {
      'till.go':
        'package till\n\n// Money is what is in the till.\nfunc Money() int { return 1 }\n',
    },
    'till',
  );
  world = await startSharedMcpFixture({ repositories: [shop.path, till.path] });
});

const find = (query: string) => world.callTool<Found>('keyword_search', { query });
const files = async (query: string) => (await find(query)).blocks.map(({ file }) => file).sort();

describe('keyword_search', () => {
  it('keyword_search returns matching lines with context and their position', async () => {
    const { blocks, notice } = await find('"too many items"');
    expect(notice).toBeUndefined();
    expect(blocks).toHaveLength(1);
    expect(blocks[0]).toMatchObject({
      type: 'file',
      repo: 'shop',
      file: 'src/cart/shopping-cart.ts',
      url: `${world.service.url}/shop/-/blob/src/cart/shopping-cart.ts?L7-11`,
    });
    const [chunk] = blocks[0]?.chunks ?? [];
    expect(chunk).toMatchObject({ startLine: 7, endLine: 11 });
    expect(chunk?.content.split('\n')[2]).toContain('too many items');
  });

  it.each([
    ['computeBackoff', ['src/cart/checkout.ts', 'src/http/retry-policy.ts']],
    ['COMPUTEBACKOFF case:yes', []],
    ['computeBackoff ShoppingCart', ['src/cart/checkout.ts']],
    ['computeBackoff NOT ShoppingCart', ['src/http/retry-policy.ts']],
    ['(jitter OR shelves) NOT python', ['src/http/retry-policy.ts', 'tools/inventory.py']],
    ['jitter OR "import { Money }"', ['src/cart/shopping-cart.ts', 'src/http/retry-policy.ts']],
    ['/class \\w+Report/', ['tools/inventory.py']],
    ['/^def/ OR /\\bzebra\\b/', ['docs/odd (1) #%?.md']],
    ['ShoppingCart file:\\.ts$ -file:test', ['src/cart/checkout.ts', 'src/cart/shopping-cart.ts']],
    ['Money repo:till', ['till.go']],
    ['Money -repo:till file:src/money', ['src/money.ts']],
    ['bigint', ['src/money.ts']],
    ['bigint rev:v1', []],
    ['number rev:v1 file:money', ['src/money.ts']],
    ['größe', ['Größe.txt']],
    ['/gr.sse/', ['Größe.txt']],
    ['file:*.py', ['tools/inventory.py']],
    ['path:*.py', ['tools/inventory.py']],
    ['lang:python', ['tools/inventory.py']],
    ['Money lang:go', ['till.go']],
    ['Money -lang:go -lang:markdown file:^src/money', ['src/money.ts']],
    ['bigint lang:ts', ['src/money.ts']],
    ['bigint language:"TypeScript"', ['src/money.ts']],
    ['bigint ext:ts', ['src/money.ts']],
    ['bigint lang:xml', []],
    ['Money lang:go lang:typescript file:money', ['src/money.ts']],
    ['shopping-cart.ts file:^src', ['src/cart/shopping-cart.ts']],
    ['"$(id)" OR "; rm -rf" OR "--help"', []],
    ['-v --open-files-in-pager', []],
  ])('%s', async (query, wanted) => {
    expect(await files(query)).toEqual(wanted);
  });

  it('keyword_search searches several revisions, with permanent links', async () => {
    const { blocks } = await find('Money file:src/money.ts rev:v1 rev:main');
    expect(blocks.map(({ chunks }) => chunks[0]?.content).sort()).toEqual([
      'export type Money = bigint;',
      'export type Money = number;',
    ]);
    expect(blocks[0]?.url).toMatch(/\/shop@[0-9a-f]{40}\/-\/blob\/src\/money\.ts\?L1$/);
    expect((await find('Money file:src/money.ts rev:v1 rev:main -rev:main')).blocks).toHaveLength(
      1,
    );
  });

  it('keyword_search ranks code before tests and documents', async () => {
    const { blocks } = await find('cart');
    expect(blocks[0]?.file).toMatch(/^src\/cart/);
    expect(blocks.at(-1)?.file).not.toMatch(/^src/);
    const used = 'backoff();\n'.repeat(50);
    const files = { 'a.ts': used, 'z.ts': `${used}\nexport function backoff() {}\n` };
    const { callTool } = await startMcpFixture({
      repositories: [makeRepository(files, 'uses').path],
    });
    const found = await callTool<Found>('keyword_search', { query: 'backoff' });
    expect(found.blocks[0]?.file).toBe('z.ts');
  });

  it.each([
    ['', 'empty'],
    ['a repo:none', 'No repository matches'],
    ['a rev:none', 'has the revision none'],
    ['a -rev:HEAD', 'has the revision'],
    ['/(/', 'The pattern ( is invalid'],
    ['(a', 'not closed'],
    ['a lang:typscript', 'There is no language "typscript". Did you mean TypeScript'],
    ['a lang:qqqqqqq', 'Give a name such as Go, or an extension such as .ts.'],
    ['a type:diff', 'type:diff is not a filter here: svc_diff_search searches changes.'],
    ['a author:kim', 'svc_commit_search and svc_diff_search search by author'],
    ['a after:yesterday', 'search by date'],
    ['patterntype:regexp a', 'between slashes'],
  ])('%j is rejected', async (query, why) => {
    expect(await world.toolError('keyword_search', { query })).toContain(why);
  });

  it('keyword_search does not hang on a hostile regular expression', async () => {
    const { path } = makeRepository({ 'a.txt': `${'a'.repeat(60_000)}!\n`.repeat(30) }, 'bad');
    const mcp = { timeoutMs: 2_000 };
    const { toolError } = await startMcpFixture({ repositories: [path], mcp });
    const words = await toolError('keyword_search', { query: '/(a+)+(a+)+(a|a)+\\1$/' });
    expect(words).toMatch(/too many steps|is invalid|took too long|took longer/);
  });

  it('keyword_search says when it leaves something out', async () => {
    const many = Array.from({ length: 40 }, (_, n) => [`${n}.ts`, 'export const needle = 1;\n']);
    const { path } = makeRepository(Object.fromEntries(many), 'many');
    const { callTool } = await startMcpFixture({ repositories: [path] });
    const { blocks, notice } = await callTool<Found>('keyword_search', { query: 'needle' });
    expect(blocks).toHaveLength(30);
    expect(notice).toContain('30 of 40 files');
  });
});

describe('nls_search', () => {
  const ask = (query: string) => world.callTool<Found>('nls_search', { query });

  it('nls_search finds by stems and parts of names, best first', async () => {
    const { blocks } = await ask('how long do we wait before trying again, exponentially?');
    expect(blocks[0]).toMatchObject({
      repo: 'shop',
      file: 'src/http/retry-policy.ts',
      type: 'file',
    });
    expect(blocks[0]?.chunks[0]?.content).toContain('computeBackoff');
    expect((await ask('report missing shelf')).blocks[0]?.file).toBe('tools/inventory.py');
  });

  it('nls_search applies filters', async () => {
    const tests = await ask('shopping cart items file:test');
    expect(tests.blocks.map(({ file }) => file)).toEqual(['test/shopping-cart.test.ts']);
    const others = await ask('money repo:till');
    expect(others.blocks.map(({ repo }) => repo)).toEqual(['till']);
    const older = await ask('money type rev:v1 file:src/money');
    expect(older.blocks[0]?.chunks[0]?.content).toContain('number');
  });

  it('nls_search rejects a query without terms', async () => {
    expect(await world.toolError('nls_search', { query: 'repo:shop' })).toContain(
      'describe the subject',
    );
    expect((await ask('xylophone')).blocks).toEqual([]);
  });
});
