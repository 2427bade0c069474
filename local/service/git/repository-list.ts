import { openRepository, type Repository, type RepositoryReference } from './repository.js';

/** Open repositories that may come and go. */
export interface RepositoryList {
  /** Always the same array: whoever has it sees the change. */
  readonly repositories: readonly Repository[];
  /** Opens those that are new, and closes those that are gone once nobody uses them any more. */
  replace(references: readonly RepositoryReference[]): void;
  close(): Promise<void>;
}

/** Longer than questions and calls of tools take in general. */
const CLOSE_AFTER_MS = 120_000;

export function openRepositoryList(references: readonly RepositoryReference[]): RepositoryList {
  const repositories = references.map(openRepository);
  const gone = new Map<Repository, NodeJS.Timeout>();
  function retire(repository: Repository): void {
    const close = () => {
      gone.delete(repository);
      void repository.close();
    };
    gone.set(repository, setTimeout(close, CLOSE_AFTER_MS).unref());
  }
  return {
    repositories,
    replace(next) {
      const before = repositories.splice(0);
      for (const reference of next) {
        const same = before.find((repository) => isSame(repository, reference));
        repositories.push(same ?? openRepository(reference));
      }
      for (const repository of before) if (!repositories.includes(repository)) retire(repository);
    },
    async close() {
      for (const timer of gone.values()) clearTimeout(timer);
      const all = [...repositories, ...gone.keys()];
      gone.clear();
      await Promise.all(all.map((repository) => repository.close()));
    },
  };
}

function isSame(a: RepositoryReference, b: RepositoryReference): boolean {
  return (
    a.gitDir === b.gitDir &&
    a.name === b.name &&
    a.folderName === b.folderName &&
    a.pinnedCommit === b.pinnedCommit
  );
}
