import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** Waits for a thread that was told to stop; after the time limit it is terminated. */
export async function stopThread(worker: Worker, timeoutMs: number): Promise<void> {
  const exited = once(worker, 'exit');
  const timer = setTimeout(() => void worker.terminate(), timeoutMs);
  await exited;
  clearTimeout(timer);
}
