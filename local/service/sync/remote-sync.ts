import { readFreshness, writeFreshness } from '../git/freshness.js';
import { nameOfRemote } from '../git/repository-names.js';
import { logError } from '../logging/log.js';
import { type Clone, tidyClone, updateClone } from './clone.js';
import { packBytes } from './clone-files.js';
import { FetchError, type FetchProblem } from './fetch-problem.js';
import type { FetchProgress } from './git-progress.js';
import { nextFetchIn } from './schedule.js';
import type { Slots } from './slots.js';

/** What is known of a clone now. Times are in ms since the epoch. */
export interface SyncStatus {
  readonly gitDir: string;
  readonly url: string;
  readonly activity: 'idle' | 'waiting' | 'fetching';
  readonly progress?: FetchProgress;
  readonly fetchedAt?: number;
  readonly failingSince?: number;
  readonly problem?: FetchProblem;
  /** Attempts that have failed since the last success. */
  readonly failures: number;
  /** When it is fetched next; absent while it is being fetched. */
  readonly nextAt?: number;
  /** The size of its packs. */
  readonly bytes: number;
}

/** The end of an attempt. */
export interface FetchOutcome {
  readonly gitDir: string;
  readonly outcome: 'ok' | FetchProblem['kind'];
  readonly ms: number;
}

/** Keeps one clone up to date. */
export interface RemoteSync {
  status(): SyncStatus;
  /** Fetches now, or waits for the fetch that runs; fetches again after the interval. */
  fetch(): Promise<void>;
  /** Ends git. */
  stop(): Promise<void>;
}

interface RemoteSyncDependencies {
  readonly slots: Slots;
  readonly onOutcome: (outcome: FetchOutcome) => void;
}

/** Nothing is fetched before the first call of `fetch`. */
export async function openRemoteSync(
  clone: Clone,
  { slots, onOutcome }: RemoteSyncDependencies,
): Promise<RemoteSync> {
  const { gitDir, remote } = clone;
  const { url } = remote;
  const stopping = new AbortController();
  const { fetchedAt, failingSince } = (await readFreshness(gitDir)) ?? {};
  let status: SyncStatus = {
    gitDir,
    url,
    activity: 'idle',
    failures: 0,
    bytes: await packBytes(gitDir),
    ...(fetchedAt !== undefined && { fetchedAt }),
    ...(failingSince !== undefined && { failingSince }),
  };
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function attempt(): Promise<void> {
    stopping.signal.throwIfAborted();
    const startedAt = Date.now();
    status = { ...status, activity: 'fetching' };
    const onProgress = (progress: FetchProgress) => {
      status = { ...status, progress };
    };
    const problem = await tryUpdate(clone, { signal: stopping.signal, onProgress });
    if (problem && problem.kind !== status.problem?.kind) {
      const { sentence, detail } = problem;
      const said = detail === undefined ? '' : ` (${detail})`;
      logError(`${nameOfRemote(url)} could not be fetched: ${sentence}${said}.`);
    }
    status = nextStatus(status, problem, await packBytes(gitDir));
    await saveFreshness(status);
    onOutcome({ gitDir, outcome: problem?.kind ?? 'ok', ms: Date.now() - startedAt });
  }
  function schedule(): void {
    const { failures } = status;
    const ms = nextFetchIn({ ...remote, failures, random: Math.random() });
    status = { ...status, nextAt: Date.now() + ms };
    timer = setTimeout(() => void fetch(), ms).unref();
  }
  async function run(): Promise<void> {
    clearTimeout(timer);
    const { nextAt: _, ...rest } = status;
    status = { ...rest, activity: 'waiting' };
    await slots.run(attempt).catch((error: unknown) => {
      if (!stopping.signal.aborted) logError(`the state of ${url} could not be saved:`, error);
    });
    running = undefined;
    if (!stopping.signal.aborted) schedule();
  }
  function fetch(): Promise<void> {
    running ??= run();
    return running;
  }
  return {
    status: () => status,
    fetch,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

type UpdateOptions = Parameters<typeof updateClone>[1];

/** Why it failed; `undefined` if it did not. */
async function tryUpdate(clone: Clone, options: UpdateOptions): Promise<FetchProblem | undefined> {
  try {
    await updateClone(clone, options);
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof FetchError) return error.problem;
    logError(`${clone.remote.url} could not be fetched:`, error);
    return { kind: 'other', sentence: 'the service failed: its log says why' };
  }
  await tidyClone(clone, options.signal).catch((error: unknown) => {
    if (!options.signal.aborted) logError(`${clone.remote.url} could not be tidied up:`, error);
  });
  return undefined;
}

function nextStatus(
  { progress: _, problem: __, failingSince: since, ...rest }: SyncStatus,
  problem: FetchProblem | undefined,
  bytes: number,
): SyncStatus {
  const now = Date.now();
  const idle = { ...rest, activity: 'idle', bytes } as const;
  if (!problem) return { ...idle, failures: 0, fetchedAt: now };
  return { ...idle, problem, failures: rest.failures + 1, failingSince: since ?? now };
}

/** For the threads that answer, and for after a restart. */
async function saveFreshness(status: SyncStatus): Promise<void> {
  const { gitDir, url, fetchedAt, failingSince, problem } = status;
  await writeFreshness(gitDir, {
    url,
    ...(fetchedAt !== undefined && { fetchedAt }),
    ...(failingSince !== undefined && { failingSince }),
    ...(problem && { problem: problem.sentence }),
  });
}
