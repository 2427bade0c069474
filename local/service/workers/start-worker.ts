import { type ResourceLimits, Worker } from 'node:worker_threads';

interface StartWorkerOptions {
  /** The URL of the compiled entry module, ending in `.js`. */
  readonly entry: URL;
  readonly workerData?: unknown;
  readonly resourceLimits: ResourceLimits;
}

/** Starts a worker thread. When run from TypeScript sources, as in tests, it registers tsx first. */
export function startWorker({ entry, ...options }: StartWorkerOptions): Worker {
  if (import.meta.url.endsWith('.js')) return new Worker(entry, options);
  const source = entry.href.replace(/\.js$/, '.ts');
  const tsx = import.meta.resolve('tsx/esm/api');
  const load = `import('${tsx}').then((tsx) => { tsx.register(); return import('${source}'); })`;
  return new Worker(load, { ...options, eval: true, execArgv: [] });
}
