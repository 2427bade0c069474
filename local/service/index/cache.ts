import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Corpus, createCorpus, type Kept } from './corpus.js';
import { fingerprint } from './fingerprint.js';

/** A repository's index as it rests on disk, with the tree that it is of. */
export interface Cached {
  readonly corpus: Corpus;
  readonly tree: string;
}

/** Keeps indexes between two runs. It may lose one at any time: nothing in it is needed. */
export interface Cache {
  /** Nothing where there is none, or none that this code understands. */
  load(gitDir: string): Promise<Cached | undefined>;
  save(gitDir: string, cached: Cached): Promise<void>;
}

interface Header {
  readonly fingerprint: string;
  readonly tree: string;
}

/** A larger index would need as much memory again while it is written. */
const MOST_PIECES = 60_000;

export function openCache(folder: string): Cache {
  const code = fingerprint();
  const file = (gitDir: string) => {
    const name = createHash('sha256').update(gitDir).digest('hex').slice(0, 32);
    return join(folder, `${name}.json`);
  };
  return {
    async load(gitDir) {
      try {
        return restored(await readFile(file(gitDir), 'utf8'), code);
      } catch {
        return undefined;
      }
    },
    async save(gitDir, { corpus, tree }) {
      if (corpus.size() > MOST_PIECES) return;
      const header: Header = { fingerprint: code, tree };
      const text = `${JSON.stringify(header)}\n${JSON.stringify(corpus.keep())}`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replace(file(gitDir), text);
    },
  };
}

function restored(text: string, code: string): Cached | undefined {
  const end = text.indexOf('\n');
  const header = JSON.parse(text.slice(0, end)) as Header;
  if (header.fingerprint !== code) return undefined;
  const kept = JSON.parse(text.slice(end + 1)) as Kept;
  return { corpus: createCorpus(kept), tree: header.tree };
}

/** A reader, or a crash, sees the old file or the new one; several services may share a folder. */
async function replace(path: string, text: string): Promise<void> {
  const fresh = `${path}.${process.pid}`;
  try {
    await writeFile(fresh, text, { mode: 0o600 });
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
