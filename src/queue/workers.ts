import { type ConnectionOptions, DelayedError, type Job, Worker } from 'bullmq';
import type { Logger } from '../log.js';
import type { Ask, Intent } from '../model/intent.js';
import { PREFIX, QUEUES, type QueueName, VERSION } from './names.js';

/** When a job wants to run again, ms since the epoch; undefined: it is done. */
export type Again = { readonly at: number } | undefined;

/** What people want of us other than an answer. */
type Wish = Exclude<Intent, Ask>;

/** What jobs do, passed in by `compose`. A throw is tried again with backoff. */
export interface Processors {
  readonly ask: (ask: Ask) => Promise<Again>;
  /** What was asked could not be taken up for a mistake of ours: what the person hears. */
  readonly giveUpAsk: (ask: Ask, error: unknown) => Promise<void>;
  readonly press: (wish: Wish, signal: AbortSignal) => Promise<Again>;
  /** The same of all else that people want of us. */
  readonly giveUpPress: (wish: Wish, error: unknown) => Promise<void>;
  readonly question: (id: string, signal: AbortSignal) => Promise<Again>;
  /** The question's job has failed for the last time: what a person sees instead. */
  readonly giveUp: (id: string, error: unknown) => Promise<Again>;
  readonly reconcile: () => Promise<void>;
}

export interface WorkersOptions {
  readonly connection: ConnectionOptions;
  /** How many questions this process works on at once. */
  readonly concurrency: number;
  readonly processors: Processors;
  readonly jobStarted: (queue: string) => () => void;
  readonly logger: Logger;
}

/** A job in hand. `signal` fires where its lock is lost or the process stops. */
interface InHand {
  readonly job: Job;
  readonly token: string;
  readonly signal: AbortSignal;
}

type Process = (inHand: InHand) => Promise<void>;

/**
 * A killed worker's jobs are taken up by another within lock + check, about 12 s; a job may be
 * taken up so any number of times, since each step finds out what the last one left.
 */
const RECOVERY = {
  lockDuration: 8_000,
  stalledInterval: 4_000,
  maxStalledCount: 1_000_000,
} as const;

/** A job of a newer version is offered again after this, ms: a newer worker may take it then. */
const NEWER_MS = 2_000;

/** What is said and pressed takes milliseconds, and no crowd of polls may stand before it. */
const DOOR_CONCURRENCY = 20;

export type Workers = ReturnType<typeof createWorkers>;

/** The queues' workers, not yet running. */
export function createWorkers(options: WorkersOptions) {
  const stopping = new AbortController();
  const open = (name: QueueName, concurrency: number, process: Process) =>
    openWorker(options, { name, concurrency, process, stopping: stopping.signal });
  const doing = processes(options.processors);
  const all = [
    open(QUEUES.intake, DOOR_CONCURRENCY, doing.ask),
    open(QUEUES.presses, DOOR_CONCURRENCY, doing.press),
    open(QUEUES.questions, options.concurrency, doing.question),
    open(QUEUES.upkeep, 1, doing.upkeep),
  ];

  return {
    start(): void {
      for (const worker of all) {
        worker
          .run()
          .catch((error: unknown) => options.logger.error({ err: error }, 'worker ended'));
      }
    },

    /** Takes no more jobs; those in hand may finish within `ms`, then go back to the queue. */
    async stop(ms: number): Promise<void> {
      const closing = Promise.all(all.map((worker) => worker.close()));
      if (await within(closing, ms)) return;
      stopping.abort(new Error('the process is stopping'));
      if (await within(closing, 1_000)) return;
      await within(Promise.all(all.map((worker) => worker.close(true))), 1_000);
    },
  };
}

interface Opening {
  readonly name: QueueName;
  readonly concurrency: number;
  readonly process: Process;
  readonly stopping: AbortSignal;
}

