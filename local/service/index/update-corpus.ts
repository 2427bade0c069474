import type { BlobReader } from '../git/blob-reader.js';
import type { CommitMessages } from '../git/commit-messages.js';
import type { TreeEntry } from '../git/tree.js';
import type { Corpus } from './corpus.js';
import { type Granularity, granularityFor } from './granularity.js';
import type { IndexProgress } from './search-results.js';
import { ANY_WORDS, NO_WORDS, type WordFilter, wordFilterOf } from './segments/word-filter.js';
import { decodeText, isBinary, isIndexable, isNeverText, isReadable } from './text-files.js';

/** Files that are read at once, while those before are indexed. */
const BATCH_SIZE = 64;

type Files = ReadonlyMap<string, TreeEntry>;

interface Source {
  /** By path. An object for each would take much memory until all are read: they may be made when asked for. */
  readonly files: Files;
  readonly blobs: BlobReader;
  /** Those of the commits that changed the files at these paths. */
  readonly messagesOf: (paths: Pick<ReadonlySet<string>, 'has'>) => Promise<CommitMessages>;
}

/** Makes the corpus hold exactly these files. Unchanged files are not read again. */
export async function updateCorpus(
  corpus: Corpus,
  { files, blobs, messagesOf }: Source,
  onProgress: (progress: IndexProgress) => void = () => {},
): Promise<void> {
  const indexed = corpus.objectIds();
  for (const path of indexed.keys()) if (!files.has(path)) corpus.remove(path);
  const isChanged = ({ path, objectId }: TreeEntry) => indexed.get(path) !== objectId;
  const total = count(files, isChanged);
  if (total === 0) return;
  const messages = await messagesOf({
    has(path) {
      const entry = files.get(path);
      return entry !== undefined && isChanged(entry);
    },
  });
  const granularity = granularityOf(files);
  const batches = batchesOf(files, isChanged);
  const readNext = () => readAll(batches.next().value ?? [], blobs);
  let next = readNext();
  for (let done = 0; done < total; done += BATCH_SIZE) {
    onProgress({ done, total });
    const batch = await next;
    next = readNext();
    // It is awaited later, and may fail before.
    next.catch(() => {});
    for (const file of batch) {
      corpus.put({ ...file, messages: messages.get(file.path), granularity });
    }
  }
}

type IsChanged = (entry: TreeEntry) => boolean;

function count(files: Files, isChanged: IsChanged): number {
  let changed = 0;
  for (const entry of files.values()) if (isChanged(entry)) changed += 1;
  return changed;
}

function* batchesOf(files: Files, isChanged: IsChanged): Generator<TreeEntry[], undefined> {
  let batch: TreeEntry[] = [];
  for (const entry of files.values()) {
    if (!isChanged(entry)) continue;
    batch.push(entry);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function granularityOf(files: Files): Granularity {
  let [indexable, bytes] = [0, 0];
  for (const { path, size } of files.values()) {
    if (!isIndexable(path, size)) continue;
    indexable += 1;
    bytes += size;
  }
  return granularityFor(indexable, bytes);
}

function wordsOfUnread(path: string, size: number): WordFilter {
  return size === 0 || isNeverText(path) ? NO_WORDS : ANY_WORDS;
}

function readAll(entries: readonly TreeEntry[], blobs: BlobReader) {
  return Promise.all(
    entries.map(async ({ path, size, objectId }) => {
      if (!isReadable(path, size)) return { path, objectId, words: wordsOfUnread(path, size) };
      const bytes = await blobs.read(objectId);
      const words = isBinary(bytes) ? NO_WORDS : wordFilterOf(bytes);
      return {
        path,
        objectId,
        text: isIndexable(path, size) ? decodeText(bytes) : undefined,
        words,
      };
    }),
  );
}
