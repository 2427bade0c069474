import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVICE = join('local', 'service');
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Threads of the local service: folders that have a `worker.ts`. That of the parser is not among them, since
 * web-tree-sitter finds its own files by its address.
 */
const THREADS = ['index', 'render-thread', 'search-thread'];

/**
 * What the bundles of the local service's threads are made of, for rolldown, and where they belong.
 * @param {string} output Folder of the built local programs
 * @returns {{ input: import('rolldown').InputOptions, output: import('rolldown').OutputOptions }[]}
 */
export function threadBundles(output) {
  return THREADS.map((name) => ({
    input: {
      cwd: ROOT,
      input: { worker: join(ROOT, SERVICE, name, 'worker.ts') },
      platform: 'node',
      logLevel: 'warn',
    },
    output: { dir: join(output, 'service', name), sourcemap: true },
  }));
}
