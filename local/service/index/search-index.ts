import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../workers/start-worker.js';
import type { Query } from './query.js';
import type { Findings } from './search-results.js';
import type { Filling } from './update-corpus.js';
import { type IndexReply, type IndexRequest, STOP, type ThreadData } from './worker-messages.js';

/** Searches repositories on threads of their own, so that nothing else waits for it. */
export interface Index {
  /** Brings the commit's tree into the index where it is not yet, then searches it. */
  search(wanted: Wanted): Promise<Findings>;
  stop(): Promise<void>;
}

export interface Wanted {
  readonly gitDir: string;
  readonly commit: string;
  readonly query?: Query;
  readonly limit?: number;
  /** Files read so far, of those that have to be. */
  readonly progress?: (filling: Filling) => void;
}

interface Thread {
  ask(wanted: Wanted): Promise<Findings>;
  stop(): Promise<void>;
}

interface Waiting {
  readonly wanted: Wanted;
  resolve(findings: Findings): void;
  reject(error: Error): void;
}

/** A thread that would need more ends, and the service goes on; much of it is young and short-lived. */
const MEMORY = { maxOldGenerationSizeMb: 1_536, maxYoungGenerationSizeMb: 96 };

/** A repository always has the same thread; another core is left to those that are served. */
export function createIndex(data: ThreadData = {}): Index {
  const most = Math.max(1, Math.min(4, availableParallelism() - 1));
  const threads: Thread[] = [];
  const byRepository = new Map<string, Thread>();
  let stopped = false;
  function threadOf(gitDir: string): Thread {
    const known = byRepository.get(gitDir);
    if (known) return known;
    const place = byRepository.size % most;
    threads[place] ??= createThread(data);
    byRepository.set(gitDir, threads[place]);
    return threads[place];
  }
  return {
    search: async (wanted) => {
      if (stopped) throw new Error('the index is stopped');
      return threadOf(wanted.gitDir).ask(wanted);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}

/** One worker, started when first needed and again after it died. */
function createThread(data: ThreadData): Thread {
  let worker: Worker | undefined;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();
  const fillings = new Map<string, Filling>();

  function start(): Worker {
    const entry = new URL('./worker.js', import.meta.url);
    const started = startThread({ entry, workerData: data, resourceLimits: MEMORY });
    started.on('message', (reply: IndexReply) => receive(reply, waiting, fillings));
    started.on('error', (error) => over(started, error));
    started.on('exit', () => over(started, new Error('the index thread ended')));
    return started;
  }
  function over(ended: Worker, error: Error): void {
    if (worker !== ended) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    fillings.clear();
  }
  return {
    ask(wanted) {
      const { gitDir, commit, query, limit = 20 } = wanted;
      lastId += 1;
      const request: IndexRequest = { id: lastId, gitDir, commit, limit, ...(query && { query }) };
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { wanted, resolve, reject });
        const filling = fillings.get(gitDir);
        if (filling) wanted.progress?.(filling);
        worker ??= start();
        worker.postMessage(request);
      });
    },
    stop: async () => {
      if (worker) await stopWorker(worker);
    },
  };
}

/** It ends by itself, so that it can wait for the git processes that it started. */
async function stopWorker(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit');
  const timer = setTimeout(() => void worker.terminate(), 3_000);
  worker.postMessage(STOP);
  await ended;
  clearTimeout(timer);
}

/** `fillings` are of the repositories that are being read: all who ask about one wait for that. */
function receive(
  reply: IndexReply,
  waiting: Map<number, Waiting>,
  fillings: Map<string, Filling>,
): void {
  const asked = waiting.get(reply.id);
  if (!asked) return;
  const { gitDir } = asked.wanted;
  if (reply.kind === 'filling') {
    fillings.set(gitDir, reply.filling);
    for (const { wanted } of waiting.values()) {
      if (wanted.gitDir === gitDir) wanted.progress?.(reply.filling);
    }
    return;
  }
  fillings.delete(gitDir);
  waiting.delete(reply.id);
  if (reply.kind === 'found') asked.resolve(reply.findings);
  else asked.reject(new Error(reply.message));
}
