import { roleOf } from '../index/file-role.js';
import type { Snapshot } from './lookup.js';

interface FileInSnapshot {
  readonly snapshot: Snapshot;
  readonly path: string;
}

/** Ranks the same file first, then the same repository, language and directory; code before tests. */
export function proximityScorer({
  snapshot,
  path,
}: FileInSnapshot): (candidate: FileInSnapshot) => number {
  const folders = path.split('/').slice(0, -1);
  const extension = path.slice(path.lastIndexOf('.'));
  return (candidate) => {
    const same = candidate.snapshot === snapshot;
    const shared = candidate.path.split('/').findIndex((part, n) => part !== folders[n]);
    return (
      (same && candidate.path === path ? 100 : 0) +
      (same ? 20 : 0) +
      (candidate.path.endsWith(extension) ? 10 : 0) +
      (roleOf(candidate.path) === 'code' ? 5 : 0) +
      Math.min(4, same ? Math.max(0, shared) : 0)
    );
  };
}
