import { parentPort } from 'node:worker_threads';
import { type Page, renderPage } from '../pages/render-page.js';
import type { RenderReply } from './messages.js';

// The entry point of a worker thread: listening is its purpose.
parentPort?.on('message', (page: Page) => {
  reply({ kind: 'started' });
  try {
    const utf8 = new TextEncoder().encode(renderPage(page));
    // Moved, since copying a large page would block the other thread.
    reply({ kind: 'rendered', utf8 }, [utf8.buffer]);
  } catch (error) {
    reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
});

function reply(message: RenderReply, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved);
}
