import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository, SHOP, type TestRepository } from '../repositories.js';
import { type McpFixture, startMcpFixture, startSharedMcpFixture } from './mcp-fixture.js';

const LONG = Array.from({ length: 30_000 }, (_, n) => `line ${n + 1}`).join('\n');

interface File {
  readonly content: string;
  readonly url: string;
}
interface Listing {
  readonly files: readonly { readonly path: string; readonly isDirectory: boolean }[];
  readonly notice?: string;
}

let world: McpFixture;
let shop: TestRepository;
let first = '';
beforeAll(async () => {
  shop = makeRepository({ ...SHOP, 'long.txt': LONG, 'exact.txt': 'x'.repeat(131_072) }, 'shop');
  first = shop.git('rev-parse', 'HEAD');
  shop.git('tag', 'v1');
  symlinkSync('README.md', join(shop.path, 'link.md'));
  shop.commit({
    'README.md': '# Shop\r\n\r\nNow bigger.\r\n',
    'wide.txt': `${'w'.repeat(140_000)}\n`,
  });
  world = await startSharedMcpFixture({ repositories: [shop.path] });
});

describe('read_file', () => {
  const read = (args: object) => world.callTool<File>('read_file', { repo: 'shop', ...args });
  const refusal = (args: object) => world.toolError('read_file', { repo: 'shop', ...args });

  it('read_file returns numbered lines, for all line endings', async () => {
    const { content, url } = await read({ path: 'README.md' });
    expect(content).toBe('1: # Shop\n2: \n3: Now bigger.');
    expect(url).toBe(`${world.service.url}/shop/-/blob/README.md`);
    expect((await fetch(url)).status).toBe(200);
  });

  it('read_file returns a range of lines', async () => {
    const { content, url } = await read({ path: './long.txt', startLine: 200, endLine: 201 });
    expect(content).toBe('200: line 200\n201: line 201');
    expect(url).toContain('long.txt?L200-201');
    expect((await read({ path: 'README.md', startLine: 3 })).content).toBe('3: Now bigger.');
    expect((await read({ path: 'README.md', endLine: 1 })).content).toBe('1: # Shop');
    expect((await read({ path: 'README.md', endLine: 99 })).content).toContain('3: Now');
  });

  it('read_file returns a file at a revision, with a permanent link', async () => {
    for (const revision of ['v1', 'main~1', first, first.slice(0, 9)]) {
      const { content, url } = await read({ path: 'README.md', revision });
      expect(content).toContain('A small shop.');
      expect(url).toContain(`/shop@${first}/-/blob/README.md`);
      expect(await (await fetch(url)).text()).toContain('A small shop.');
    }
  });

  it('read_file reads at most 128 KB at once', async () => {
    expect((await read({ path: 'exact.txt' })).content).toHaveLength(131_072 + 3);
    expect(await refusal({ path: 'long.txt' })).toContain('give startLine and endLine');
    const over = await refusal({ path: 'long.txt', startLine: 2 });
    const [, last] = /at most to line (\d+)/.exec(over) ?? [];
    const { content } = await read({ path: 'long.txt', startLine: 2, endLine: Number(last) });
    expect(content).toContain(`${last}: line ${last}`);
    expect(await refusal({ path: 'wide.txt', startLine: 1 })).toContain('Line 1 alone');
  });

  it.each([
    [{ path: 'logo.png' }, 'binary'],
    [{ path: 'src' }, 'is a folder: svc_list_files'],
    [{ path: '.' }, 'is a folder'],
    [{ path: 'link.md' }, 'symbolic link to README.md'],
    [{ path: 'money.ts' }, 'Did you mean src/money.ts?'],
    [{ path: 'src/mony.ts' }, 'Did you mean src/money.ts?'],
    [{ path: 'wide.txt', revision: 'v1' }, 'There is no file wide.txt in shop at v1.'],
    [{ path: 'README.md', revision: 'v2' }, 'Did you mean v1?'],
    [{ path: 'README.md', startLine: 9 }, 'has 3 lines'],
    [{ path: 'README.md', startLine: 3, endLine: 2 }, 'in order'],
    [{ path: 'README.md', startLine: 0 }, 'counted from 1'],
    [{ path: 'README.md', startLine: 'x' }, 'startLine is invalid'],
    [{}, 'The parameter path is missing. It is the file’s path'],
    [{ path: 'README.md', revison: 'v1' }, 'Unknown parameter revison'],
    [{ repo: 'shpo', path: 'README.md' }, 'Did you mean shop? svc_list_repos'],
  ])('%j is rejected', async (args, why) => {
    expect(await refusal(args)).toContain(why);
  });

  it.each([
    '../secret',
    'src/../../secret',
    '/etc/passwd',
    'src//money.ts',
    '..',
    'a\0b',
    '--help',
    '-z',
    ':(glob)**',
    'src/*',
  ])('the path %j is rejected', async (path) => {
    expect(await refusal({ path })).toMatch(/must be inside|There is no file|Arguments must not/);
  });

  it.each(['--help', '-h', '--git-dir=/etc', '^main', 'HEAD:README.md', '', 'a b', '@{u}', 'x\0'])(
    'the revision %j is rejected',
    async (revision) => {
      expect(await refusal({ path: 'README.md', revision })).toMatch(
        /There is no revision|Arguments must not/,
      );
    },
  );
});

