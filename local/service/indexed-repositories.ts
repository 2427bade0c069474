import { join } from 'node:path';
import { pinToRevision } from './git/pinned.js';
import { openRepositories, type Repository } from './git/repository.js';
import { createSearchIndex, type SearchIndex } from './index/search-index.js';
import type { ServiceOptions } from './settings/service-options.js';

/** The repositories, and what searches them. */
export interface IndexedRepositories {
  readonly repositories: readonly Repository[];
  readonly index: SearchIndex;
  close(): Promise<void>;
}

/** Opens the repositories; the index begins to read them at once, before anybody has asked. */
export async function openIndexedRepositories(
  options: ServiceOptions,
): Promise<IndexedRepositories> {
  const repositories = await openAtRevision(options);
  const cacheDir = options.cacheDir ?? (options.dataDir && join(options.dataDir, 'index'));
  const index = createSearchIndex(cacheDir ? { cacheDir } : {});
  if (!options.engine) void buildIndexes(repositories, index);
  return {
    repositories,
    index,
    async close() {
      await index.stop();
      await Promise.all(repositories.map((repository) => repository.close()));
    },
  };
}

async function openAtRevision({
  repositories: paths,
  revision,
}: ServiceOptions): Promise<Repository[]> {
  const repositories = await openRepositories(paths);
  if (revision === undefined) return repositories;
  return Promise.all(repositories.map((repository) => pinToRevision(repository, revision)));
}

/** Who asks meanwhile sees how far it is. */
async function buildIndexes(
  repositories: readonly Repository[],
  index: SearchIndex,
): Promise<void> {
  for (const repository of repositories) {
    // A question meets the same trouble, and says it.
    await buildIndexOfHead(repository, index).catch(() => {});
  }
}

async function buildIndexOfHead({ head, git }: Repository, index: SearchIndex): Promise<void> {
  const commit = await head();
  if (commit) await index.search({ gitDir: git.gitDir, commit });
}
