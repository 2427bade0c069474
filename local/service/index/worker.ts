import { parentPort, workerData } from 'node:worker_threads';
import { openBlobReader } from '../git/blob-reader.js';
import { type Git, openGit } from '../git/git.js';
import { listFiles } from '../git/tree.js';
import { openIndexCache } from './cache.js';
import { type Corpus, createCorpus } from './corpus.js';
import type { SearchResults } from './search-results.js';
import { updateCorpus } from './update-corpus.js';
import {
  type IndexReply,
  type IndexRequest,
  STOP_MESSAGE,
  type WorkerData,
} from './worker-messages.js';

interface RepositoryIndex {
  corpus: Corpus;
  /** Open while the repository is being read. */
  git?: Git | undefined;
  /** The object id of the tree that the corpus holds. */
  tree?: string;
  /** Files changed since the index was last cached. */
  unsavedFiles: number;
  /** Requests for a repository are handled in order: each waits for the one before. */
  lastTask: Promise<unknown>;
}

const indexes = new Map<string, RepositoryIndex>();
const stopping = new AbortController();
const NO_RESULTS: SearchResults = { files: [], total: 0, missingTerms: [] };
/** The share of changed files from which writing the whole index again is worth it. */
const MIN_UNSAVED_SHARE = 0.05;
const { cacheDir } = workerData as WorkerData;
const cache = cacheDir === undefined ? undefined : openIndexCache(cacheDir);

// The entry point of a worker thread: listening is its purpose.
parentPort?.on('message', (request: IndexRequest | typeof STOP_MESSAGE) => {
  if (request === STOP_MESSAGE) {
    stop();
    return;
  }
  const index = indexes.get(request.gitDir) ?? openRepositoryIndex(request.gitDir);
  index.lastTask = index.lastTask
    .then(() => handle(index, request))
    .then(() => save(index, request));
});

function openRepositoryIndex(gitDir: string): RepositoryIndex {
  const index: RepositoryIndex = {
    corpus: createCorpus(),
    unsavedFiles: 0,
    lastTask: Promise.resolve(),
  };
  indexes.set(gitDir, index);
  index.lastTask = load(index, gitDir);
  return index;
}

async function load(index: RepositoryIndex, gitDir: string): Promise<void> {
  const cached = await cache?.load(gitDir);
  if (cached) Object.assign(index, cached);
}

/** Runs after the reply, so that nobody waits for it. An index that cannot be saved is rebuilt. */
async function save(index: RepositoryIndex, { gitDir }: IndexRequest): Promise<void> {
  const { corpus, tree, unsavedFiles } = index;
  if (!cache || tree === undefined || stopping.signal.aborted) return;
  if (unsavedFiles === 0 || unsavedFiles < MIN_UNSAVED_SHARE * corpus.objectIds().size) return;
  index.unsavedFiles = 0;
  await cache.save(gitDir, { corpus, tree }).catch(() => {});
}

function stop(): void {
  stopping.abort();
  for (const { git } of indexes.values()) void git?.close();
  parentPort?.close();
}

function reply(message: IndexReply): void {
  parentPort?.postMessage(message);
}

async function handle(index: RepositoryIndex, request: IndexRequest): Promise<void> {
  const { id, query, limit } = request;
  try {
    await bringUpToDate(index, request);
    const results = query ? index.corpus.search(query, limit) : NO_RESULTS;
    reply({ id, kind: 'results', results });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply({ id, kind: 'failed', message });
  }
}

async function bringUpToDate(
  index: RepositoryIndex,
  { id, gitDir, commit }: IndexRequest,
): Promise<void> {
  stopping.signal.throwIfAborted();
  const git = openGit(gitDir);
  index.git = git;
  try {
    const tree = (await git.run(['rev-parse', '--verify', `${commit}^{tree}`])).toString();
    if (index.tree === tree) return;
    const source = { entries: await listFiles(git, commit), blobs: openBlobReader(git) };
    index.unsavedFiles += await updateCorpus(index.corpus, source, (progress) => {
      stopping.signal.throwIfAborted();
      reply({ id, kind: 'progress', progress });
    });
    index.tree = tree;
  } finally {
    await git.close();
  }
}
