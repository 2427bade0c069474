import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Corpus, createCorpus, type SerializedCorpus } from './corpus.js';
import { fingerprint } from './fingerprint.js';

/** The index of a repository, and the object id of the tree that it was made from. */
export interface CachedIndex {
  readonly corpus: Corpus;
  readonly tree: string;
}

/** Keeps indexes on disk between runs. Losing one costs only the time to build it again. */
export interface IndexCache {
  /** `undefined` if there is none, or if other code has written it. */
  load(gitDir: string): Promise<CachedIndex | undefined>;
  save(gitDir: string, cached: CachedIndex): Promise<void>;
}

interface Header {
  readonly fingerprint: string;
  readonly tree: string;
}

/** Larger indexes are not cached: writing one needs as much memory again. */
const MAX_CHUNKS = 60_000;

export function openIndexCache(folder: string): IndexCache {
  const codeFingerprint = fingerprint();
  const file = (gitDir: string) => {
    const name = createHash('sha256').update(gitDir).digest('hex').slice(0, 32);
    return join(folder, `${name}.json`);
  };
  return {
    async load(gitDir) {
      try {
        return deserialize(await readFile(file(gitDir), 'utf8'), codeFingerprint);
      } catch {
        return undefined;
      }
    },
    async save(gitDir, { corpus, tree }) {
      if (corpus.chunkCount() > MAX_CHUNKS) return;
      const header: Header = { fingerprint: codeFingerprint, tree };
      const text = `${JSON.stringify(header)}\n${JSON.stringify(corpus.serialize())}`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceFile(file(gitDir), text);
    },
  };
}

function deserialize(text: string, codeFingerprint: string): CachedIndex | undefined {
  const end = text.indexOf('\n');
  const header = JSON.parse(text.slice(0, end)) as Header;
  if (header.fingerprint !== codeFingerprint) return undefined;
  const serialized = JSON.parse(text.slice(end + 1)) as SerializedCorpus;
  return { corpus: createCorpus(serialized), tree: header.tree };
}

/** Atomic: several services may share the folder, and any of them may crash. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporaryPath = `${path}.${process.pid}`;
  try {
    await writeFile(temporaryPath, text, { mode: 0o600 });
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}
