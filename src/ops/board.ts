import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { RequestHandler } from 'express';

/** A queue as the board takes it: BullMQ's. */
export type BoardQueue = ConstructorParameters<typeof BullMQAdapter>[0];

/** The queue board, to look at only. Jobs hold ids alone, so there is nothing to hide. */
export function createBoard(queues: readonly BoardQueue[], path: string): RequestHandler {
  const server = new ExpressAdapter();
  server.setBasePath(path);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'deepsearch-slack' } },
  });
  return server.getRouter();
}
