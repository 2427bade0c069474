import type { Git } from '../git/git.js';
import type { Repository } from '../git/repository.js';
import { isNotFetched, repositoryProblem } from '../git/repository-problem.js';
import { countFiles } from '../git/tree.js';
import { logError } from '../logging/log.js';
import type { SearchIndex } from './search-index.js';
import type { IndexProgress } from './search-results.js';

/** What is known of a repository's index. */
export interface IndexState {
  readonly state: 'empty' | 'indexing' | 'ready' | 'problem';
  /** The commit that is indexed, or being indexed. */
  readonly commit?: string;
  /** How many files that commit has. */
  readonly files?: number;
  /** When it was committed, in ms since the epoch. */
  readonly committedAt?: number;
  /** Of the files that have to be read, while it is being indexed. */
  readonly progress?: IndexProgress;
  /** Why it cannot be indexed, as the end of a sentence. */
  readonly problem?: string;
}

/** Keeps the indexes of repositories up to date with their heads, and knows how far each is. */
export interface IndexTracker {
  /** `undefined` before the first refresh has found out. */
  stateOf(gitDir: string): IndexState | undefined;
  /** Indexes the current head. If that is being done, it is done once more for what has come since. */
  refresh(gitDir: string): Promise<void>;
  /** All of them, in their order: large ones then need not share the time. */
  refreshAll(): Promise<void>;
}

interface IndexTrackerDependencies {
  readonly repositories: readonly Repository[];
  readonly index: Pick<SearchIndex, 'search'>;
}

export function createIndexTracker({
  repositories,
  index,
}: IndexTrackerDependencies): IndexTracker {
  const states = new Map<string, IndexState>();
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();

  async function update({ gitDir, git, head }: Repository): Promise<void> {
    const commit = await head();
    const before = states.get(gitDir);
    if (!commit) return void states.set(gitDir, { state: 'empty' });
    if (before?.state === 'ready' && before.commit === commit) return;
    const [files, committedAt] = await Promise.all([
      countFiles(git, commit),
      commitTime(git, commit),
    ]);
    const known = { commit, files, ...(committedAt !== undefined && { committedAt }) };
    states.set(gitDir, { state: 'indexing', ...known });
    await index.search({
      gitDir,
      commit,
      progress: (progress) => states.set(gitDir, { state: 'indexing', ...known, progress }),
    });
    states.set(gitDir, { state: 'ready', ...known });
  }
  function fail({ gitDir, name }: Repository, error: unknown): void {
    const known = repositoryProblem(error);
    const before = states.get(gitDir);
    if (isNotFetched(error)) return void states.set(gitDir, { state: 'empty' });
    const problem = known ?? 'it could not be indexed';
    states.set(gitDir, { state: 'problem', problem });
    // Anything else is reported by the first question that runs into it.
    if (known !== undefined && known !== before?.problem) {
      logError(`${name} cannot be searched: ${problem}.`);
    }
  }
  async function run(repository: Repository): Promise<void> {
    const { gitDir } = repository;
    do {
      again.delete(gitDir);
      try {
        await update(repository);
      } catch (error) {
        fail(repository, error);
      }
    } while (again.has(gitDir));
    running.delete(gitDir);
  }
  function refresh(gitDir: string): Promise<void> {
    const repository = repositories.find((one) => one.gitDir === gitDir);
    if (!repository) return Promise.resolve();
    const started = running.get(gitDir);
    if (started) {
      again.add(gitDir);
      return started;
    }
    // It may have its first commits now.
    if (states.get(gitDir)?.state === 'empty') states.delete(gitDir);
    const next = run(repository);
    running.set(gitDir, next);
    return next;
  }
  return {
    stateOf: (gitDir) => states.get(gitDir),
    refresh,
    async refreshAll() {
      for (const { gitDir } of repositories) await refresh(gitDir);
    },
  };
}

async function commitTime(git: Git, commit: string): Promise<number | undefined> {
  const printed = await git.run(['show', '-s', '--no-show-signature', '--format=%ct', commit]);
  const seconds = Number(printed.toString().trim());
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
