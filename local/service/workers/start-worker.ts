import { type ResourceLimits, Worker } from 'node:worker_threads';

/** Folders of the service that have a `worker.ts`, the entry point of a thread, and when built its bundle `thread.js`. */
export type WorkerName = 'index' | 'nav/parser' | 'render-thread' | 'search-thread';

interface StartWorkerOptions {
  readonly name: WorkerName;
  readonly workerData?: unknown;
  readonly resourceLimits: ResourceLimits;
}

// The threads' bundles have this module too: they are in folders beside that of this module.
const SERVICE = new URL('../', import.meta.url);
const BUILT_SERVICE = new URL('../../../dist/local/service/', import.meta.url);

/**
 * Starts a worker thread. It runs what was built, also when this runs from TypeScript sources, as in tests: compiling
 * them in each thread takes longer than most of what a thread does there.
 */
export function startWorker({ name, ...options }: StartWorkerOptions): Worker {
  const entry = `${name}/thread.js`;
  if (import.meta.url.endsWith('.js')) return new Worker(new URL(entry, SERVICE), options);
  return new Worker(new URL(entry, BUILT_SERVICE), { ...options, execArgv: [] });
}
