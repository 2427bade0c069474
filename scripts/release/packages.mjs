import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '../shipped-packages.mjs';

/** The folder of a package in a path, from the first `node_modules` on. */
const PACKAGE = /node_modules\/(?:@[^/]+\/)?[^/]+(?:\/node_modules\/(?:@[^/]+\/)?[^/]+)*/;

/**
 * The packages whose code is in the bundle, by its source maps, and those whose files are beside it in the image.
 * @param {string} root A folder with the built app and its packages
 * @returns {import('./bom.mjs').Package[]} Each once, in order
 */
export function releasedPackages(root) {
  /** @type {Record<string, import('../shipped-packages.mjs').Locked>} */
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const paths = new Set([...bundledIn(join(root, 'dist')), ...besideBundle(root)]);
  const found = new Map(
    [...paths].map((path) => {
      const released = describe(root, { path, locked });
      return [`${released.name}@${released.version}`, released];
    }),
  );
  return [...found.keys()].sort().flatMap((key) => found.get(key) ?? []);
}

/** @param {string} dist */
function bundledIn(dist) {
  const maps = readdirSync(dist).filter((name) => name.endsWith('.js.map'));
  return maps.flatMap((name) => {
    const { sources } = JSON.parse(readFileSync(join(dist, name), 'utf8'));
    return packagesOf(sources);
  });
}

/** @param {string} root */
function besideBundle(root) {
  const folder = mkdtempSync(join(tmpdir(), 'deepsearch-files-'));
  try {
    const script = join(root, 'scripts', 'bot-files.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The files of the image could not be listed: ${stderr}`);
    return packagesOf(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Folders on the way to a package, such as that of a scope, are none.
 * @param {readonly string[]} files
 */
export function packagesOf(files) {
  return files.flatMap((path) => {
    const [folder] = PACKAGE.exec(path.replaceAll('\\', '/')) ?? [];
    return folder === undefined || folder.length === path.length || /\/@[^/]+$/.test(folder)
      ? []
      : [folder];
  });
}

/**
 * @param {string} root
 * @param {{ path: string, locked: Record<string, import('../shipped-packages.mjs').Locked> }} at
 * @returns {import('./bom.mjs').Package}
 */
function describe(root, { path, locked }) {
  const { name, version, license } = manifestOf(root, path);
  const { integrity, dependencies, optionalDependencies } = locked[path] ?? {};
  const needs = Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((needed) => {
    const place = pathOf(needed, path, locked);
    return place === undefined ? [] : [`${needed}@${locked[place]?.version}`];
  });
  return { name, version, license, integrity, needs };
}

/** @param {string} root @param {string} path */
function manifestOf(root, path) {
  return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
}
