import type { LineMatches } from './grep.js';
import type { ToolContext } from './tool.js';

/** Runs a search, or takes the result of an equal one that is running or was run lately. */
export type ShareSearch = (
  key: string,
  search: (context: ToolContext) => Promise<LineMatches>,
  context: ToolContext,
) => Promise<LineMatches>;

interface Running {
  readonly found: Promise<LineMatches>;
  readonly deadline: number;
  readonly controller: AbortController;
  callers: number;
}

const MAX_KEPT = 8;
/** Files and lines of a result; larger ones are not kept. */
const MAX_KEPT_SIZE = 20_000;

/** Equal keys are equal searches of a commit, which never changes. A search is aborted once nobody waits for it. */
export function createSharedSearches(): ShareSearch {
  const kept = new Map<string, LineMatches>();
  const running = new Map<string, Running>();

  function keep(key: string, found: LineMatches): void {
    if (!found.complete || sizeOf(found) > MAX_KEPT_SIZE) return;
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(key, found);
  }
  function forget(key: string, one: Running): void {
    if (running.get(key) === one) running.delete(key);
  }
  function start(key: string, search: Parameters<ShareSearch>[1], deadline: number): Running {
    const controller = new AbortController();
    const found = search({ signal: controller.signal, deadline });
    const one = { found, deadline, controller, callers: 0 };
    running.set(key, one);
    found
      .then((result) => keep(key, result))
      .catch(() => {})
      .finally(() => forget(key, one));
    return one;
  }
  async function waitFor(key: string, one: Running, signal: AbortSignal): Promise<LineMatches> {
    one.callers += 1;
    try {
      return await untilAborted(one.found, signal);
    } finally {
      one.callers -= 1;
      if (one.callers === 0) {
        forget(key, one);
        one.controller.abort();
      }
    }
  }
  return async (key, search, { signal, deadline }) => {
    signal.throwIfAborted();
    const before = kept.get(key);
    if (before) return before;
    const other = running.get(key);
    if (other && other.deadline <= deadline) {
      const found = await waitFor(key, other, signal);
      // What ran out of time may find more in the time that is left.
      if (found.complete || other.deadline === deadline) return found;
    }
    return waitFor(key, start(key, search, deadline), signal);
  };
}

function sizeOf({ files }: LineMatches): number {
  let size = files.size;
  for (const lines of files.values()) size += lines.length;
  return size;
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
