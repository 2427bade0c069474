import { join } from 'node:path';
import {
  findOrigins,
  nameOrigins,
  pinToRevision,
  type Repository,
  type RepositoryReference,
} from './git/repository.js';
import { openRepositoryList } from './git/repository-list.js';
import type { RepositoryOrigin } from './git/repository-names.js';
import { createIndexTracker, type IndexTracker } from './index/index-tracker.js';
import { createSearchThread, type SearchThread } from './search-thread/search-thread.js';
import type { ServiceOptions } from './settings/service-options.js';
import { openSync, type Sync } from './sync/sync.js';
import type { SyncOptions } from './sync/sync-options.js';

/** The repositories, the thread that searches them, and what keeps them up to date. */
export interface IndexedRepositories {
  /** Always the same array, in which repositories come and go. */
  readonly repositories: readonly Repository[];
  readonly searchThread: SearchThread;
  /** Absent if another engine answers than ours. */
  readonly indexes?: IndexTracker;
  /** Absent if no repository is fetched. */
  readonly sync?: Sync;
  /** Changes what is fetched; what is not listed any more is not served any more. */
  changeSync(options: SyncOptions): Promise<void>;
  close(): Promise<void>;
}

/** Opens the repositories and starts to index them at once, before the first question; fetches none yet. */
export async function openIndexedRepositories(
  options: ServiceOptions,
): Promise<IndexedRepositories> {
  const sync = options.sync && (await openSync(options.sync, clonesFolder(options)));
  // Found once: a path that is gone later must not keep the list of remotes from being changed.
  const given = await findOrigins(options.repositories);
  const references = async () =>
    referencesOf([...given, ...(await findOrigins(sync?.gitDirs() ?? []))], options.revision);
  const list = openRepositoryList(await references());
  const { repositories } = list;
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
  let changing = Promise.resolve();
  async function change(next: SyncOptions): Promise<void> {
    if (!sync) throw new Error('no repository is fetched');
    await sync.change(next);
    list.replace(await references());
    searchThread.setRepositories(repositories.map(toReference));
    // A clone that was there before can be searched though its remote is away.
    void indexes?.refreshAll();
    sync.start();
  }
  return {
    repositories,
    searchThread,
    ...(indexes && { indexes }),
    ...(sync && { sync }),
    changeSync(next) {
      const changed = changing.then(() => change(next));
      changing = changed.catch(() => {});
      return changed;
    },
    async close() {
      await changing;
      await sync?.stop();
      await searchThread.stop();
      await list.close();
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

async function referencesOf(
  origins: readonly RepositoryOrigin[],
  revision: string | undefined,
): Promise<RepositoryReference[]> {
  const references = nameOrigins(origins);
  if (revision === undefined) return references;
  return Promise.all(references.map((reference) => pinToRevision(reference, revision)));
}
