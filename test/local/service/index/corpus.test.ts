import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Corpus, openCorpus } from '../../../../local/service/index/corpus.js';
import type { CorpusFile } from '../../../../local/service/index/corpus-file.js';
import { FINE_GRANULARITY, granularityFor } from '../../../../local/service/index/granularity.js';
import { buildQuery } from '../../../../local/service/index/query.js';
import { isRelevant } from '../../../../local/service/index/search-results.js';
import { segmentsToMerge } from '../../../../local/service/index/segments/live-segment.js';
import { openStorage } from '../../../../local/service/index/segments/storage.js';
import { cleanUpAfterTest } from '../../../support/cleanup.js';
import { makeFolder } from '../repositories.js';
import { searchByDefinition } from './reference-search.js';

const GIT_DIR = '/repository/.git';
const ANY_LIMIT = 1_000;

function open(cacheDir?: string, fingerprint = 'code'): Corpus {
  const corpus = openCorpus(openStorage(cacheDir, GIT_DIR), fingerprint);
  cleanUpAfterTest(async () => corpus.close());
  return corpus;
}

function pathsFor(corpus: Corpus, question: string): string[] {
  return corpus.search(buildQuery(question), ANY_LIMIT).files.map(({ path }) => path);
}

const paths = fc.constantFrom(
  'src/cart.ts',
  'src/money.py',
  'docs/cart.md',
  'test/cart.test.ts',
  'b',
);
const words = fc.constantFrom(
  ...['cart', 'getCart', 'get_cart', 'getCartItem', 'money', 'function getCart() {', '# Get cart'],
  ...['class Money {', 'constructor', '\n', '\n', 'größe', 'items'],
);
const texts = fc.array(words, { maxLength: 120 }).map((all) => all.join(' '));
const puts = fc.record({
  path: paths,
  text: fc.option(texts, { nil: undefined }),
  messages: fc.array(texts, { maxLength: 2 }),
});
const change = fc.oneof({ weight: 4, arbitrary: puts }, fc.record({ removed: paths }));
const questions = fc.constantFrom(
  ...['getCart', 'how is the cart of money made', 'where is getCart called', 'get_cart items'],
  ...['constructor', 'größe', 'nothing like this', 'cart docs', 'what is in src/cart.ts'],
  ...[
    'money items resolved',
    'how items are totalled',
    'money and items of a cart, small or large',
  ],
);

