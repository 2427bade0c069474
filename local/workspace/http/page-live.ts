import type { FastifyReply } from 'fastify';
import type { PageEvent } from '../page-api.js';
import type { World } from '../state/world.js';
import { pageEvents, viewsNow } from './page-view.js';

const HEARTBEAT_MS = 15_000;
/** A page that reads no more is let go, rather than kept in memory. */
const MOST_UNREAD_BYTES = 16 * 1024 * 1024;

/** Server-sent events for one viewer, until they leave. */
export function streamTo(world: World, viewer: string, reply: FastifyReply): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  raw.write(': hello\n\n');
  const tell = (event: PageEvent) => raw.write(`data: ${JSON.stringify(event)}\n\n`);
  viewsNow(world, viewer).forEach(tell);
  const forget = world.onChange((change) => {
    pageEvents(world, change, viewer).forEach(tell);
    if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy();
    return undefined;
  });
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS);
  raw.on('close', () => {
    forget();
    clearInterval(heartbeat);
  });
}
