import { parentPort, workerData } from 'node:worker_threads';
import { createRepositoryIndex, type RepositoryIndex } from './repository-index.js';
import {
  type FilesRequest,
  type IndexReply,
  type IndexRequest,
  STOP_MESSAGE,
  type WorkerData,
} from './worker-messages.js';

const indexes = new Map<string, RepositoryIndex>();
const data = workerData as WorkerData;

// The entry point of a worker thread: listening is its purpose.
parentPort?.on('message', (request: IndexRequest | FilesRequest | typeof STOP_MESSAGE) => {
  if (request === STOP_MESSAGE) stop();
  else if ('condition' in request) indexOf(request.gitDir).filesWith(request);
  else indexOf(request.gitDir).search(request);
});

function indexOf(gitDir: string): RepositoryIndex {
  const known = indexes.get(gitDir);
  if (known) return known;
  const index = createRepositoryIndex(gitDir, data, reply);
  indexes.set(gitDir, index);
  return index;
}

function reply(message: IndexReply): void {
  parentPort?.postMessage(message);
}

function stop(): void {
  for (const index of indexes.values()) index.stop();
  parentPort?.close();
}
