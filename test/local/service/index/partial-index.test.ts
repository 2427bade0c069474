import { expect, it } from 'vitest';
import { createSearchEngine } from '../../../../local/service/engine/search/search-engine.js';
import { openRepositories } from '../../../../local/service/git/repository.js';
import { buildQuery } from '../../../../local/service/index/query.js';
import { createSearchIndex } from '../../../../local/service/index/search-index.js';
import { createFilesOf } from '../../../../local/service/tools/snapshot-files.js';
import { createTools } from '../../../../local/service/tools/tools.js';
import { cleanUpAfterTest } from '../../../support/cleanup.js';
import { createTestNavigator } from '../nav/navigation-harness.js';
import { makeRepository } from '../repositories.js';

const FILES = 1_500;

/** A repository of which no file has been read, and its index; by default, nobody waits for that. */
async function openLargeRepository(indexWaitMs = 0) {
  const names = Array.from({ length: FILES }, (_, n) => `src/file-${n}.ts`);
  const files = names.map((name) => [name, `export const giraffe = 'tall';\n`]);
  const { path } = makeRepository(Object.fromEntries(files), 'large');
  const repositories = await openRepositories([path]);
  const index = createSearchIndex({ indexWaitMs });
  cleanUpAfterTest(async () => {
    await index.stop();
    await Promise.all(repositories.map((repository) => repository.close()));
  });
  return { repositories, index };
}

it('an answer says that not all files have been read yet', async () => {
  const answer = createSearchEngine({
    ...(await openLargeRepository()),
    navigator: createTestNavigator(),
    filesOf: createFilesOf(),
  });
  const { signal } = new AbortController();
  const context = { history: [], added: '', signal, report: () => {}, stats: () => {} };
  const early = await answer('Where is the tall giraffe?', context);
  expect(early.answer).toMatch(/I am still reading `large`: 1,\d\d\d of 1,500 files so far\./);
});

it('the results of nls_search say that not all files have been read yet', async () => {
  const opened = await openLargeRepository();
  const tools = createTools({ ...opened, prefix: '', url: () => 'http://localhost' });
  const tool = tools.find(({ name }) => name === 'nls_search');
  const limits = { signal: new AbortController().signal, deadline: Date.now() + 60_000 };
  const found = await tool?.call({ query: 'tall giraffe' }, limits);
  expect(found).toMatchObject({
    notice: expect.stringMatching(/Only 1\d\d\d of 1500 files of large have been indexed so far\./),
  });
});

it('a search that does not wait gets the part that is ready, while another waits for all', async () => {
  const { repositories, index } = await openLargeRepository(Number.POSITIVE_INFINITY);
  const [repository] = repositories;
  const commit = (await repository?.head()) ?? '';
  const search = {
    gitDir: repository?.git.gitDir ?? '',
    commit,
    query: buildQuery('tall giraffe'),
  };
  const complete = index.search(search);
  const early = await index.search({ ...search, waitMs: 0 });
  expect(early.partial?.done).toBeLessThan(FILES);
  expect((await complete).partial).toBeUndefined();
});
