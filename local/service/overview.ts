import type { IndexedRepositories } from './indexed-repositories.js';
import type { RepositoryOverview } from './pages/repository-list.js';

/** Between two looks at whether repositories on this machine have new commits. */
const REFRESH_AFTER_MS = 10_000;
const UNKNOWN = { state: 'indexing' } as const;

/** Reads what the front page says about each repository. New commits are indexed meanwhile. */
export function createOverview({
  repositories,
  indexes,
  sync,
}: IndexedRepositories): () => RepositoryOverview[] {
  let refreshedAt = 0;
  const refresh = () => {
    if (Date.now() - refreshedAt < REFRESH_AFTER_MS) return;
    refreshedAt = Date.now();
    const fetched = new Set(sync?.gitDirs());
    // Nobody else notices them before the next question.
    for (const { gitDir } of repositories) if (!fetched.has(gitDir)) void indexes?.refresh(gitDir);
  };
  return () => {
    const statuses = new Map(sync?.statuses().map((status) => [status.gitDir, status]));
    const all = repositories.map(({ name, gitDir }): RepositoryOverview => {
      const index = indexes && (indexes.stateOf(gitDir) ?? UNKNOWN);
      const status = statuses.get(gitDir);
      return { name, ...(index && { index }), ...(status && { sync: status }) };
    });
    refresh();
    return all;
  };
}
