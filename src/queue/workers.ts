import { type ConnectionOptions, DelayedError, type Job, Worker } from 'bullmq';
import { type Backoff, backoffMs } from '../backoff.js';
import { type AskRequest, type Intent, type NonAskIntent, questionOf } from '../model/intent.js';
import { MAX_OPEN_MS } from '../model/limits.js';
import { NewerQuestion } from '../store/questions.js';
import { withTimeout } from '../timeout.js';
import { NO_TRACING, type TracedJob, type Tracing } from '../tracing.js';
import type { Vault } from '../vault/vault.js';
import { createJobCount } from './job-count.js';
import { createJobGate } from './job-gate.js';
import { BULL_PREFIX, QUEUES, type QueueName } from './names.js';
import {
  GIVE_UP_AFTER_MS,
  isLeftTooLong,
  isNewer,
  NewerJob,
  type NewerRequest,
  readNewerAsk,
  readNewerRequest,
} from './newer-jobs.js';
import {
  leftToNewerMs,
  type RescheduleOptions,
  type RunAgain,
  rescheduleOnTransientError,
} from './retry.js';
import { unbindFromJob } from './sealed-fields.js';
import { withoutSecrets } from './stored-error.js';
import { LOCK_MS, type SuspensionWatch } from './suspension.js';

/**
 * What the jobs do, passed in by `compose`. After a transient error a job runs again later; after
 * any other it is tried again with backoff, and given up after its last attempt.
 */
export interface Processors {
  readonly ask: (ask: AskRequest) => Promise<void>;
  /** The question could not be accepted: tells the user. */
  readonly giveUpAsk: (ask: AskRequest, error: unknown) => Promise<void>;
  readonly handle: (intent: NonAskIntent, signal: AbortSignal) => Promise<void>;
  /** The intent could not be handled: tells the user. */
  readonly giveUp: (intent: NonAskIntent, error: unknown) => Promise<void>;
  /** No worker of the newer version that it is for has run for too long: tells the user. */
  readonly giveUpNewer: (request: NewerRequest, error: unknown) => Promise<void>;
  /** `isFirst`: no run of the job was cut off or put it off. */
  readonly question: (id: string, signal: AbortSignal, isFirst: boolean) => Promise<RunAgain>;
  /** Makes the failure the question's outcome. False: the question needs no further run. */
  readonly giveUpQuestion: (id: string, error: unknown) => Promise<boolean>;
  readonly reconcile: () => Promise<void>;
}

export interface WorkersOptions extends Omit<RescheduleOptions, 'countLeft'> {
  readonly connection: ConnectionOptions;
  /** How many questions this process works on at once. */
  readonly concurrency: number;
  readonly processors: Processors;
  readonly jobStarted: (queue: string) => () => void;
  readonly suspension: Pick<SuspensionWatch, 'start' | 'run'>;
  readonly unbind: Vault['unbind'];
  readonly tracing?: Pick<Tracing, 'process'>;
  /** How many connections of Slack's this process has accepted; jobs wait while more wait to be accepted. */
  readonly accepted?: () => number;
}

/** A job that this worker runs. `signal` fires when its lock is lost or the process stops. */
interface ActiveJob {
  readonly job: Job;
  readonly token: string;
  readonly signal: AbortSignal;
}

type Process = (active: ActiveJob) => Promise<void>;

/**
 * Another worker takes over a killed worker's jobs within lock + check, about 12 s. It may happen
 * to a job any number of times, since each run finds out what the last one left.
 */
const RECOVERY = {
  lockDuration: LOCK_MS,
  stalledInterval: 4_000,
  maxStalledCount: 1_000_000,
} as const;

/** Most intents take milliseconds, and no number of open questions may hold them up. */
const INTENT_CONCURRENCY = 20;

export type Workers = ReturnType<typeof createWorkers>;