describe('list_files', () => {
  const list = (args: object) => world.callTool<Listing>('list_files', { repo: 'shop', ...args });
  const refusal = (args: object) => world.toolError('list_files', { repo: 'shop', ...args });

  it('list_files lists the root and directories', async () => {
    const { files } = await list({});
    expect(files).toContainEqual({ path: 'src', isDirectory: true });
    expect(files).toContainEqual({ path: 'README.md', isDirectory: false });
    for (const path of ['.', './', '/']) expect((await list({ path })).files).toEqual(files);
    const paths = (await list({ path: 'src/cart/' })).files.map(({ path }) => path);
    expect(paths).toEqual(['src/cart/checkout.ts', 'src/cart/shopping-cart.ts']);
    expect((await list({ revision: 'v1' })).files).not.toContainEqual(
      expect.objectContaining({ path: 'wide.txt' }),
    );
  });

  it.each([
    [{ path: '' }, 'The path is empty'],
    [{ path: '../' }, 'must be inside'],
    [{ path: 'src/money.ts' }, 'svc_read_file reads it'],
    [{ path: 'sources' }, 'There is no directory sources'],
    [{ revision: 'nope' }, 'There is no revision "nope"'],
  ])('%j is rejected', async (args, why) => {
    expect(await refusal(args)).toContain(why);
  });

  it('list_files says when it does not show all entries', async () => {
    const many = Array.from({ length: 1_001 }, (_, n) => [`many/${n}.txt`, `${n}`]);
    const { path } = makeRepository(Object.fromEntries(many), 'many');
    const { callTool } = await startMcpFixture({ repositories: [path] });
    const { files, notice } = await callTool<Listing>('list_files', { repo: 'many', path: 'many' });
    expect(files).toHaveLength(1_000);
    expect(notice).toContain('1000 of 1001');
  });
});

describe('list_repos', () => {
  it('names only some of many unknown parameters, shortened', async () => {
    const names = Array.from({ length: 100 }, (_, n) => [`${n}${'x'.repeat(1_000)}`, 1]);
    const words = await world.toolError('list_repos', { query: '', ...Object.fromEntries(names) });
    expect(words).toContain(`Unknown parameter 0${'x'.repeat(49)}, 1x`);
    expect(words.length).toBeLessThan(500);
  });

  interface Page {
    readonly repositories: readonly { readonly name: string }[];
    readonly pagination: Readonly<Record<string, unknown>>;
  }
  const names = ({ repositories }: Page) => repositories.map(({ name }) => name);

  it('list_repos returns a repository’s description', async () => {
    const { path } = makeRepository({ a: 'a' }, 'told');
    const describe = async () => {
      const { callTool } = await startMcpFixture({ repositories: [path] });
      return callTool('list_repos', { query: 'told' });
    };
    const at = 'repositories.0.description';
    expect(await describe()).toHaveProperty([...at.split('.')], '');
    writeFileSync(join(path, '.git/description'), 'What it is for.\n');
    expect(await describe()).toHaveProperty([...at.split('.')], 'What it is for.');
  });

  it('list_repos finds by substring, glob or regex, and pages both ways', async () => {
    const all = ['alpha', 'alphabet', 'beta', 'gamma'];
    const repositories = all.map((name) => makeRepository({ a: 'a' }, name).path);
    const { callTool, toolError } = await startMcpFixture({ repositories });
    const list = (query: string, args = {}) => callTool<Page>('list_repos', { query, ...args });
    expect(names(await list(''))).toEqual(all);
    expect(names(await list('ALPHA'))).toEqual(['alpha', 'alphabet']);
    expect(names(await list('*et*'))).toEqual(['alphabet', 'beta']);
    expect(names(await list('^(b|g)'))).toEqual(['beta', 'gamma']);
    expect((await list('nothing')).pagination).toEqual({
      totalCount: 0,
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: '',
      endCursor: '',
    });
    const one = await list('', { limit: 3 });
    expect(one.pagination).toMatchObject({
      totalCount: 4,
      hasNextPage: true,
      hasPreviousPage: false,
    });
    const two = await list('', { limit: 3, after: one.pagination['endCursor'] });
    expect(names(two)).toEqual(['gamma']);
    expect(two.pagination).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const back = await list('', { limit: 2, before: two.pagination['startCursor'] });
    expect(names(back)).toEqual(['alphabet', 'beta']);
    expect(await toolError('list_repos', { query: '', after: 'nonsense' })).toContain(
      'not a cursor',
    );
    expect(await toolError('list_repos', { query: '', limit: 101 })).toContain('limit is invalid');
  });
});
