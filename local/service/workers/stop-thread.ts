import type { Worker } from 'node:worker_threads';

/**
 * Waits for a thread that was told to stop; after the time limit it is terminated. An error of the
 * thread meanwhile is no error of stopping it.
 */
export async function stopThread(worker: Worker, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('exit', () => resolve());
      timer = setTimeout(() => worker.terminate().then(() => resolve(), reject), timeoutMs);
    });
  } finally {
    clearTimeout(timer);
  }
}
