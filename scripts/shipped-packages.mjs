import { join } from 'node:path';

/**
 * A package in the lock file.
 * @typedef {{ version?: string, integrity?: string, license?: string, optional?: boolean, dependencies?: object, optionalDependencies?: object, peerDependencies?: object }} Locked
 */

/**
 * The paths of all packages that are installed without the development dependencies.
 * @param {Record<string, Locked>} locked
 * @param {readonly string[]} holders Whose dependencies: '' is the bot, else the path of a workspace.
 */
export function shippedPackages(locked, holders) {
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = [...holders];
  for (const holder of waiting) {
    const { dependencies, optionalDependencies, peerDependencies } = locked[holder] ?? {};
    const needed = { ...dependencies, ...optionalDependencies, ...peerDependencies };
    for (const name of Object.keys(needed)) {
      const path = pathOf(name, holder, locked);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      waiting.push(path);
    }
  }
  return found;
}

/**
 * The path of a package that another one asks for. As Node looks: beside the package, then beside each package that holds it.
 * @param {string} name
 * @param {string} holder
 * @param {Record<string, Locked>} locked
 * @returns {string | undefined}
 */
export function pathOf(name, holder, locked) {
  const path = join(holder, 'node_modules', name);
  if (path in locked) return path;
  if (holder === '') return undefined;
  return pathOf(
    name,
    holder.slice(0, Math.max(0, holder.lastIndexOf('node_modules/') - 1)),
    locked,
  );
}
