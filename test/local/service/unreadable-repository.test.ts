import { chmodSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type McpFixture, startMcpFixture, startSharedMcpFixture } from './mcp/mcp-fixture.js';
import { makePartialClone, makeRepository, SHOP, type TestRepository } from './repositories.js';
import { onlyQuestion, startSearchService } from './service-fixture.js';

const PARTIAL = 'some of its objects are missing, as in a partial clone, or damaged';

interface Found {
  readonly notice?: string;
}

describe('a search beside a partial clone', () => {
  it('answers from the other repositories, and names the one that it could not search', async () => {
    const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const shop = makeRepository(SHOP, 'shop');
    const service = await startSearchService([makePartialClone(shop, 'partial'), shop.path]);
    const { answer, status } = onlyQuestion(await service.ask('Where is ShoppingCart defined?'));
    expect(status).toBe('completed');
    expect(answer).toContain('`ShoppingCart`');
    expect(answer).toContain(`I could not search \`partial\`: ${PARTIAL}.`);
    expect(warned.mock.calls).toEqual([[`partial cannot be searched: ${PARTIAL}.`]]);
    warned.mockRestore();
  });

  it('says so if there is no other repository', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
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

describe('a repository without the content of one file', () => {
  it('is searched for values in the others', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const shop = makeRepository(
      {
        'src/limits.js': 'export const BERTH_LIMIT = 12;\n',
        'src/gone.js': 'export const n = 1;\n',
      },
      'shop',
    );
    const blob = shop.git('rev-parse', 'HEAD:src/gone.js').trim();
    const service = await startSearchService([shop.path]);
    await service.ask('Where is BERTH_LIMIT defined?');
    rmSync(join(shop.path, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
    const { answer, status } = onlyQuestion(await service.ask('What is the default berth limit?'));
    expect(status).toBe('completed');
    expect(answer).not.toContain('is invalid');
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
    expect(answer).toContain(
      'I could not search `gone`: git does not find it any more: it was moved or deleted, is damaged, or may not be read.',
    );
  });
});

describe('a tool over a partial clone, an empty repository and a good one', () => {
  const repos = ['partial', 'fresh', 'shop'];
  let mcp: McpFixture;
  beforeAll(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
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

/** Makes an object of the repository unreadable. */
function damage({ path, git }: TestRepository, name: string): void {
  const id = git('rev-parse', name);
  const file = join(path, '.git/objects', id.slice(0, 2), id.slice(2));
  chmodSync(file, 0o644);
  truncateSync(file);
}

describe('a repository in trouble', () => {
  const broken: readonly (readonly [
    trouble: string,
    spoil: (made: TestRepository) => unknown,
    words: string,
  ])[] = [
    ['a damaged tree', (made) => damage(made, 'HEAD^{tree}'), 'it is damaged'],
    ['a damaged commit', (made) => damage(made, 'HEAD'), 'it is damaged'],
    [
      'a HEAD that names no branch',
      ({ git }) => git('symbolic-ref', 'HEAD', 'refs/heads/none'),
      'its HEAD names no commit, although it has branches',
    ],
    [
      'a HEAD that is garbage',
      ({ path }) => writeFileSync(join(path, '.git/HEAD'), 'garbage'),
      'git does not find it any more',
    ],
    [
      'a damaged pack',
      ({ path, git }) => {
        git('gc', '-q');
        rmSync(join(path, '.git/objects/pack'), { recursive: true });
      },
      'its HEAD names no commit',
    ],
  ];

  it.each(broken)('with %s costs its own share, and is named', async (_trouble, spoil, words) => {
    const shop = makeRepository(SHOP, 'shop');
    const trouble = makeRepository({ 'cart.ts': 'export class ShoppingCart {}\n' }, 'trouble');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const mcp = await startMcpFixture({ repositories: [trouble.path, shop.path], answers: true });
    spoil(trouble);
    const found = await mcp.callTool<Found>('keyword_search', { query: 'ShoppingCart' });
    expect(JSON.stringify(found)).toContain('src/cart/shopping-cart.ts');
    expect(found.notice).toContain(`trouble could not be searched: ${words}`);
    const args = { repo: 'trouble', path: 'cart.ts' };
    expect(await mcp.toolError('read_file', args)).toContain(words);
    vi.restoreAllMocks();
  });

  const sound: readonly (readonly [state: string, prepare: (made: TestRepository) => string])[] = [
    ['is bare', (made) => clone(made, '--bare')],
    ['has a shallow history', (made) => clone(made, '--depth=1')],
    [
      'is a worktree',
      ({ path, git }) => {
        git('worktree', 'add', '-q', '../beside', '-b', 'beside');
        return join(path, '../beside');
      },
    ],
    [
      'has a lock that was left over',
      ({ path }) => {
        writeFileSync(join(path, '.git/index.lock'), '');
        return path;
      },
    ],
  ];

  it.each(sound)('that %s is searched as any other', async (_state, prepare) => {
    const made = makeRepository({ 'cart.ts': 'export class ShoppingBag {}\n' }, 'made');
    made.commit({ 'cart.ts': 'export class ShoppingCart {}\n' });
    const mcp = await startMcpFixture({ repositories: [prepare(made)] });
    const { repositories } = await mcp.callTool<{ repositories: { name: string }[] }>(
      'list_repos',
      { query: '' },
    );
    const repo = repositories[0]?.name ?? '';
    const found = await mcp.callTool<Found>('keyword_search', { query: 'ShoppingCart' });
    expect(JSON.stringify(found)).toContain('cart.ts');
    expect(found.notice).toBeUndefined();
    const commits = await mcp.callTool<Found>('commit_search', { repos: [repo] });
    expect(JSON.stringify(commits)).toContain('a change');
  });
});

function clone({ path, git }: TestRepository, option: string): string {
  const target = join(path, '../clone');
  git('clone', '-q', option, pathToFileURL(path).href, target);
  return target;
}
