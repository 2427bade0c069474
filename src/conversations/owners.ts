import { authorName, type Commit } from '../mcp/records.js';

/** Somebody who changed cited files. */
export interface Owner {
  /** Raw. */
  readonly name: string;
  readonly commits: number;
  readonly files: number;
  /** The newest commit's, ms since the epoch. */
  readonly lastAt: number;
}

const DAY_MS = 24 * 3600_000;
/** Half of what a commit tells of who knows is gone after half a year. */
const HALF_LIFE_MS = 180 * DAY_MS;

/**
 * Who likely knows files, best first: by the commits to each file, newer ones counting more.
 * `histories`: the commits of each file. Programs are left out, and so is what has no name or date.
 */
export function likelyOwners(histories: readonly (readonly Commit[])[], now: number): Owner[] {
  const byName = new Map<string, Owner & { readonly weight: number }>();
  for (const commits of histories) {
    const here = new Set<string>();
    for (const { author, date } of commits) {
      const name = authorName(author);
      const at = Date.parse(date);
      if (name === '' || Number.isNaN(at) || /\[bot\]/i.test(author)) continue;
      const key = name.toLowerCase();
      const known = byName.get(key) ?? { name, commits: 0, files: 0, lastAt: 0, weight: 0 };
      byName.set(key, {
        name: known.name,
        commits: known.commits + 1,
        files: known.files + (here.has(key) ? 0 : 1),
        lastAt: Math.max(known.lastAt, at),
        weight: known.weight + 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS),
      });
      here.add(key);
    }
  }
  return [...byName.values()]
    .sort((a, b) => b.weight - a.weight || b.commits - a.commits)
    .map(({ weight: _, ...owner }) => owner);
}
