import { HttpError } from '../http/http-error.js';
import type { Page } from '../pages/render-page.js';
import { createWorkerClient } from '../workers/worker-client.js';
import type { RenderReply } from './messages.js';

/**
 * Renders pages on one worker thread, one after the other: highlighting a large file takes most of a
 * second, in which the thread that serves requests would serve nobody.
 */
export interface RenderThread {
  /** The page in UTF-8. Rejects with an `HttpError` (503) when too many pages are waiting. */
  render(page: Page): Promise<Uint8Array>;
  /** Pages that are not rendered yet are rejected. */
  stop(): Promise<void>;
}

interface RequestedPage {
  readonly page: Page;
  resolve(utf8: Uint8Array): void;
  reject(error: Error): void;
}

const MAX_WAITING = 100;
const TIMEOUT_MS = 10_000;
const MAX_MEMORY_MB = 512;
/** A page takes less than a second in general. */
const RETRY_AFTER_SECONDS = 10;

/** The thread starts with the first page, and again after it was terminated or has crashed. */
export function createRenderThread({
  timeoutMs = TIMEOUT_MS,
  maxMemoryMb = MAX_MEMORY_MB,
} = {}): RenderThread {
  // The first of them is being rendered.
  const pages: RequestedPage[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const client = createWorkerClient<Page, RenderReply>({
    name: 'render-thread',
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 12 },
    onReply(reply) {
      // Counted from here: starting the thread takes long on a busy machine.
      if (reply.kind === 'started') timer = setTimeout(terminate, timeoutMs);
      else if (reply.kind === 'rendered') finishFirst()?.resolve(reply.utf8);
      else finishFirst()?.reject(new Error(reply.message));
    },
    onExit: (error) => finishFirst()?.reject(error),
  });

  function terminate(): void {
    const kind = pages[0]?.page.kind;
    void client.terminate(
      new Error(`rendering the page (${kind}) took longer than ${timeoutMs} ms`),
    );
  }

  function finishFirst(): RequestedPage | undefined {
    clearTimeout(timer);
    const first = pages.shift();
    const next = pages[0];
    if (next) client.send(next.page);
    return first;
  }

  return {
    render(page) {
      if (stopped) return Promise.reject(stopping());
      if (pages.length > MAX_WAITING) return Promise.reject(tooManyPages());
      return new Promise((resolve, reject) => {
        pages.push({ page, resolve, reject });
        if (pages.length === 1) client.send(page);
      });
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const { reject } of pages.splice(0)) reject(stopping());
      await client.terminate(stopping());
    },
  };
}

function tooManyPages(): HttpError {
  const message = 'Too many pages are being opened. Try again in a few seconds.';
  return new HttpError(503, message, RETRY_AFTER_SECONDS);
}

function stopping(): HttpError {
  return new HttpError(503, 'The service is stopping.');
}
