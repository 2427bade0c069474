import type { BlobReader } from '../git/blob-reader.js';
import type { TreeEntry } from '../git/tree.js';
import type { Corpus } from './corpus.js';
import { type Granularity, granularityFor } from './granularity.js';
import { decodeText, isIndexable } from './text-files.js';

export interface IndexProgress {
  readonly done: number;
  readonly total: number;
}

/** Files that are read at once, before they are indexed. */
const BATCH_SIZE = 32;

/**
 * Makes the corpus hold exactly these files. Unchanged files are not read again. Returns how many
 * files were added, changed or removed.
 */
export async function updateCorpus(
  corpus: Corpus,
  source: { readonly entries: readonly TreeEntry[]; readonly blobs: BlobReader },
  onProgress: (progress: IndexProgress) => void = () => {},
): Promise<number> {
  const files = source.entries.filter(({ kind }) => kind === 'file');
  const indexed = corpus.objectIds();
  const wanted = new Set(files.map(({ path }) => path));
  const removed = [...indexed.keys()].filter((path) => !wanted.has(path));
  for (const path of removed) corpus.remove(path);
  const granularity = granularityOf(files);
  const changed = files.filter(({ path, objectId }) => indexed.get(path) !== objectId);
  for (let done = 0; done < changed.length; done += BATCH_SIZE) {
    onProgress({ done, total: changed.length });
    const batch = changed.slice(done, done + BATCH_SIZE);
    const texts = await Promise.all(batch.map((entry) => read(entry, source.blobs)));
    batch.forEach(({ path, objectId }, n) => {
      corpus.put({ path, objectId, text: texts[n], granularity });
    });
  }
  return changed.length + removed.length;
}

function granularityOf(files: readonly TreeEntry[]): Granularity {
  const indexable = files.filter(({ path, size }) => isIndexable(path, size));
  return granularityFor(
    indexable.length,
    indexable.reduce((sum, { size }) => sum + size, 0),
  );
}

async function read({ path, size, objectId }: TreeEntry, blobs: BlobReader) {
  return isIndexable(path, size) ? decodeText(await blobs.read(objectId)) : undefined;
}