describe('a corpus', () => {
  it('finds what a search by definition finds, after any changes', async () => {
    const histories = fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(histories, questions, async (history, question) => {
        const corpus = openCorpus(openStorage(undefined, GIT_DIR), 'code');
        const files = new Map<string, CorpusFile>();
        let version = 0;
        for (const changes of history) {
          for (const one of changes) {
            version += 1;
            if ('removed' in one) {
              corpus.remove(one.removed);
              files.delete(one.removed);
            } else {
              const file = { ...one, objectId: String(version) };
              corpus.put(file);
              files.set(file.path, file);
            }
          }
          await corpus.finish(String(version));
        }
        const query = buildQuery(question);
        const found = corpus.search(query, ANY_LIMIT);
        const ids = [...files].map(([path, { objectId }]) => [path, objectId] as const);
        expect(corpus.objectIds()).toEqual(new Map(ids));
        corpus.close();
        const expected = searchByDefinition([...files.values()], query);
        expect(found.files.map(({ path }) => path)).toEqual(expected.map(({ path }) => path));
        found.files.forEach((hit, n) => {
          const { score, coverage, exactMatch, objectId, chunks } = expected[n] ?? { chunks: [] };
          expect(hit).toMatchObject({ exactMatch, objectId });
          expect(hit.score).toBeCloseTo(score ?? 0, 9);
          expect(hit.coverage).toBeCloseTo(coverage ?? 0, 9);
          expect(hit.chunks.map(({ start, end }) => [start, end])).toEqual(chunks);
        });
      }),
      { numRuns: 150 },
    );
  });

  it('a coarsely indexed file is found by definitions beyond the indexed text', async () => {
    const corpus = open();
    const text = `const first = 1;\n${'filler words\n'.repeat(300)}export class LastThing {}\n`;
    const granularity = { chunkLines: 250, maxCharacters: 100 };
    corpus.put({ path: 'a.ts', objectId: '1', text, granularity });
    await corpus.finish('tree');
    expect(corpus.search(buildQuery('LastThing'), 5).files[0]?.chunks[0]?.end).toBe(303);
  });

  it.each([
    ['packages/release-plan/src/index.ts', 'packages/cli/src/index.ts'],
    ['crates/release-plan/src/lib.rs', 'crates/release/src/plan/mod.rs'],
  ])('%s is named after its package', async (path, other) => {
    const corpus = open();
    for (const each of [other, path])
      corpus.put({ path: each, objectId: each, text: 'release plan' });
    await corpus.finish('tree');
    expect(pathsFor(corpus, 'how the release plan is made')[0]).toBe(path);
  });

  it.each([
    ['shop/view.ts', 'shop/cartRowView.ts'],
    ['shop/view.ts', 'shop/cart-row-view.ts'],
    ['src/cart.ts', 'src/depot/internal/cart.ts'],
    ['src/shop/cart.ts', 'src/depot/cart.ts'],
  ])('of two files that say the same, %s comes before %s', async (first, second) => {
    const corpus = open();
    for (const path of [second, first]) corpus.put({ path, objectId: path, text: 'total sum' });
    await corpus.finish('tree');
    expect(pathsFor(corpus, 'the total sum of the shop')).toEqual([first, second]);
  });

  it('the longer the question, the more it counts what a file says, and the less where it is', async () => {
    const corpus = open();
    const deep = 'src/depot/internal/totals/online/shop/basket/view/cart.ts';
    corpus.put({ path: 'src/cart.ts', objectId: '1', text: 'discount' });
    corpus.put({ path: deep, objectId: '2', text: 'discount winter' });
    await corpus.finish('tree');
    expect(pathsFor(corpus, 'cart discount')[0]).toBe('src/cart.ts');
    const long = 'discount of the cart for large orders by loyal members during winter sales';
    expect(pathsFor(corpus, long)[0]).toBe(deep);
  });

  it('a file is about what its name abbreviates; a missing proper name counts more, and a missing word for what happens less', async () => {
    const corpus = open();
    corpus.put({ path: 'src/Cors.zig', objectId: '1', text: 'const allowed = origin;' });
    corpus.put({ path: 'src/request.zig', objectId: '2', text: 'cross the stream' });
    await corpus.finish('tree');
    const best = (question: string) => corpus.search(buildQuery(question), 1).files[0];
    const spelledOut = 'cross-origin resource sharing headers';
    expect(best(spelledOut)?.path).toBe('src/Cors.zig');
    const coverage = best(spelledOut)?.coverage ?? 0;
    expect(isRelevant({ coverage }, buildQuery(spelledOut))).toBe(true);
    const share = (question: string) => best(question)?.coverage ?? 0;
    expect(share('QUIC stream')).toBeLessThan(share('quic stream'));
    // "Resolved" may be called anything, a "resolver" hardly.
    expect(share('stream resolved')).toBeGreaterThan(share('stream resolver'));
    expect(share('stream crossed')).toBe(share('stream cross'));
  });

  it('a file is found by what its commits say, but not about what only they mention', async () => {
    const corpus = open();
    const [first, second] = ['sign people out everywhere', 'people stay signed in'];
    corpus.put({ path: 'a.ts', objectId: '1', text: 'const session = 1;', messages: [first] });
    corpus.put({ path: 'b.ts', objectId: '2', text: 'const session = 2;' });
    corpus.put({ path: 'c.ts', objectId: '3', text: 'const session = 3;', messages: [second] });
    await corpus.finish('tree');
    const query = buildQuery('how a session signs out');
    const { files, missingTerms } = corpus.search(query, 5);
    expect(files.map(({ path }) => path)).toEqual(['a.ts', 'c.ts', 'b.ts']);
    expect(missingTerms).toEqual(['sign']);
    expect(new Set(files.map(({ coverage }) => coverage)).size).toBe(1);
    const onlyMentioned = corpus.search(buildQuery('people'), 5);
    expect(onlyMentioned.files.map(({ coverage }) => coverage)).toEqual([0, 0]);
    expect(onlyMentioned.missingTerms).toEqual(['peopl']);
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

describe('an interrupted update', () => {
  it('leaves a corpus that holds no tree, and what was put', async () => {
    const corpus = open();
    corpus.put({ path: 'a.ts', objectId: '1', text: 'alpha' });
    await corpus.finish('tree 1');
    corpus.remove('a.ts');
    expect(corpus.tree()).toBe(undefined);
    corpus.put({ path: 'b.ts', objectId: '2', text: 'alpha' });
    expect(corpus.objectIds()).toEqual(new Map([['b.ts', '2']]));
    expect(pathsFor(corpus, 'alpha')).toEqual(['b.ts']);
  });
});

describe('a stored corpus', () => {
  it('is opened again as it was', async () => {
    const cacheDir = makeFolder();
    const first = open(cacheDir);
    first.put({ path: 'a.ts', objectId: '1', text: 'export function alpha() {}\n' });
    first.put({ path: 'b.ts', objectId: '2', text: 'alpha();\n' });
    await first.finish('tree 1');
    first.remove('b.ts');
    first.put({ path: 'c.ts', objectId: '3', text: 'alpha();\n' });
    await first.finish('tree 2');
    const again = open(cacheDir);
    expect(again.tree()).toBe('tree 2');
    expect(again.objectIds()).toEqual(first.objectIds());
    const query = buildQuery('alpha');
    expect(again.search(query, 5)).toEqual(first.search(query, 5));
  });

  it('is not read if other code wrote it', async () => {
    const cacheDir = makeFolder();
    const first = open(cacheDir);
    first.put({ path: 'a.ts', objectId: '1', text: 'alpha' });
    await first.finish('tree');
    expect(open(cacheDir, 'newer code').objectIds().size).toBe(0);
  });

  it('continues where a run ended that had not read everything', () => {
    const cacheDir = makeFolder();
    const first = open(cacheDir);
    for (let n = 0; n < 1_200; n += 1) {
      first.put({ path: `${n}.ts`, objectId: String(n), text: `word${n} common` });
    }
    const again = open(cacheDir);
    expect(again.tree()).toBe(undefined);
    expect(again.searchableFiles()).toBe(1_000);
    expect(pathsFor(again, 'common').length).toBe(1_000);
  });

  it('that cannot be saved is logged once until it can be, and is searched all the same', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    cleanUpAfterTest(async () => log.mockRestore());
    const cacheDir = makeFolder();
    const corpus = open(cacheDir);
    const inTheWay = join(cacheDir, readdirSync(cacheDir)[0] ?? '', 'manifest.json');
    const finish = async (version: string) => {
      corpus.put({ path: 'a.ts', objectId: version, text: 'alpha' });
      await corpus.finish(version);
    };
    mkdirSync(inTheWay);
    for (const version of ['1', '2']) await finish(version);
    const line = expect.stringMatching(/could not be saved.*SERVICE_CACHE.*manifest\.json/s);
    expect(log.mock.calls).toEqual([[line]]);
    expect(pathsFor(corpus, 'alpha')).toEqual(['a.ts']);
    rmdirSync(inTheWay);
    await finish('3');
    expect(open(cacheDir).tree()).toBe('3');
    expect(log).toHaveBeenCalledTimes(1);
    rmSync(inTheWay);
    mkdirSync(inTheWay);
    await finish('4');
    expect(log).toHaveBeenCalledTimes(2);
  });

  it('whose folder cannot be made says so, and is searched all the same', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    cleanUpAfterTest(async () => log.mockRestore());
    const cacheDir = join(makeFolder(), 'a file');
    writeFileSync(cacheDir, '');
    const corpus = open(cacheDir);
    corpus.put({ path: 'a.ts', objectId: '1', text: 'alpha' });
    await corpus.finish('1');
    expect(pathsFor(corpus, 'alpha')).toEqual(['a.ts']);
    expect(log.mock.calls).toEqual([[expect.stringMatching(/could not be saved.*ENOTDIR/s)]]);
  });

  it('is whole after the process was killed while it wrote', async () => {
    const cacheDir = makeFolder();
    const program = fileURLToPath(new URL('./write-corpus.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', program, cacheDir, GIT_DIR], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let written = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      written = Number(line);
      if (written === 30) child.kill('SIGKILL');
    }
    const corpus = open(cacheDir, 'code');
    // Each tree has one file more, and changes all others.
    const files = corpus.objectIds();
    expect(files.size).toBeGreaterThanOrEqual(written);
    expect(pathsFor(corpus, 'common').length).toBe(files.size);
    for (const [path, version] of files)
      expect(pathsFor(corpus, `version${version}`)).toContain(path);
  });

  it('leaves no files behind', async () => {
    const cacheDir = makeFolder();
    const unused = join(cacheDir, '0'.repeat(32));
    const foreign = join(cacheDir, 'notes');
    for (const folder of [unused, foreign]) mkdirSync(folder);
    const longAgo = new Date(Date.now() - 40 * 86_400_000);
    for (const folder of [unused, foreign]) utimesSync(folder, longAgo, longAgo);
    const corpus = open(cacheDir);
    const folderName = readdirSync(cacheDir).find((name) => name !== 'notes');
    const folder = join(cacheDir, folderName ?? '');
    writeFileSync(join(folder, 'crashed.segment'), 'half');
    utimesSync(join(folder, 'crashed.segment'), longAgo, longAgo);
    for (let n = 0; n < 60; n += 1) {
      corpus.put({ path: 'a.ts', objectId: String(n), text: `version${n}` });
      await corpus.finish(`tree ${n}`);
    }
    expect(readdirSync(cacheDir).sort()).toEqual([folderName, 'notes'].sort());
    expect(readdirSync(folder).sort()).toEqual(
      [expect.stringMatching(/segment$/), 'manifest.json'].sort(),
    );
  });
});

describe('segments to merge', () => {
  const sized = (chunks: number, liveChunks = chunks) => ({ chunks, liveChunks });

  it('a few segments are left alone', () => {
    expect(segmentsToMerge([sized(5), sized(1), sized(900)])).toEqual([]);
  });

  it('many are merged, the smallest first', () => {
    const large = Array.from({ length: 8 }, (_, n) => sized(1_000 + n));
    const small = Array.from({ length: 9 }, (_, n) => sized(n + 1));
    expect(segmentsToMerge([...large, ...small])).toEqual([sized(1_000), ...small]);
  });

  it('a segment of which more than half is gone is written again', () => {
    expect(segmentsToMerge([sized(100), sized(100, 49)])).toEqual([sized(100, 49)]);
  });
});
