import { mkdir, realpath } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { readFreshness, writeFreshness } from '../git/freshness.js';
import { type Clone, createClone } from './clone.js';
import { clonePath, deleteUnusedClones, markUsed } from './clone-files.js';
import {
  type FetchOutcome,
  openRemoteSync,
  type RemoteSync,
  type SyncStatus,
} from './remote-sync.js';
import { createSlots } from './slots.js';
import type { RemoteOptions, SyncOptions } from './sync-options.js';

/** Clones repositories and keeps them up to date. */
export interface Sync {
  /** The clones, in the order of the options. Before its first fetch a clone is empty. */
  gitDirs(): readonly string[];
  statuses(): readonly SyncStatus[];
  /** Gets the end of each attempt. */
  onOutcome(listener: (outcome: FetchOutcome) => void): void;
  /** Creates the clones that are missing, and stops fetching the others; fetches nothing new yet. */
  change(options: SyncOptions): Promise<void>;
  /** Fetches what was never fetched by this process, and then on its schedule. */
  start(): void;
  /** Fetches each repository now, and then on its schedule. Resolves when each was tried once. */
  fetchAll(): Promise<void>;
  /** Ends git, and fetches nothing more. */
  stop(): Promise<void>;
}

interface Remote {
  readonly options: RemoteOptions;
  readonly sync: RemoteSync;
  isStarted: boolean;
}

/** Creates the clones that are missing in `folder`; fetches nothing yet. */
export async function openSync(options: SyncOptions, folder: string): Promise<Sync> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const root = await realpath(folder);
  const listeners: ((outcome: FetchOutcome) => void)[] = [];
  const onOutcome = (outcome: FetchOutcome) => {
    for (const listener of listeners) listener(outcome);
  };
  const slots = createSlots(options.concurrency);
  const open = (remote: RemoteOptions) =>
    slots.run(async (): Promise<Remote> => {
      const sync = await openRemoteSync(await openClone(root, remote), { slots, onOutcome });
      return { options: remote, sync, isStarted: false };
    });
  let remotes: readonly Remote[] = await Promise.all(options.remotes.map(open));
  await deleteUnusedClones(root);
  const fetch = (remote: Remote) => {
    remote.isStarted = true;
    return remote.sync.fetch();
  };
  return {
    gitDirs: () => remotes.map(({ sync }) => sync.status().gitDir),
    statuses: () => remotes.map(({ sync }) => sync.status()),
    onOutcome: (listener) => void listeners.push(listener),
    async change(next) {
      slots.resize(next.concurrency);
      const before = remotes;
      const same = (wanted: RemoteOptions) =>
        before.find(({ options }) => isDeepStrictEqual(options, wanted));
      const kept = new Set(next.remotes.map(same));
      remotes = before.filter((remote) => kept.has(remote));
      // Before a clone is opened again with other options.
      await Promise.all(before.filter((one) => !kept.has(one)).map(({ sync }) => sync.stop()));
      remotes = await Promise.all(next.remotes.map((wanted) => same(wanted) ?? open(wanted)));
    },
    start() {
      for (const remote of remotes) if (!remote.isStarted) void fetch(remote);
    },
    fetchAll: async () => void (await Promise.all(remotes.map(fetch))),
    stop: async () => void (await Promise.all(remotes.map(({ sync }) => sync.stop()))),
  };
}

async function openClone(root: string, remote: RemoteOptions): Promise<Clone> {
  const clone = { gitDir: clonePath(root, remote.url), remote };
  await createClone(clone, AbortSignal.timeout(60_000));
  await markUsed(clone.gitDir);
  // Its presence says that the service fetches this repository.
  if (!(await readFreshness(clone.gitDir))) await writeFreshness(clone.gitDir, { url: remote.url });
  return clone;
}
