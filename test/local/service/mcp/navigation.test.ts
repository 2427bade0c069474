import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository, SHOP } from '../repositories.js';
import { type McpFixture, startSharedMcpFixture } from './mcp-fixture.js';

interface Found {
  readonly fileBlocks: readonly {
    readonly type: string;
    readonly repo: string;
    readonly file: string;
    readonly rev?: string;
    readonly chunks: readonly { readonly startLine: number; readonly content: string }[];
  }[];
  readonly precise: boolean;
  readonly notice?: string;
}

let world: McpFixture;
let first = '';
beforeAll(async () => {
  const shop = makeRepository(SHOP, 'shop');
  first = shop.git('rev-parse', 'HEAD');
  shop.git('tag', 'v1');
  shop.commit({
    'src/basket.ts': 'export class Basket {\n  addItem(item: string) {\n  }\n}\n',
    'lib/basket.rb': 'class Basket\n  def empty\n  end\nend\n',
    'lib/shop.rb': 'Basket.new.empty\n',
  });
  const app = makeRepository(
    { 'app.ts': "import { checkout } from 'shop';\ncheckout();\n" },
    'app',
  );
  // Long enough for a slow machine to start the thread that reads syntax.
  const mcp = { timeoutMs: 120_000 };
  world = await startSharedMcpFixture({ repositories: [shop.path, app.path], mcp });
});

const go = (args: object) => world.callTool<Found>('go_to_definition', { repo: 'shop', ...args });
const uses = (args: object) => world.callTool<Found>('find_references', { repo: 'shop', ...args });
const files = ({ fileBlocks }: Found) => fileBlocks.map(({ repo, file }) => `${repo}/${file}`);

describe('go_to_definition', () => {
  it('go_to_definition finds a definition from a use', async () => {
    const found = await go({ path: 'src/cart/checkout.ts', symbol: 'computeBackoff' });
    expect(files(found)).toEqual(['shop/src/http/retry-policy.ts']);
    expect(found).toMatchObject({ fileBlocks: [{ type: 'definition' }] });
    expect(found.fileBlocks[0]?.chunks[0]?.content).toContain('export function computeBackoff');
  });

  it('go_to_definition finds a definition in another repository', async () => {
    const found = await go({ repo: 'app', path: 'app.ts', symbol: 'checkout' });
    expect(files(found)).toEqual(['shop/src/cart/checkout.ts']);
  });

  it('go_to_definition respects the qualifier and the revision', async () => {
    const path = 'test/shopping-cart.test.ts';
    const found = await go({ path, symbol: 'addItem' });
    expect(files(found)).toEqual(['shop/src/cart/shopping-cart.ts']);
    expect(found.precise).toBe(true);
    expect(files(await go({ path, symbol: 'Basket.addItem' }))).toEqual(['shop/src/basket.ts']);
    const older = await go({ path, symbol: 'addItem', revision: 'v1' });
    expect(older.fileBlocks).toMatchObject([{ file: 'src/cart/shopping-cart.ts', rev: first }]);
  });

  it('says when it compared names only', async () => {
    const found = await go({ path: 'lib/shop.rb', symbol: 'empty' });
    expect(files(found)).toEqual(['shop/lib/basket.rb']);
    expect(found.precise).toBe(false);
  });

  it('says whether the result is precise, and when nothing was found', async () => {
    const found = await go({ path: 'src/money.ts', symbol: 'Promise' });
    expect(found).toMatchObject({ fileBlocks: [], precise: false });
    expect(found.notice).toContain('No definition of Promise');
  });

  it.each([
    [{ path: 'src/none.ts', symbol: 'x' }, 'There is no file src/none.ts'],
    [{ path: 'src/money.ts' }, 'The parameter symbol is missing'],
    [{ path: 'src/money.ts', symbol: 'two words' }, 'one name'],
    [{ path: 'src/money.ts', symbol: '' }, 'one name'],
  ])('%j is rejected', async (args, why) => {
    expect(await world.toolError('go_to_definition', { repo: 'shop', ...args })).toContain(why);
  });

  it('treats the symbol as plain text', async () => {
    for (const symbol of ['--help', '-e', '.*', '$(id)', '(']) {
      expect((await go({ path: 'src/money.ts', symbol })).fileBlocks).toEqual([]);
    }
  });
});

describe('find_references', () => {
  it('find_references finds uses in all repositories, without the definition', async () => {
    const found = await uses({ path: 'src/cart/shopping-cart.ts', symbol: 'ShoppingCart' });
    expect(files(found)).toEqual(['shop/src/cart/checkout.ts', 'shop/test/shopping-cart.test.ts']);
    expect(found.precise).toBe(true);
    const checkout = await uses({ path: 'src/cart/checkout.ts', symbol: 'checkout' });
    expect(files(checkout)).toContain('app/app.ts');
  });

  it('find_references respects the limit', async () => {
    const args = { path: 'src/cart/shopping-cart.ts', symbol: 'ShoppingCart', limit: 1 };
    const found = await uses(args);
    expect(files(found)).toEqual(['shop/src/cart/checkout.ts']);
    expect(found.notice).toContain('1 of 2 files');
  });
});
