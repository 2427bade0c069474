import type { ResourceLimits, Worker } from 'node:worker_threads';
import { startWorker, type WorkerName } from './start-worker.js';

interface WorkerClientOptions<Reply> {
  readonly name: WorkerName;
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
  /** Ends the running thread, whatever it is doing; `onExit` gets the error at once. */
  terminate(error: Error): Promise<void>;
}

export function createWorkerClient<Request, Reply>({
  onReply,
  onExit,
  ...options
}: WorkerClientOptions<Reply>): WorkerClient<Request> {
  let worker: Worker | undefined;
  function handleExit(exited: Worker, error: Error): void {
    // `error` is followed by `exit`: report only the first of them.
    if (worker !== exited) return;
    worker = undefined;
    onExit(error);
  }
  function start(): Worker {
    const started = startWorker(options);
    started.on('message', (reply: Reply) => {
      // What a thread sent before its end can arrive after the next one was started.
      if (worker === started) onReply(reply);
    });
    started.on('error', (error) => handleExit(started, error));
    started.on('exit', () => handleExit(started, new Error('the worker thread exited')));
    return started;
  }
  return {
    send(request) {
      worker ??= start();
      worker.postMessage(request);
    },
    thread: () => worker,
    async terminate(error) {
      const running = worker;
      if (!running) return;
      handleExit(running, error);
      await running.terminate();
    },
  };
}
