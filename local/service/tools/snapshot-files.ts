import { listFiles, type TreeEntry } from '../git/tree.js';
import type { Snapshot } from './lookup.js';

/** The files of a commit, by path; of those that were asked for last. */
export type FilesOf = (snapshot: Snapshot) => Promise<ReadonlyMap<string, TreeEntry>>;

const MAX_CACHED = 4;

/** A commit never changes: what was read of it may be kept. */
export function createFilesOf(): FilesOf {
  const kept = new Map<string, Promise<ReadonlyMap<string, TreeEntry>>>();
  return ({ repository, commit }) => {
    const key = `${repository.name}@${commit}`;
    const known = kept.get(key);
    if (known) return known;
    const [oldest] = kept.keys();
    if (kept.size >= MAX_CACHED && oldest !== undefined) kept.delete(oldest);
    const read = listFiles(repository.git, commit).then(
      (entries) =>
        new Map(entries.filter(({ kind }) => kind === 'file').map((entry) => [entry.path, entry])),
    );
    kept.set(key, read);
    read.catch(() => kept.delete(key));
    return read;
  };
}
