import { type ResourceLimits, Worker } from 'node:worker_threads';

interface StartWorkerOptions {
  /** The URL of the compiled entry module, ending in `.js`. */
  readonly entry: URL;
  readonly workerData?: unknown;
  readonly resourceLimits: ResourceLimits;
}

const SOURCES = new URL('../../', import.meta.url).href;
const BUILT = new URL('../../../dist/local/', import.meta.url).href;

/**
 * Starts a worker thread. When run from TypeScript sources, as in tests, the thread runs what was
 * built of them: compiling them in each thread takes longer than most of what a thread does there.
 */
export function startWorker({ entry, ...options }: StartWorkerOptions): Worker {
  if (import.meta.url.endsWith('.js')) return new Worker(entry, options);
  return new Worker(new URL(entry.href.replace(SOURCES, BUILT)), { ...options, execArgv: [] });
}
