import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logError } from '../../logging/log.js';

/** An open segment file. Without a name it is removed by the system once it is closed. */
export interface SegmentFile {
  readonly fd: number;
  readonly name?: string;
}

/** Which segment files make up an index. */
export interface Manifest {
  readonly fingerprint: string;
  /** The object id of the tree that is indexed; absent while that is incomplete. */
  readonly tree?: string;
  readonly segments: readonly {
    readonly name: string;
    /** The numbers of files that are no longer part of the index. */
    readonly removed: readonly number[];
  }[];
}

/** Where the index of one repository is kept between runs. Losing it costs only time. */
export interface IndexStorage {
  /** `undefined` if there is none that can be read. */
  load(): Manifest | undefined;
  /** Atomic: several services may share the folder, and any of them may crash. Where it fails, the index is built again after a restart. */
  save(manifest: Manifest): void;
  /** A new file. If it cannot be created in the folder, it is a temporary one. */
  create(): SegmentFile;
  /** Throws if it does not exist. */
  open(name: string): SegmentFile;
  /** Closes the file and deletes it. */
  remove(file: SegmentFile): void;
}

const MANIFEST = 'manifest.json';
/** Files that no manifest names are what a crash left, unless they are being written just now. */
const LEFTOVER_AFTER_MS = 3_600_000;
/** Indexes that were not opened for so long are deleted. */
const UNUSED_AFTER_MS = 30 * 86_400_000;
/** Our folders and, before there were folders, our files. */
const OUR_NAME = /^[0-9a-f]{32}(?:\.json)?$/;

const NOT_SAVED =
  'the search index could not be saved, so it is built again after a restart. Check the free space and the permissions of SERVICE_CACHE:';

/** `cacheDir` absent: nothing is kept between runs. What cannot be kept although it should be is logged. */
export function openStorage(cacheDir: string | undefined, gitDir: string): IndexStorage {
  if (cacheDir === undefined) return TEMPORARY;
  const name = createHash('sha256').update(gitDir).digest('hex').slice(0, 32);
  const folder = join(cacheDir, name);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    logError(NOT_SAVED, error);
    return TEMPORARY;
  }
  deleteUnused(cacheDir, name);
  return storageIn(folder);
}

function storageIn(folder: string): IndexStorage {
  const path = join(folder, MANIFEST);
  let isLogged = false;
  /** Once, until an index is saved again. */
  function logNotSaved(error: unknown): void {
    if (!isLogged) logError(NOT_SAVED, error);
    isLogged = true;
  }
  return {
    load() {
      try {
        const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
        const now = new Date();
        utimesSync(folder, now, now);
        deleteLeftovers(folder, manifest);
        return manifest;
      } catch {
        return undefined;
      }
    },
    save(manifest) {
      try {
        const temporary = join(folder, `${randomUUID()}.tmp`);
        writeFileSync(temporary, JSON.stringify(manifest), { mode: 0o600 });
        renameSync(temporary, path);
        isLogged = false;
      } catch (error) {
        logNotSaved(error);
        return;
      }
      deleteLeftovers(folder, manifest);
    },
    create() {
      const name = `${randomUUID()}.segment`;
      try {
        return { fd: openSync(join(folder, name), 'wx+', 0o600), name };
      } catch (error) {
        logNotSaved(error);
        return TEMPORARY.create();
      }
    },
    open: (name) => ({ fd: openSync(join(folder, name), 'r'), name }),
    remove({ fd, name }) {
      closeSync(fd);
      if (name !== undefined) rmSync(join(folder, name), { force: true });
    },
  };
}

const TEMPORARY: IndexStorage = {
  load: () => undefined,
  save: () => {},
  create() {
    const path = join(tmpdir(), `deepsearch-index-${randomUUID()}`);
    const fd = openSync(path, 'wx+', 0o600);
    // It exists until it is closed, even if this process is killed.
    rmSync(path, { force: true });
    return { fd };
  },
  open: () => {
    throw new Error('there are no stored segments');
  },
  remove: ({ fd }) => closeSync(fd),
};

function deleteLeftovers(folder: string, { segments }: Manifest): void {
  const named = new Set([MANIFEST, ...segments.map(({ name }) => name)]);
  deleteOld(folder, { ms: LEFTOVER_AFTER_MS, isOurs: (name) => !named.has(name) });
}

function deleteUnused(cacheDir: string, name: string): void {
  const isOurs = (other: string) => other !== name && OUR_NAME.test(other);
  deleteOld(cacheDir, { ms: UNUSED_AFTER_MS, isOurs });
}

interface OldFiles {
  readonly ms: number;
  readonly isOurs: (name: string) => boolean;
}

/** What cannot be deleted now is deleted by a later run. */
function deleteOld(folder: string, { ms, isOurs }: OldFiles): void {
  for (const name of readdirSync(folder).filter(isOurs)) {
    const path = join(folder, name);
    try {
      if (statSync(path).mtimeMs < Date.now() - ms) rmSync(path, { recursive: true });
    } catch {}
  }
}
