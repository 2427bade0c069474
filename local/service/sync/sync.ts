import { mkdir, realpath } from 'node:fs/promises';
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
  readonly gitDirs: readonly string[];
  statuses(): readonly SyncStatus[];
  /** Gets the end of each attempt. */
  onOutcome(listener: (outcome: FetchOutcome) => void): void;
  /** Fetches each repository now, and then on its schedule. Resolves when each was tried once. */
  fetchAll(): Promise<void>;
  /** Ends git, and fetches nothing more. */
  stop(): Promise<void>;
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
    slots.run(async () => openRemoteSync(await openClone(root, remote), { slots, onOutcome }));
  const remotes = await Promise.all(options.remotes.map(open));
  await deleteUnusedClones(root);
  const all = <T>(call: (remote: RemoteSync) => T) => Promise.all(remotes.map(call));
  return {
    gitDirs: remotes.map((remote) => remote.status().gitDir),
    statuses: () => remotes.map((remote) => remote.status()),
    onOutcome: (listener) => void listeners.push(listener),
    fetchAll: async () => void (await all((remote) => remote.fetch())),
    stop: async () => void (await all((remote) => remote.stop())),
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
