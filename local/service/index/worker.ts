import { parentPort, workerData } from 'node:worker_threads';
import { openBlobs } from '../git/blob-reader.js';
import { type Git, openGit } from '../git/git.js';
import { listFiles } from '../git/tree.js';
import { openCache } from './cache.js';
import { type Corpus, createCorpus } from './corpus.js';
import type { Findings } from './search-results.js';
import { fill } from './update-corpus.js';
import { type IndexReply, type IndexRequest, STOP, type ThreadData } from './worker-messages.js';

/** A repository's corpus, and the tree that it holds. Its work happens in order. */
interface Shelf {
  corpus: Corpus;
  /** While it reads. */
  git?: Git | undefined;
  tree?: string;
  /** Files that have changed since it was last written to disk. */
  unsaved: number;
  last: Promise<unknown>;
}

const shelves = new Map<string, Shelf>();
const stopping = new AbortController();
const NOTHING: Findings = { files: [], total: 0 };
/** A cache that is behind by less is brought up to date sooner than a whole one is written. */
const WORTH_SAVING = 0.05;
const { cacheDir } = workerData as ThreadData;
const cache = cacheDir === undefined ? undefined : openCache(cacheDir);

// This module is a thread's entry: what it is for is to listen.
parentPort?.on('message', (request: IndexRequest | typeof STOP) => {
  if (request === STOP) {
    stop();
    return;
  }
  const shelf = shelves.get(request.gitDir) ?? openShelf(request.gitDir);
  shelf.last = shelf.last.then(() => handle(shelf, request)).then(() => save(shelf, request));
});

function openShelf(gitDir: string): Shelf {
  const shelf: Shelf = { corpus: createCorpus(), unsaved: 0, last: Promise.resolve() };
  shelves.set(gitDir, shelf);
  shelf.last = load(shelf, gitDir);
  return shelf;
}

async function load(shelf: Shelf, gitDir: string): Promise<void> {
  const cached = await cache?.load(gitDir);
  if (cached) Object.assign(shelf, cached);
}

/** After the answer, so that nobody waits for it. What cannot be kept is built again next time. */
async function save(shelf: Shelf, { gitDir }: IndexRequest): Promise<void> {
  const { corpus, tree, unsaved } = shelf;
  if (!cache || tree === undefined || stopping.signal.aborted) return;
  if (unsaved === 0 || unsaved < WORTH_SAVING * corpus.held().size) return;
  shelf.unsaved = 0;
  await cache.save(gitDir, { corpus, tree }).catch(() => {});
}

function stop(): void {
  stopping.abort();
  for (const { git } of shelves.values()) void git?.close();
  parentPort?.close();
}

function reply(message: IndexReply): void {
  parentPort?.postMessage(message);
}

async function handle(shelf: Shelf, request: IndexRequest): Promise<void> {
  const { id, query, limit } = request;
  try {
    await makeReady(shelf, request);
    const findings = query ? shelf.corpus.search(query, limit) : NOTHING;
    reply({ id, kind: 'found', findings });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply({ id, kind: 'failed', message });
  }
}

async function makeReady(shelf: Shelf, { id, gitDir, commit }: IndexRequest): Promise<void> {
  stopping.signal.throwIfAborted();
  const git = openGit(gitDir);
  shelf.git = git;
  try {
    const tree = (await git.run(['rev-parse', '--verify', `${commit}^{tree}`])).toString();
    if (shelf.tree === tree) return;
    const source = { entries: await listFiles(git, commit), blobs: openBlobs(git) };
    shelf.unsaved += await fill(shelf.corpus, source, (filling) => {
      stopping.signal.throwIfAborted();
      reply({ id, kind: 'filling', filling });
    });
    shelf.tree = tree;
  } finally {
    await git.close();
  }
}
