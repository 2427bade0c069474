import { describe, expect, it } from 'vitest';
import type { EngineContext } from '../../../../../local/service/conversation/engine.js';
import { find } from '../../../../../local/service/engine/search/passages/find.js';
import type { Repository } from '../../../../../local/service/git/repository.js';
import { buildQuery } from '../../../../../local/service/index/query.js';
import type { SearchIndex } from '../../../../../local/service/index/search-index.js';

const context = {
  signal: new AbortController().signal,
  report: () => {},
  stats: () => {},
} as unknown as EngineContext;
const repository = {
  name: 'ferry',
  head: async () => 'c0ffee',
  git: { gitDir: '/ferry' },
} as unknown as Repository;

async function searchesWith(length: number) {
  let searches = 0;
  const found = (n: number) => ({ path: `vendor/sea/${n}.go`, score: 1, exactMatch: 0, tier: 0 });
  const files = Array.from({ length }, (_, n) => ({ ...found(n), coverage: 0, chunks: [] }));
  const index = {
    search: async ({ limit = 20 }: { readonly limit?: number }) => {
      searches += 1;
      return { files: files.slice(0, limit), total: length, missingTerms: [] };
    },
  } as unknown as SearchIndex;
  await find({ repositories: [repository], index, query: buildQuery('gusts'), context });
  return searches;
}

describe('the search behind vendored files', () => {
  it('looks further only where there is more', async () => {
    expect(await searchesWith(3)).toBe(1);
    expect(await searchesWith(40)).toBe(2);
  });
});
