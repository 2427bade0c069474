import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { RequestHandler } from 'express';
import { scrub } from '../log.js';

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

type BoardJob = NonNullable<Awaited<ReturnType<BullMQAdapter['getJob']>>>;

/** BullMQ itself, or an older version of the app, may have stored an error with a secret. */
class WithoutSecrets extends BullMQAdapter {
  override async getJob(id: string) {
    const job = await super.getJob(id);
    return job && scrubbed(job);
  }

  override async getJobs(...range: Parameters<BullMQAdapter['getJobs']>) {
    return (await super.getJobs(...range)).map(scrubbed);
  }
}

function scrubbed(job: BoardJob): BoardJob {
  job.failedReason = job.failedReason && scrub(job.failedReason);
  job.stacktrace = job.stacktrace?.map(scrub) ?? null;
  return job;
}

function withoutText(queue: BoardQueue): BullMQAdapter {
  const adapter = new WithoutSecrets(queue, { readOnlyMode: true });
  adapter.setFormatter('data', (data: unknown) => {
    const { kind, id, questionId } = (data ?? {}) as Record<string, unknown>;
    return { kind, id, questionId };
  });
  return adapter;
}
