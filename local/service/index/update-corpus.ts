import type { Blobs } from '../git/blob-reader.js';
import type { TreeEntry } from '../git/tree.js';
import type { Corpus } from './corpus.js';
import { type Grain, grainFor } from './granularity.js';
import { isWorthReading, textOf } from './text-files.js';

export interface Filling {
  readonly done: number;
  readonly of: number;
}

/** Files that are read ahead while one is indexed. */
const AT_ONCE = 32;

/**
 * Makes the corpus hold exactly these files; what has not changed is not read again. Gives how many
 * files had to be read or dropped.
 */
export async function fill(
  corpus: Corpus,
  source: { readonly entries: readonly TreeEntry[]; readonly blobs: Blobs },
  progress: (filling: Filling) => void = () => {},
): Promise<number> {
  const files = source.entries.filter(({ kind }) => kind === 'file');
  const held = corpus.held();
  const wanted = new Set(files.map(({ path }) => path));
  const gone = [...held.keys()].filter((path) => !wanted.has(path));
  for (const path of gone) corpus.drop(path);
  const grain = grainOf(files);
  const changed = files.filter(({ path, objectId }) => held.get(path) !== objectId);
  for (let done = 0; done < changed.length; done += AT_ONCE) {
    progress({ done, of: changed.length });
    const batch = changed.slice(done, done + AT_ONCE);
    const texts = await Promise.all(batch.map((entry) => read(entry, source.blobs)));
    batch.forEach(({ path, objectId }, n) => {
      corpus.put({ path, objectId, text: texts[n], grain });
    });
  }
  return changed.length + gone.length;
}

function grainOf(files: readonly TreeEntry[]): Grain {
  const texts = files.filter(({ path, size }) => isWorthReading(path, size));
  return grainFor(
    texts.length,
    texts.reduce((sum, { size }) => sum + size, 0),
  );
}

async function read({ path, size, objectId }: TreeEntry, blobs: Blobs) {
  return isWorthReading(path, size) ? textOf(await blobs.read(objectId)) : undefined;
}