function openWorker({ connection, jobStarted, logger }: WorkersOptions, opening: Opening): Worker {
  const { name, concurrency, process, stopping } = opening;
  const processor = async (job: Job, token?: string, lost?: AbortSignal) => {
    if (isNewer(job)) return lieDown({ job, token: token ?? '' }, { at: Date.now() + NEWER_MS });
    const done = jobStarted(name);
    const signal = lost === undefined ? stopping : AbortSignal.any([lost, stopping]);
    await process({ job, token: token ?? '', signal }).finally(done);
  };
  // It has to ask Redis for its version: not knowing that, it wakes by the whole second.
  const worker = new Worker(name, processor, {
    connection,
    prefix: PREFIX,
    autorun: false,
    concurrency,
    settings: { backoffStrategy },
    ...RECOVERY,
  });
  worker.on('error', (error) => logger.debug({ err: error, queue: name }, 'queue error'));
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) worker.cancelJob(id, 'its lock was lost');
  });
  worker.on('failed', (job, error) => {
    const which = { queue: name, job: job?.id, attempt: job?.attemptsMade };
    logger.warn({ err: error, ...which }, 'a job failed and is tried again');
  });
  return worker;
}

function processes(
  processors: Processors,
): Record<'ask' | 'press' | 'question' | 'upkeep', Process> {
  return {
    ask: async (inHand) => {
      const ask = intentOf<Ask>(inHand);
      const work = () => processors.ask(ask);
      await lieDown(inHand, await orGiveUp(inHand, work, (why) => processors.giveUpAsk(ask, why)));
    },
    press: async (inHand) => {
      const wish = intentOf<Wish>(inHand);
      const work = () => processors.press(wish, inHand.signal);
      const giveUp = (why: unknown) => processors.giveUpPress(wish, why);
      await lieDown(inHand, await orGiveUp(inHand, work, giveUp));
    },
    upkeep: () => processors.reconcile(),
    question: async (inHand) => {
      const { job, signal } = inHand;
      const { id } = job.data as { id: string };
      const again = await processors.question(id, signal).catch((error: unknown) => {
        if (!isLast(inHand) || signal.aborted) throw error;
        return processors.giveUp(id, error);
      });
      await lieDown(inHand, again);
    },
  };
}

/** Nobody waits any longer for what could not be done in a day, be it for trouble that passes. */
const LET_GO_MS = 24 * 3600_000;

/** Does what an intent is about, and gives it up after its last attempt, or after a day. */
async function orGiveUp(
  { job, signal }: InHand,
  work: () => Promise<Again>,
  giveUp: (why: unknown) => Promise<void>,
): Promise<Again> {
  const again = await work().catch(async (error: unknown) => {
    if (signal.aborted || !isLast({ job })) throw error;
    await giveUp(error);
  });
  const isOld = Date.now() - job.timestamp > LET_GO_MS;
  if (!again || !isOld) return again || undefined;
  await giveUp(new Error('There was trouble for a whole day'));
  return undefined;
}

function intentOf<I extends Intent>({ job }: InHand): I {
  const { v: _version, ...intent } = job.data;
  return intent;
}

function isNewer({ data }: Job): boolean {
  return Number((data as { v?: unknown } | undefined)?.v ?? VERSION) > VERSION;
}

function isLast({ job }: Pick<InHand, 'job'>): boolean {
  return job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
}

/** The job waits until `at`: BullMQ wants the throw, and counts no attempt for it. */
async function lieDown({ job, token }: Pick<InHand, 'job' | 'token'>, again: Again): Promise<void> {
  if (again === undefined) return;
  await job.moveToDelayed(again.at, token);
  throw new DelayedError();
}

/** Half a second, doubling up to half a minute, with half of it left to chance. */
function backoffStrategy(attemptsMade: number): number {
  const most = Math.min(30_000, 500 * 2 ** Math.min(attemptsMade - 1, 10));
  return Math.round(most * (0.5 + Math.random() / 2));
}

async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}
