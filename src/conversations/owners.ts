import { authorName, type Commit } from '../mcp/records.js';

/** Somebody who changed cited files. */
export interface Owner {
  /** Raw. */
  readonly name: string;
  readonly commits: number;
  readonly files: number;
  /** When the newest commit was made, ms since the epoch. */
  readonly lastAt: number;
}

const DAY_MS = 24 * 3600_000;
/** A commit's weight halves every half year. */
const HALF_LIFE_MS = 180 * DAY_MS;

/**
 * Who likely knows files, best first: by the number of commits, newer ones weighing more.
 * `histories`: the commits of each file. Bots and commits without an author or a date are skipped.
 */
export function likelyOwners(histories: readonly (readonly Commit[])[], now: number): Owner[] {
  const byName = new Map<string, Owner & { readonly weight: number }>();
  for (const commits of histories) {
    const inFile = new Set<string>();
    for (const { author, date } of commits) {
      const name = authorName(author);
      const at = Date.parse(date);
      if (name === '' || Number.isNaN(at) || /\[bot\]/i.test(author)) continue;
      const key = name.toLowerCase();
      const known = byName.get(key) ?? { name, commits: 0, files: 0, lastAt: 0, weight: 0 };
      byName.set(key, {
        name: known.name,
        commits: known.commits + 1,
        files: known.files + (inFile.has(key) ? 0 : 1),
        lastAt: Math.max(known.lastAt, at),
        weight: known.weight + 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS),
      });
      inFile.add(key);
    }
  }
  return [...byName.values()]
    .sort((a, b) => b.weight - a.weight || b.commits - a.commits)
    .map(({ weight: _, ...owner }) => owner);
}
