import { readFileList } from '../git/file-list.js';
import type { TreeEntry } from '../git/tree.js';
import type { Snapshot } from './lookup.js';

/** The files of a snapshot, by path. */
export type FilesOf = (snapshot: Snapshot) => Promise<ReadonlyMap<string, TreeEntry>>;

const MAX_CACHED = 4;

/** Caches the most recent snapshots: a commit never changes. */
export function createFilesOf(): FilesOf {
  const kept = new Map<string, Promise<ReadonlyMap<string, TreeEntry>>>();
  return ({ repository, commit }) => {
    const key = `${repository.name}@${commit}`;
    const known = kept.get(key);
    if (known) return known;
    const [oldest] = kept.keys();
    if (kept.size >= MAX_CACHED && oldest !== undefined) kept.delete(oldest);
    const read = readFileList(repository.git, commit);
    kept.set(key, read);
    read.catch(() => kept.delete(key));
    return read;
  };
}
