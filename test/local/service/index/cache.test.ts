import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createCorpus } from '../../../../local/service/index/corpus.js';
import { FINE_GRANULARITY, granularityFor } from '../../../../local/service/index/granularity.js';
import { buildQuery } from '../../../../local/service/index/query.js';
import {
  createSearchIndex,
  type SearchIndex,
} from '../../../../local/service/index/search-index.js';
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

  it('a corrupt cached index, or one of other code, is built again', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const cacheDir = makeFolder();
    const first = startRun(cacheDir, shop);
    const found = await first.find('compute backoff');
    await first.end();
    const [name = ''] = readdirSync(cacheDir);
    const good = readFileSync(join(cacheDir, name), 'utf8');
    const bad = ['', '{', 'null\nnull', good.slice(0, -50), good.replace('fingerprint":"', '$&x')];
    for (const text of bad) {
      writeFileSync(join(cacheDir, name), text);
      const next = startRun(cacheDir, shop);
      expect(await next.find('compute backoff')).toEqual(found);
      expect(next.read()).toBe(Object.keys(SHOP).length);
      await next.end();
    }
    expect(readdirSync(cacheDir)).toEqual([name]);
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

describe('a corpus', () => {
  it('a deserialized corpus finds the same as the original', () => {
    const corpus = createCorpus();
    corpus.put({ path: 'a.ts', objectId: '1', text: 'export function alpha() {}\n' });
    corpus.put({ path: 'b.ts', objectId: '2' });
    corpus.remove('b.ts');
    corpus.put({ path: 'c.ts', objectId: '3', text: 'alpha();\n' });
    const again = createCorpus(JSON.parse(JSON.stringify(corpus.serialize())));
    const query = buildQuery('alpha');
    expect(again.search(query, 5)).toEqual(corpus.search(query, 5));
    expect(again.objectIds()).toEqual(corpus.objectIds());
    again.put({ path: 'd.ts', objectId: '4', text: 'alpha(1);\n' });
    expect(again.search(query, 5).total).toBe(3);
  });

  it('a coarsely indexed file is found by definitions beyond the indexed text', () => {
    const corpus = createCorpus();
    const text = `const first = 1;\n${'filler words\n'.repeat(300)}export class LastThing {}\n`;
    corpus.put({
      path: 'a.ts',
      objectId: '1',
      text,
      granularity: { chunkLines: 250, maxCharacters: 100 },
    });
    expect(corpus.search(buildQuery('LastThing'), 5).files[0]?.chunks[0]?.end).toBe(303);
    expect(corpus.chunkCount()).toBe(2);
  });

  it('granularity is finer for small repositories, and bounds the indexed text', () => {
    expect(granularityFor(1_000, 20_000_000)).toBe(FINE_GRANULARITY);
    const sizes = fc.integer({ min: 1, max: 300_000 });
    const bytes = fc.integer({ min: 0, max: 5_000_000_000 });
    fc.assert(
      fc.property(sizes, bytes, (files, total) => {
        const { maxCharacters } = granularityFor(files, total);
        expect(Math.min(total, maxCharacters * files)).toBeLessThanOrEqual(2 ** 28);
      }),
    );
  });
});
