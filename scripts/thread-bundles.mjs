import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SERVICE = join(ROOT, 'local', 'service');

/** Folders of the local service that have a `worker.ts`, the entry point of a thread. */
const THREADS = ['index', join('nav', 'parser'), 'render-thread', 'search-thread'];

/**
 * What the bundles of the local service's threads are made of, for rolldown, and where they belong. Their names are none
 * of tsc's, so that neither program writes over what the other one has written.
 * @param {string} output Folder of the built local programs
 * @returns {{ input: import('rolldown').InputOptions, output: import('rolldown').OutputOptions }[]}
 */
export function threadBundles(output) {
  return THREADS.map((name) => ({
    input: {
      cwd: ROOT,
      input: { thread: join(SERVICE, name, 'worker.ts') },
      platform: 'node',
      // It finds its own files by its address.
      external: ['web-tree-sitter'],
      logLevel: 'warn',
    },
    output: {
      dir: join(output, 'service', name),
      entryFileNames: '[name].js',
      // Without a hash: a running thread may import it after the next build.
      chunkFileNames: 'thread-[name].js',
      sourcemap: true,
    },
  }));
}
