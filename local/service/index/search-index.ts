import { availableParallelism } from 'node:os';
import { stopThread } from '../workers/stop-thread.js';
import { createWorkerClient } from '../workers/worker-client.js';
import type { Query } from './query.js';
import type { FoundFiles, IndexProgress, SearchResults } from './search-results.js';
import {
  type FilesRequest,
  type IndexReply,
  type IndexRequest,
  STOP_MESSAGE,
  type WorkerData,
} from './worker-messages.js';

/** Indexes and searches repositories on worker threads, so that the main thread is never blocked. */
export interface SearchIndex {
  /**
   * Brings the index up to date with the commit's tree, then searches it. If that takes long, it
   * searches the part that is ready, which the results say.
   */
  search(request: SearchRequest): Promise<SearchResults>;
  /** The files that may fulfil a condition; `undefined` if the commit is not indexed, so that any file may. */
  filesWith(request: FilesSearch): Promise<FoundFiles | undefined>;
  stop(): Promise<void>;
}

export type FilesSearch = Omit<FilesRequest, 'id'>;

export interface SearchRequest {
  readonly gitDir: string;
  readonly commit: string;
  /** Absent: only bring the index up to date. */
  readonly query?: Query;
  /** Files at most, default 20. */
  readonly limit?: number;
  /** How long to wait for a complete index, in ms; 0: the part that is ready will do. */
  readonly waitMs?: number;
  /** Called with the files read so far, of those that have to be read. */
  readonly progress?: (progress: IndexProgress) => void;
}

type IndexWorker = SearchIndex;

interface PendingSearch {
  readonly request: SearchRequest;
  resolve(results: SearchResults): void;
  reject(error: Error): void;
}

interface PendingFiles {
  resolve(files: FoundFiles | undefined): void;
  reject(error: Error): void;
}

/** A worker that needs more memory dies alone. A larger young generation takes more memory, but hardly less time. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 16 };
const STOP_TIMEOUT_MS = 3_000;

/** Each repository is assigned to one worker. One core is left for the main thread. */
export function createSearchIndex(data: WorkerData = {}): SearchIndex {
  const maxWorkers = Math.max(1, Math.min(4, availableParallelism() - 1));
  const workers: IndexWorker[] = [];
  const byRepository = new Map<string, IndexWorker>();
  let stopped = false;
  function workerFor(gitDir: string): IndexWorker {
    const known = byRepository.get(gitDir);
    if (known) return known;
    const slot = byRepository.size % maxWorkers;
    const worker = workers[slot] ?? createIndexWorker(data);
    workers[slot] = worker;
    byRepository.set(gitDir, worker);
    return worker;
  }
  return {
    search: async (request) => {
      if (stopped) throw new Error('the search index is stopped');
      return workerFor(request.gitDir).search(request);
    },
    filesWith: async (request) => {
      if (stopped) throw new Error('the search index is stopped');
      return workerFor(request.gitDir).filesWith(request);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

function createIndexWorker(data: WorkerData): IndexWorker {
  let lastId = 0;
  const pending = new Map<number, PendingSearch>();
  const pendingFiles = new Map<number, PendingFiles>();
  const progressByRepository = new Map<string, IndexProgress>();
  const client = createWorkerClient<IndexRequest | FilesRequest, IndexReply>({
    name: 'index',
    workerData: data,
    resourceLimits: RESOURCE_LIMITS,
    onReply(reply) {
      if (reply.kind === 'progress') return reportProgress(reply, pending, progressByRepository);
      const files = pendingFiles.get(reply.id);
      if (!files) return endSearch(reply, pending, progressByRepository);
      pendingFiles.delete(reply.id);
      if (reply.kind === 'files') files.resolve(reply.files);
      else if (reply.kind === 'failed') files.reject(new Error(reply.message));
    },
    onExit(error) {
      for (const { reject } of [...pending.values(), ...pendingFiles.values()]) reject(error);
      pending.clear();
      pendingFiles.clear();
      progressByRepository.clear();
    },
  });
  return {
    search(request) {
      const { gitDir, commit, query, limit = 20, waitMs } = request;
      lastId += 1;
      const message: IndexRequest = {
        id: lastId,
        gitDir,
        commit,
        limit,
        ...(query && { query }),
        ...(waitMs !== undefined && { waitMs }),
      };
      return new Promise((resolve, reject) => {
        pending.set(message.id, { request, resolve, reject });
        const progress = progressByRepository.get(gitDir);
        if (progress) request.progress?.(progress);
        client.send(message);
      });
    },
    filesWith(request) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        pendingFiles.set(id, { resolve, reject });
        client.send({ id, ...request });
      });
    },
    stop: async () => {
      const thread = client.thread();
      if (!thread) return;
      thread.postMessage(STOP_MESSAGE);
      // It exits by itself, once the git processes that it started have ended.
      await stopThread(thread, STOP_TIMEOUT_MS);
    },
  };
}

type ProgressReply = Extract<IndexReply, { readonly kind: 'progress' }>;

/** To every pending search of the same repository: all of them wait for it. */
function reportProgress(
  { gitDir, progress }: ProgressReply,
  pending: ReadonlyMap<number, PendingSearch>,
  progressByRepository: Map<string, IndexProgress>,
): void {
  progressByRepository.set(gitDir, progress);
  for (const { request } of pending.values()) {
    if (request.gitDir === gitDir) request.progress?.(progress);
  }
}

function endSearch(
  reply: Exclude<IndexReply, ProgressReply>,
  pending: Map<number, PendingSearch>,
  progressByRepository: Map<string, IndexProgress>,
): void {
  const search = pending.get(reply.id);
  if (!search) return;
  progressByRepository.delete(search.request.gitDir);
  pending.delete(reply.id);
  if (reply.kind === 'results') search.resolve(reply.results);
  else if (reply.kind === 'failed') search.reject(new Error(reply.message));
}
