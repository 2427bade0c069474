import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { RequestHandler } from 'express';

/** A queue as the board takes it: BullMQ's. */
export type BoardQueue = ConstructorParameters<typeof BullMQAdapter>[0];

/** The queue board, to look at only. What people asked is not for whoever may look at queues. */
export function createBoard(queues: readonly BoardQueue[], path: string): RequestHandler {
  const server = new ExpressAdapter();
  server.setBasePath(path);
  createBullBoard({
    queues: queues.map(withoutWords),
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'deepsearch-slack' } },
  });
  return server.getRouter();
}

function withoutWords(queue: BoardQueue): BullMQAdapter {
  const adapter = new BullMQAdapter(queue, { readOnlyMode: true });
  adapter.setFormatter('data', (data: unknown) => {
    const { kind, id, questionId } = (data ?? {}) as Record<string, unknown>;
    return { kind, id, questionId };
  });
  return adapter;
}
