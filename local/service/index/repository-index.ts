import { openBlobReader } from '../git/blob-reader.js';
import { readCommitMessages } from '../git/commit-messages.js';
import { readFileList } from '../git/file-list.js';
import { type Git, openGit } from '../git/git.js';
import { type Corpus, openCorpus } from './corpus.js';
import { fingerprint } from './fingerprint.js';
import type { IndexProgress, SearchResults } from './search-results.js';
import { openStorage } from './segments/storage.js';
import { updateCorpus } from './update-corpus.js';
import { type WaitingSearch, WaitingSearches } from './waiting-searches.js';
import type { FilesRequest, IndexReply, IndexRequest, WorkerData } from './worker-messages.js';

/** The index of one repository: brings it up to date with what is searched. */
export interface RepositoryIndex {
  /** Replies once, now or later. */
  search(request: IndexRequest): void;
  /** Replies at once. */
  filesWith(request: FilesRequest): void;
  /** Aborts the work in hand. */
  stop(): void;
}

/** What is being read. */
interface Update {
  readonly commit: string;
  progress?: IndexProgress;
}

const DEFAULT_INDEX_WAIT_MS = 10_000;
/** With fewer files a search waits on. */
const MIN_SEARCHABLE_FILES = 1_000;
const NO_RESULTS: SearchResults = { files: [], total: 0, missingTerms: [] };

export function createRepositoryIndex(
  gitDir: string,
  { cacheDir, indexWaitMs = DEFAULT_INDEX_WAIT_MS }: WorkerData,
  reply: (message: IndexReply) => void,
): RepositoryIndex {
  const stopping = new AbortController();
  const waiting = new WaitingSearches({ maxWaitMs: indexWaitMs, onLate: answerLate, reply });
  let corpus: Corpus | undefined;
  let git: Git | undefined;
  let update: Update | undefined;
  /** The commit that the corpus holds. */
  let indexed: string | undefined;
  let lastTask: Promise<void> = Promise.resolve();

  /** Answers late requests with what can be found so far. */
  function answerLate(): void {
    if (!corpus || !update?.progress || corpus.searchableFiles() < MIN_SEARCHABLE_FILES) return;
    const { commit, progress } = update;
    for (const one of waiting.late()) {
      const { id, query, limit } = one.request;
      if (!query || one.request.commit !== commit) continue;
      const results = { ...corpus.search(query, limit), partial: progress };
      waiting.answer(one, { id, kind: 'results', results });
    }
  }
  async function readTree(
    to: Corpus,
    tree: string,
    { git, commit }: { readonly git: Git; readonly commit: string },
  ): Promise<void> {
    update = { commit };
    const source = {
      files: await readFileList(git, commit),
      blobs: openBlobReader(git),
      messagesOf: (paths: Pick<ReadonlySet<string>, 'has'>) =>
        readCommitMessages(git, { commit, paths }),
    };
    await updateCorpus(to, source, (progress) => {
      stopping.signal.throwIfAborted();
      update = { commit, progress };
      reply({ kind: 'progress', gitDir, progress });
      answerLate();
    });
    await to.finish(tree);
  }
  async function bringUpToDate(to: Corpus, commit: string): Promise<void> {
    stopping.signal.throwIfAborted();
    if (indexed === commit) return;
    indexed = undefined;
    git = openGit(gitDir);
    try {
      const tree = (await git.run(['rev-parse', '--verify', `${commit}^{tree}`])).toString();
      if (to.tree() !== tree) await readTree(to, tree, { git, commit });
      indexed = commit;
    } finally {
      update = undefined;
      await git.close();
    }
  }
  async function handle(one: WaitingSearch): Promise<void> {
    const { id, commit, query, limit } = one.request;
    try {
      corpus ??= openCorpus(openStorage(cacheDir, gitDir), fingerprint());
      await bringUpToDate(corpus, commit);
      const results = query ? corpus.search(query, limit) : NO_RESULTS;
      waiting.answer(one, { id, kind: 'results', results });
    } catch (error) {
      waiting.answer(one, { id, kind: 'failed', message: messageOf(error) });
    }
  }
  return {
    search(request) {
      const one = waiting.add(request);
      // In order: each waits for the one before.
      lastTask = lastTask.then(() => (waiting.has(one) ? handle(one) : undefined));
    },
    filesWith: (request) => reply(filesReply(request, indexed === request.commit && corpus)),
    stop() {
      stopping.abort();
      void git?.close();
      void lastTask.then(() => corpus?.close());
    },
  };
}

/** `corpus` is false or absent if it does not hold the commit. */
function filesReply(
  { id, condition }: FilesRequest,
  corpus: Corpus | false | undefined,
): IndexReply {
  try {
    return { id, kind: 'files', ...(corpus && { files: corpus.filesWith(condition) }) };
  } catch (error) {
    return { id, kind: 'failed', message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
