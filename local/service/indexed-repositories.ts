import { join } from 'node:path';
import {
  openRepositories,
  pinToRevision,
  type Repository,
  type RepositoryReference,
} from './git/repository.js';
import { createIndexTracker, type IndexTracker } from './index/index-tracker.js';
import { createSearchThread, type SearchThread } from './search-thread/search-thread.js';
import type { ServiceOptions } from './settings/service-options.js';
import { openSync, type Sync } from './sync/sync.js';

/** The repositories, the thread that searches them, and what keeps them up to date. */
export interface IndexedRepositories {
  readonly repositories: readonly Repository[];
  readonly searchThread: SearchThread;
  /** Absent if another engine answers than ours. */
  readonly indexes?: IndexTracker;
  /** Absent if no repository is fetched. */
  readonly sync?: Sync;
  close(): Promise<void>;
}

/** Opens the repositories and starts to index them at once, before the first question; fetches none yet. */
export async function openIndexedRepositories(
  options: ServiceOptions,
): Promise<IndexedRepositories> {
  const sync = options.sync && (await openSync(options.sync, clonesFolder(options)));
  const repositories = await openAtRevision(options, sync?.gitDirs ?? []);
  const cacheDir = options.cacheDir ?? (options.dataDir && join(options.dataDir, 'index'));
  const { indexWaitMs } = options;
  const searchThread = createSearchThread({
    repositories: repositories.map(toReference),
    index: { ...(cacheDir && { cacheDir }), ...(indexWaitMs !== undefined && { indexWaitMs }) },
  });
  const indexes = options.engine
    ? undefined
    : createIndexTracker({ repositories, index: searchThread.index });
  void indexes?.refreshAll();
  sync?.onOutcome(({ gitDir, outcome }) => {
    if (outcome === 'ok') void indexes?.refresh(gitDir);
  });
  return {
    repositories,
    searchThread,
    ...(indexes && { indexes }),
    ...(sync && { sync }),
    async close() {
      await sync?.stop();
      await searchThread.stop();
      await Promise.all(repositories.map((repository) => repository.close()));
    },
  };
}

function clonesFolder({ clonesDir, dataDir }: ServiceOptions): string {
  const folder = clonesDir ?? (dataDir && join(dataDir, 'clones'));
  if (folder) return folder;
  throw new Error('repositories can be fetched only into a folder: set clonesDir or dataDir');
}

function toReference({ name, folderName, gitDir, pinnedCommit }: Repository): RepositoryReference {
  return { name, folderName, gitDir, ...(pinnedCommit !== undefined && { pinnedCommit }) };
}

async function openAtRevision(
  { repositories: paths, revision }: ServiceOptions,
  clones: readonly string[],
): Promise<Repository[]> {
  const repositories = await openRepositories([...paths, ...clones]);
  if (revision === undefined) return repositories;
  return Promise.all(repositories.map((repository) => pinToRevision(repository, revision)));
}
