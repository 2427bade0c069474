import type { BlobReader } from '../git/blob-reader.js';
import type { CommitMessages } from '../git/commit-messages.js';
import type { TreeEntry } from '../git/tree.js';
import type { Corpus } from './corpus.js';
import { type Granularity, granularityFor } from './granularity.js';
import type { IndexProgress } from './search-results.js';
import { ANY_WORDS, NO_WORDS, type WordFilter, wordFilterOf } from './segments/word-filter.js';
import { decodeText, isBinary, isIndexable, isNeverText } from './text-files.js';

/** Files that are read at once, while those before are indexed. */
const BATCH_SIZE = 64;

interface Source {
  readonly entries: readonly TreeEntry[];
  readonly blobs: BlobReader;
  /** Those of the commits that changed the files at these paths. */
  readonly messagesOf: (paths: ReadonlySet<string>) => Promise<CommitMessages>;
}

/** Makes the corpus hold exactly these files. Unchanged files are not read again. */
export async function updateCorpus(
  corpus: Corpus,
  { entries, blobs, messagesOf }: Source,
  onProgress: (progress: IndexProgress) => void = () => {},
): Promise<void> {
  const files = entries.filter(({ kind }) => kind === 'file');
  const changed = removeOthers(corpus, files);
  if (changed.length === 0) return;
  const messages = await messagesOf(new Set(changed.map(({ path }) => path)));
  const granularity = granularityOf(files);
  const batchAt = (start: number) => readAll(changed.slice(start, start + BATCH_SIZE), blobs);
  let next = batchAt(0);
  for (let done = 0; done < changed.length; done += BATCH_SIZE) {
    onProgress({ done, total: changed.length });
    const batch = await next;
    next = batchAt(done + BATCH_SIZE);
    // It is awaited later, and may fail before.
    next.catch(() => {});
    for (const file of batch) {
      corpus.put({ ...file, messages: messages.get(file.path), granularity });
    }
  }
}

/** Removes what is not among the files; gives those that are missing or differ. */
function removeOthers(corpus: Corpus, files: readonly TreeEntry[]): TreeEntry[] {
  const indexed = corpus.objectIds();
  const wanted = new Set(files.map(({ path }) => path));
  for (const path of indexed.keys()) if (!wanted.has(path)) corpus.remove(path);
  return files.filter(({ path, objectId }) => indexed.get(path) !== objectId);
}

function granularityOf(files: readonly TreeEntry[]): Granularity {
  const indexable = files.filter(({ path, size }) => isIndexable(path, size));
  return granularityFor(
    indexable.length,
    indexable.reduce((sum, { size }) => sum + size, 0),
  );
}

function wordsOfUnread(path: string, size: number): WordFilter {
  return size === 0 || isNeverText(path) ? NO_WORDS : ANY_WORDS;
}

function readAll(entries: readonly TreeEntry[], blobs: BlobReader) {
  return Promise.all(
    entries.map(async ({ path, size, objectId }) => {
      if (!isIndexable(path, size)) return { path, objectId, words: wordsOfUnread(path, size) };
      const bytes = await blobs.read(objectId);
      const words = isBinary(bytes) ? NO_WORDS : wordFilterOf(bytes);
      return { path, objectId, text: decodeText(bytes), words };
    }),
  );
}
