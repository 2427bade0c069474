import { roleOf } from '../index/file-role.js';
import type { Place } from './lookup.js';

interface At {
  readonly place: Place;
  readonly path: string;
}

/** The same file, then the same repository, folder and language; code before tests. */
export function nearness({ place, path }: At): (candidate: At) => number {
  const folders = path.split('/').slice(0, -1);
  const extension = path.slice(path.lastIndexOf('.'));
  return (candidate) => {
    const same = candidate.place === place;
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
