import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nameOfRemote } from '../git/repository-names.js';

/** A process that updates references holds their locks for milliseconds. */
const STALE_LOCK_MS = 60_000;
/** Clones that no file has named for so long are deleted. */
const UNUSED_AFTER_MS = 30 * 86_400_000;
const OUR_NAME = /^[0-9a-f]{32}$/;
const NEW_NAME = /^new-/;

/** Where the clone of a remote lies: its folder is named as the repository is. */
export function clonePath(folder: string, url: string): string {
  const id = createHash('sha256').update(url).digest('hex').slice(0, 32);
  const name = basename(nameOfRemote(url) ?? 'repository');
  return join(folder, id, `${name}.git`);
}

/** Creates a clone's folder with `fill`, completely or not at all; keeps one that exists. */
export async function createOnce(
  path: string,
  fill: (path: string) => Promise<void>,
): Promise<void> {
  if (await exists(path)) return;
  const parent = dirname(path);
  await mkdir(dirname(parent), { recursive: true, mode: 0o700 });
  const temporary = await mkdtemp(join(dirname(parent), 'new-'));
  try {
    await fill(join(temporary, basename(path)));
    await rename(temporary, parent);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another service may have been faster.
    if (!(await exists(path))) throw error;
  }
}

/** Says that the clone is in use, so that no service deletes it. */
export async function markUsed(path: string): Promise<void> {
  const now = new Date();
  await utimes(dirname(path), now, now);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Deletes clones that were not used for 30 days. What cannot be deleted now is deleted by a later run. */
export async function deleteUnusedClones(folder: string): Promise<void> {
  const isOurs = (name: string) => OUR_NAME.test(name) || NEW_NAME.test(name);
  await deleteOld(folder, { isOurs, olderThanMs: UNUSED_AFTER_MS });
}

/** Deletes what a killed git left: locks, and packs that were being received for longer than `packMs`. */
export async function deleteLeftovers(gitDir: string, packMs: number): Promise<void> {
  const isLock = (name: string) => name.endsWith('.lock');
  const locks = { isOurs: isLock, olderThanMs: STALE_LOCK_MS };
  const packs = { isOurs: (name: string) => name.startsWith('tmp_'), olderThanMs: packMs };
  await Promise.all([
    deleteOld(gitDir, locks),
    deleteOld(join(gitDir, 'refs'), locks),
    deleteOld(join(gitDir, 'objects', 'info'), locks),
    deleteOld(packFolder(gitDir), packs),
  ]);
}

/** The size of the packs, also of those that are being received. */
export async function packBytes(gitDir: string): Promise<number> {
  const folder = packFolder(gitDir);
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      // Git has renamed or deleted it.
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function packFolder(gitDir: string): string {
  return join(gitDir, 'objects', 'pack');
}

interface OldFiles {
  readonly isOurs: (name: string) => boolean;
  readonly olderThanMs: number;
}

async function deleteOld(folder: string, { isOurs, olderThanMs }: OldFiles): Promise<void> {
  const names = await readdir(folder, { recursive: isRefs(folder) }).catch(() => []);
  for (const name of names.filter(isOurs)) {
    const path = join(folder, name);
    try {
      const { mtimeMs } = await stat(path);
      if (mtimeMs <= Date.now() - olderThanMs) await rm(path, { recursive: true, force: true });
    } catch {}
  }
}

function isRefs(folder: string): boolean {
  return basename(folder) === 'refs';
}
