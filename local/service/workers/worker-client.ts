import type { ResourceLimits, Worker } from 'node:worker_threads';
import { startWorker } from './start-worker.js';

interface WorkerClientOptions<Reply> {
  /** The URL of the compiled entry module, ending in `.js`. */
  readonly entry: URL;
  readonly workerData?: unknown;
  readonly resourceLimits: ResourceLimits;
  readonly onReply: (reply: Reply) => void;
  /** The thread has exited: pending requests get no reply. */
  readonly onExit: (error: Error) => void;
}

/** One worker thread. It starts on first use, and again after it has exited. */
export interface WorkerClient<Request> {
  send(request: Request): void;
  /** The running thread; `undefined` before the first request and after an exit. */
  thread(): Worker | undefined;
}

export function createWorkerClient<Request, Reply>({
  onReply,
  onExit,
  ...options
}: WorkerClientOptions<Reply>): WorkerClient<Request> {
  let worker: Worker | undefined;
  function start(): Worker {
    const started = startWorker(options);
    const handleExit = (error: Error) => {
      // `error` is followed by `exit`: report only the first of them.
      if (worker !== started) return;
      worker = undefined;
      onExit(error);
    };
    started.on('message', onReply);
    started.on('error', handleExit);
    started.on('exit', () => handleExit(new Error('the worker thread exited')));
    return started;
  }
  return {
    send(request) {
      worker ??= start();
      worker.postMessage(request);
    },
    thread: () => worker,
  };
}
