import type { FastifyReply } from 'fastify';
import type { PageEvent } from '../api/page.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import { currentViews, pageEvents } from './page-state.js';

const HEARTBEAT_MS = 15_000;
/** A client that stops reading is disconnected instead of buffered. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

/** Sends server-sent events to one viewer until they disconnect. */
export function streamEvents(state: WorkspaceState, viewer: string, reply: FastifyReply): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  raw.write(': hello\n\n');
  const send = (event: PageEvent) => raw.write(`data: ${JSON.stringify(event)}\n\n`);
  currentViews(state, viewer).forEach(send);
  const unsubscribe = state.onChange((change) => {
    pageEvents(state, change, viewer).forEach(send);
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
    return undefined;
  });
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS);
  raw.on('close', () => {
    unsubscribe();
    clearInterval(heartbeat);
  });
}