/** The queues' workers, not yet running. */
export function createWorkers(given: WorkersOptions) {
  const options = { ...given, countLeft: createJobCount() };
  const stopping = new AbortController();
  const open = (name: QueueName, concurrency: number, process: Process) =>
    openWorker(options, { name, concurrency, process, stopping: stopping.signal });
  const processes = createProcesses(options);
  const gate = createJobGate({
    most: 2 * INTENT_CONCURRENCY + options.concurrency,
    accepted: options.accepted ?? (() => 0),
  });
  const gated =
    (process: Process): Process =>
    (active) =>
      gate.run(() => process(active));
  const all = [
    open(QUEUES.intake, INTENT_CONCURRENCY, gated(processes.ask)),
    open(QUEUES.actions, INTENT_CONCURRENCY, processes.handle),
    open(QUEUES.requests, INTENT_CONCURRENCY, gated(processes.handle)),
    open(QUEUES.questions, options.concurrency, gated(processes.question)),
    open(QUEUES.maintenance, 1, processes.maintenance),
  ];

  const stopWatching: (() => void)[] = [];

  return {
    start(): void {
      stopWatching.push(options.suspension.start());
      stopWatching.push(gate.start());
      for (const worker of all) {
        worker
          .run()
          .catch((error: unknown) =>
            options.logger.error({ err: error }, 'worker stopped unexpectedly'),
          );
      }
    },

    /** Takes no more jobs; active ones may finish within `ms`, then go back to the queue. */
    async stop(ms: number): Promise<void> {
      const closing = Promise.all(all.map((worker) => worker.close())).finally(() => {
        for (const stop of stopWatching) stop();
      });
      if (await isDoneWithin(ms, closing)) return;
      stopping.abort(new Error('the process is stopping'));
      if (await isDoneWithin(1_000, closing)) return;
      await isDoneWithin(1_000, Promise.all(all.map((worker) => worker.close(true))));
    },
  };
}

type CountingOptions = WorkersOptions & RescheduleOptions;

interface WorkerSettings {
  readonly name: QueueName;
  readonly concurrency: number;
  readonly process: Process;
  readonly stopping: AbortSignal;
}

function openWorker(options: CountingOptions, settings: WorkerSettings): Worker {
  const { connection, jobStarted, suspension, logger } = options;
  const { name, concurrency, process, stopping } = settings;
  const processor = async (job: Job, token?: string, lost?: AbortSignal) => {
    const done = jobStarted(name);
    const signal = lost === undefined ? stopping : AbortSignal.any([lost, stopping]);
    try {
      const run: Process = isNewer(job) ? (active) => leaveToNewer(options, active) : process;
      await suspension.run(() => run({ job, token: token ?? '', signal }));
    } catch (error) {
      throw error instanceof DelayedError ? error : withoutSecrets(error);
    } finally {
      done();
    }
  };
  // Without `skipVersionCheck`: a worker that does not know Redis's version waits in whole seconds.
  const worker = new Worker(name, processor, {
    connection,
    prefix: BULL_PREFIX,
    autorun: false,
    concurrency,
    settings: { backoffStrategy },
    ...RECOVERY,
  });
  worker.on('error', (error) => logger.debug({ err: error, queue: name }, 'queue error'));
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) worker.cancelJob(id, 'lock lost');
  });
  worker.on('failed', (job, error) => {
    const which = { queue: name, job: job?.id, attempt: job?.attemptsMade };
    logger.warn({ err: error, ...which }, 'job attempt failed');
  });
  return worker;
}

/** Throws, so that it waits in the queue, unless it has waited for too long. */
async function leaveToNewer(
  { processors, logger, now, random, countLeft }: CountingOptions,
  active: ActiveJob,
): Promise<void> {
  const { job } = active;
  const error = new NewerJob(job);
  if (isLeftTooLong(job, now())) {
    const ask = job.queueName === QUEUES.intake ? readNewerAsk(job.data) : undefined;
    if (ask !== undefined) return processors.giveUpAsk(ask, error);
    return processors.giveUpNewer(readNewerRequest(job), error);
  }
  const times = countLeft(job.id ?? '');
  if (times === 1) logger.warn({ err: error, job: job.id }, 'transient error, retrying');
  return delayJob(active, now() + leftToNewerMs(times, random()));
}

