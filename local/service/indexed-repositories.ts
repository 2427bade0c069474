import { join } from 'node:path';
import {
  openRepositories,
  pinToRevision,
  type Repository,
  type RepositoryReference,
} from './git/repository.js';
import { repositoryProblem } from './git/repository-problem.js';
import { logError } from './logging/log.js';
import { createSearchThread, type SearchThread } from './search-thread/search-thread.js';
import type { ServiceOptions } from './settings/service-options.js';

/** The repositories, and the thread that searches them. */
export interface IndexedRepositories {
  readonly repositories: readonly Repository[];
  readonly searchThread: SearchThread;
  close(): Promise<void>;
}

/** Opens the repositories and starts to index them at once, before the first question. */
export async function openIndexedRepositories(
  options: ServiceOptions,
): Promise<IndexedRepositories> {
  const repositories = await openAtRevision(options);
  const cacheDir = options.cacheDir ?? (options.dataDir && join(options.dataDir, 'index'));
  const { indexWaitMs } = options;
  const searchThread = createSearchThread({
    repositories: repositories.map(toReference),
    index: { ...(cacheDir && { cacheDir }), ...(indexWaitMs !== undefined && { indexWaitMs }) },
  });
  if (!options.engine) void buildIndexes(repositories, searchThread);
  return {
    repositories,
    searchThread,
    async close() {
      await searchThread.stop();
      await Promise.all(repositories.map((repository) => repository.close()));
    },
  };
}

function toReference({ name, folderName, gitDir, pinnedCommit }: Repository): RepositoryReference {
  return { name, folderName, gitDir, ...(pinnedCommit !== undefined && { pinnedCommit }) };
}

async function openAtRevision({
  repositories: paths,
  revision,
}: ServiceOptions): Promise<Repository[]> {
  const repositories = await openRepositories(paths);
  if (revision === undefined) return repositories;
  return Promise.all(repositories.map((repository) => pinToRevision(repository, revision)));
}

/** Runs in the background; a question that comes meanwhile reports the progress. */
async function buildIndexes(
  repositories: readonly Repository[],
  { index }: SearchThread,
): Promise<void> {
  for (const repository of repositories) {
    await buildIndexOfHead(repository, index).catch((error: unknown) => {
      const problem = repositoryProblem(error);
      // Anything else is reported by the first question that runs into it.
      if (problem !== undefined) logError(`${repository.name} cannot be searched: ${problem}.`);
    });
  }
}

async function buildIndexOfHead(
  { head, gitDir }: Repository,
  index: SearchThread['index'],
): Promise<void> {
  const commit = await head();
  if (commit) await index.search({ gitDir, commit });
}
