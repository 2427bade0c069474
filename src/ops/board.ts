import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { RequestHandler } from 'express';

/** A BullMQ queue. */
export type BoardQueue = ConstructorParameters<typeof BullMQAdapter>[0];

/** A read-only dashboard of the queues, without the text of questions. */
export function createBoard(queues: readonly BoardQueue[], path: string): RequestHandler {
  const server = new ExpressAdapter();
  server.setBasePath(path);
  createBullBoard({
    queues: queues.map(withoutText),
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'deepsearch-slack' } },
  });
  return server.getRouter();
}

function withoutText(queue: BoardQueue): BullMQAdapter {
  const adapter = new BullMQAdapter(queue, { readOnlyMode: true });
  adapter.setFormatter('data', (data: unknown) => {
    const { kind, id, questionId } = (data ?? {}) as Record<string, unknown>;
    return { kind, id, questionId };
  });
  return adapter;
}