function createProcesses(
  options: CountingOptions,
): Record<'ask' | 'handle' | 'question' | 'maintenance', Process> {
  const { processors, tracing = NO_TRACING } = options;

  async function handle(active: ActiveJob, intent: Intent, attempt: Attempt): Promise<void> {
    const work = async () => {
      await attempt.work();
      return undefined;
    };
    const { id = '', timestamp } = active.job;
    const job = { id, waitedMs: options.now() - timestamp };
    const again = await tracing.process(
      tracedJob(active, questionOf(intent)),
      () => orGiveUp(active, () => rescheduleOnTransientError(options, job, work), attempt),
      isWorthKeeping,
    );
    if (again !== undefined) await delayJob(active, again.at);
  }

  return {
    ask: (active) => {
      const ask = intentOf<AskRequest>(active, options.unbind);
      return handle(active, ask, {
        work: () => processors.ask(ask),
        giveUp: (error) => processors.giveUpAsk(ask, error),
        giveUpAfterMs: MAX_OPEN_MS,
      });
    },
    handle: (active) => {
      const intent = intentOf<NonAskIntent>(active, options.unbind);
      return handle(active, intent, {
        work: () => processors.handle(intent, active.signal),
        giveUp: (error) => processors.giveUp(intent, error),
        giveUpAfterMs: GIVE_UP_AFTER_MS,
      });
    },
    maintenance: () => processors.reconcile(),
    question: async (active) => {
      const { job, signal } = active;
      const { id } = job.data as { id: string };
      const run = (until: AbortSignal) =>
        rescheduleOnTransientError(options, { id, isOld: isLeftTooLong(job, options.now()) }, () =>
          processors.question(id, until, job.attemptsStarted <= 1),
        );
      const orFail = () =>
        run(signal).catch(async (error: unknown) => {
          const isLast = isLastAttempt(job) || error instanceof NewerQuestion;
          if (!isLast || signal.aborted) throw error;
          const isOpen = await processors.giveUpQuestion(id, error);
          return isOpen ? run(new AbortController().signal) : undefined;
        });
      const again = await tracing.process(tracedJob(active, id), orFail, isWorthKeeping);
      if (again !== undefined) await delayJob(active, again.at);
    },
  };
}

interface Attempt {
  readonly work: () => Promise<void>;
  readonly giveUp: (error: unknown) => Promise<void>;
  /** Nobody waits for it any more then, even where every error was transient. */
  readonly giveUpAfterMs: number;
}

/** Handles an intent, and gives up after the last attempt or after days. */
async function orGiveUp(
  active: ActiveJob,
  work: () => Promise<RunAgain>,
  { giveUp, giveUpAfterMs }: Attempt,
): Promise<RunAgain> {
  const { job, signal } = active;
  const again = await work().catch(async (error: unknown) => {
    if (signal.aborted || !isLastAttempt(job)) throw error;
    await giveUp(error);
    return undefined;
  });
  if (again === undefined || Date.now() - job.timestamp <= giveUpAfterMs) return again;
  await giveUp(new Error('Transient errors for too long'));
  return undefined;
}

function tracedJob({ job }: ActiveJob, question: string | undefined): TracedJob {
  const { id = '', queueName: queue, attemptsStarted: run } = job;
  const { traceparent } = job.data as { readonly traceparent?: unknown };
  return { queue, id, run, traceparent, ...(question === undefined ? {} : { question }) };
}

/** A question that takes hours is read many times, and what is for a newer version may wait for it all day. */
function isWorthKeeping(again: RunAgain): boolean {
  return again?.isUnchanged !== true;
}

function intentOf<I extends Intent>({ job }: ActiveJob, unbind: Vault['unbind']): I {
  const { v: _version, traceparent: _context, ...intent } = job.data;
  return unbindFromJob<I>(intent, unbind);
}

function isLastAttempt({ attemptsMade, opts }: Job): boolean {
  return attemptsMade + 1 >= (opts.attempts ?? 1);
}

/** Delays the job until `at`, ms since the epoch. BullMQ wants the throw, and counts no attempt. */
async function delayJob({ job, token }: Omit<ActiveJob, 'signal'>, at: number): Promise<never> {
  await job.moveToDelayed(at, token);
  throw new DelayedError();
}

/** Between the attempts of a job. */
const BACKOFF: Backoff = { firstMs: 500, maxMs: 30_000, jitter: 0.5 };

function backoffStrategy(attemptsMade: number): number {
  return backoffMs(BACKOFF, attemptsMade, Math.random());
}

function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return withTimeout(
    work.then(() => true),
    ms,
    () => false,
  );
}
