import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { buildQuery } from '../../../../local/service/index/query.js';
import {
  createSearchIndex,
  type SearchIndex,
} from '../../../../local/service/index/search-index.js';
import { builtProgram } from '../../../support/dist.js';
import { makeFolder, makeRepository, SHOP, type TestRepository } from '../repositories.js';

const open: SearchIndex[] = [];
afterEach(() => Promise.all(open.splice(0).map((index) => index.stop())));

/** An index as one run of the service opens it. `read` is how many files it had to read. */
function startRun(cacheDir: string, { path, git }: TestRepository) {
  const index = createSearchIndex({ cacheDir });
  open.push(index);
  let read = 0;
  const find = async (question: string) => {
    const commit = git('rev-parse', 'HEAD');
    const { files } = await index.search({
      ...{ gitDir: join(path, '.git'), commit, query: buildQuery(question) },
      progress: ({ total }) => {
        read = total;
      },
    });
    return files.map((file) => file.path);
  };
  const end = async () => {
    // What is asked for next is done after the index has been written.
    await find('anything');
    await index.stop();
  };
  return { find, end, read: () => read };
}

/** The files of the only index in the folder whose names end so. */
function filesIn(cacheDir: string, ending: string): string[] {
  const folder = join(cacheDir, readdirSync(cacheDir)[0] ?? '');
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.map((name) => join(folder, name));
}

function withOtherByte(good: Buffer): Buffer {
  const bad = Buffer.from(good);
  bad[20] = (bad[20] ?? 0) ^ 1;
  return bad;
}

describe('the cache of an index', () => {
  it('a cached index is not built again by the next run', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const cacheDir = makeFolder();
    const first = startRun(cacheDir, shop);
    const found = await first.find('compute backoff');
    expect(first.read()).toBe(Object.keys(SHOP).length);
    await first.end();
    const second = startRun(cacheDir, shop);
    expect(await second.find('compute backoff')).toEqual(found);
    expect(second.read()).toBe(0);
  });

  it('a cached index is updated with the files that changed since', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const cacheDir = makeFolder();
    const first = startRun(cacheDir, shop);
    await first.find('compute backoff');
    await first.end();
    shop.git('rm', '-q', 'src/http/retry-policy.ts');
    shop.commit({ 'src/giraffe.ts': 'export function feedGiraffe() {}\n' });
    const second = startRun(cacheDir, shop);
    expect(await second.find('giraffe')).toEqual(['src/giraffe.ts']);
    expect(second.read()).toBe(1);
    expect(await second.find('exponential jitter')).toEqual([]);
  });

  it('finds a file by the messages of its commits, also of those since the index was cached', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const { git, commit } = shop;
    const changeMoney = (content: string, message: string) => {
      commit({ 'src/money.ts': content });
      git('commit', '-q', '--amend', '-m', message);
    };
    changeMoney('export const cents = 1;\n', 'Round to the nearest giraffe');
    const cacheDir = makeFolder();
    const first = startRun(cacheDir, shop);
    expect(await first.find('giraffe')).toEqual(['src/money.ts']);
    await first.end();
    changeMoney('export const cents = 2;\n', 'Count elephants');
    const second = startRun(cacheDir, shop);
    expect(await second.find('elephants')).toEqual(['src/money.ts']);
    expect(await second.find('giraffe')).toEqual(['src/money.ts']);
    expect(second.read()).toBe(1);
  });

  it('a damaged index, or one of other code, is built again', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const cacheDir = makeFolder();
    const first = startRun(cacheDir, shop);
    const found = await first.find('compute backoff');
    await first.end();
    const damages = ['manifest.json', '.segment'].flatMap((ending) => [
      { ending, damage: () => Buffer.alloc(0) },
      { ending, damage: (good: Buffer) => good.subarray(0, -50) },
      { ending, damage: withOtherByte },
    ]);
    const otherCode = (good: Buffer) => Buffer.from(`${good}`.replace('fingerprint":"', '$&x'));
    for (const { ending, damage } of [...damages, { ending: '.json', damage: otherCode }]) {
      for (const path of filesIn(cacheDir, ending)) {
        writeFileSync(path, damage(readFileSync(path)));
      }
      const next = startRun(cacheDir, shop);
      expect(await next.find('compute backoff')).toEqual(found);
      expect(next.read()).toBe(Object.keys(SHOP).length);
      await next.end();
    }
  });

  it('names the code that it was built with: the index thread as it runs', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const cacheDir = makeFolder();
    const run = startRun(cacheDir, shop);
    await run.find('compute backoff');
    await run.end();
    const thread = readFileSync(builtProgram('local/service/index/thread.js'));
    const [manifest = ''] = filesIn(cacheDir, 'manifest.json');
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({
      fingerprint: createHash('sha256').update(thread).digest('hex'),
    });
  });

  it('only the user may read the index', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const cacheDir = join(makeFolder(), 'index');
    const run = startRun(cacheDir, shop);
    await run.find('compute backoff');
    await run.end();
    const modes = filesIn(cacheDir, '').map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600]);
    expect(statSync(cacheDir).mode & 0o777).toBe(0o700);
  });

  it('searches without a cache if its folder cannot be written', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const file = join(makeFolder(), 'file');
    writeFileSync(file, '');
    const life = startRun(join(file, 'below'), shop);
    expect(await life.find('compute backoff')).toContain('src/http/retry-policy.ts');
    await life.end();
  });
});

describe('progress', () => {
  it('indexing progress is reported to every pending search', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const index = createSearchIndex();
    open.push(index);
    const wanted = { gitDir: join(shop.path, '.git'), commit: shop.git('rev-parse', 'HEAD') };
    const told: number[] = [];
    await Promise.all(
      [1, 2].map((n) => index.search({ ...wanted, progress: () => void told.push(n) })),
    );
    expect(told).toEqual([1, 2]);
  });
});

describe('a large repository', () => {
  it('is searched while it is still being read, if that takes long', async () => {
    const names = Array.from(
      { length: 1_500 },
      (_, n) => `src/file-${String(n).padStart(4, '0')}.ts`,
    );
    const files = names.map((name, n) => [name, `export const giraffe${n} = 'tall';\n`] as const);
    const { path, git } = makeRepository(Object.fromEntries(files), 'large');
    const index = createSearchIndex({ indexWaitMs: 0 });
    open.push(index);
    const request = { gitDir: join(path, '.git'), commit: git('rev-parse', 'HEAD'), limit: 2_000 };
    const query = buildQuery('tall');
    const early = await index.search({ ...request, query });
    expect(early.partial?.total).toBe(1_500);
    expect(early.total).toBeGreaterThanOrEqual(1_000);
    expect(early.total).toBeLessThan(1_500);
    await index.search(request);
    const complete = await index.search({ ...request, query });
    expect(complete.partial).toBe(undefined);
    expect(complete.total).toBe(1_500);
  });
});
