import { type ConnectionOptions, type Job, Queue } from 'bullmq';
import type { Intent } from '../model/intent.js';
import { NO_TRACING, type Tracing } from '../tracing.js';
import type { Vault } from '../vault/vault.js';
import { maskedIntent } from './masked-intent.js';
import { BULL_PREFIX, QUEUES, type QueueName, VERSION } from './names.js';
import { bindToJob } from './sealed-fields.js';
import { wakeJob } from './wake.js';
import { removeWorkspaceIntents, removeWorkspaceJobs } from './workspace-jobs.js';

const DAY_S = 24 * 3600;

/**
 * For how long an intent that is done cannot be added again, ms. Slack repeats an event for about
 * six minutes: https://docs.slack.dev/apis/events-api#retries
 */
const DEDUPLICATION_MS = 2 * 3600_000;

/** For analysis. They hold what was asked. */
const RETRIED = { attempts: 6, backoff: { type: 'custom' } } as const;
const FAILED_JOBS = { age: DAY_S, count: 200 } as const;

/**
 * An intent's job holds what somebody wrote, so it is removed as soon as it is done. A key without
 * that text, which BullMQ sets with the job, prevents duplicates.
 */
const ONCE = { ...RETRIED, removeOnComplete: true, removeOnFail: FAILED_JOBS } as const;

/** A question's job is removed when it is done: reconcile may have to add it again. */
const UNTIL_DONE = { ...RETRIED, removeOnComplete: true, removeOnFail: true } as const;

/** Of one queue and state, at a time. */
const MAX_CLEANED = 10_000;

/** These need nothing but Slack and, for a stop, one call of the service. */
const SHORT_INTENTS: ReadonlySet<Intent['kind']> = new Set([
  'stop',
  'keep-waiting',
  'stop-unconfirmed',
  'thread-command',
  'message-changed',
  'message-deleted',
  'ask-edited',
  'help',
  'small-talk',
  'joined-channel',
  'did-you-mean',
  'vote',
  'settings',
  'incomplete-step',
] as const);

export interface ProducerOptions {
  /** Needed to accept intents with sealed values. */
  readonly bind?: Vault['bind'];
  /** Resolves once the last write has reached a replica. */
  readonly replicated?: () => Promise<void>;
  /** Its context goes with each job that somebody waits for. */
  readonly tracing?: Pick<Tracing, 'send'>;
}

function withoutVault(): never {
  throw new TypeError('this producer has no vault to bind sealed values');
}

export type Producer = ReturnType<typeof createProducer>;

/**
 * Adds jobs. Every job id is derived from what happened, so that adding it again has no effect while the
 * job is there, and for an intent for two hours from the first time. An intent is persisted once
 * `replicated` resolves.
 */
export function createProducer(connection: ConnectionOptions, options: ProducerOptions = {}) {
  const { bind = withoutVault, replicated = async () => undefined, tracing = NO_TRACING } = options;
  const open = openQueues(connection);
  const { intake, questions, actions, requests, maintenance } = open;
  const userFacing: readonly Queue[] = [intake, questions, actions, requests];
  const all: readonly Queue[] = [intake, questions, actions, maintenance, requests];

  return {
    /** For the queue board. */
    queues: all,

    /** Those whose jobs a user waits for. */
    userFacingQueues: userFacing,

    /** Persists an intent, without the secrets in its text, to run after the delay; throws if that fails. */
    async accept(intent: Intent, { delayMs = 0 }: { delayMs?: number } = {}): Promise<void> {
      const { kind, id } = intent;
      const deduplication = { id, ttl: DEDUPLICATION_MS };
      const options = { ...ONCE, jobId: id, deduplication, delay: delayMs };
      const job = { v: VERSION, ...bindToJob(maskedIntent(intent), bind) };
      const queue = open[queueOf(kind)];
      await tracing.send(queue.name, async (traceparent) => {
        await queue.add(kind, { ...job, ...present(traceparent) }, options);
        await replicated();
      });
    },

    /** Adds an open question's job, if it has none. */
    async schedule(questionId: string): Promise<void> {
      await tracing.send(questions.name, async (traceparent) => {
        const job = { id: questionId, ...present(traceparent) };
        await questions.add('question', job, { ...UNTIL_DONE, jobId: questionId });
      });
    },

    /** Runs a question's delayed job now, or soon if it is active. */
    wake: (questionId: string): Promise<void> => wakeJob(questions, questionId),

    /** Removes the jobs of a workspace's questions and intents, except active questions and requests. */
    async removeJobs(workspace: string): Promise<void> {
      await removeWorkspaceJobs([questions, requests], workspace);
      for (const queue of [intake, actions]) await removeWorkspaceIntents(queue, workspace);
    },

    /** Adds the job that repeats every `everyMs`, once for all workers together. */
    async scheduleMaintenance(everyMs: number): Promise<void> {
      const template = { opts: { removeOnComplete: 10, removeOnFail: 10 } };
      await maintenance.upsertJobScheduler('reconcile', { every: everyMs }, template);
    },

    /** BullMQ removes old failed jobs only when another one fails. Earlier versions kept finished jobs. */
    async removeOldJobs(): Promise<void> {
      for (const queue of [intake, actions, requests]) {
        await queue.clean(FAILED_JOBS.age * 1000, MAX_CLEANED, 'failed');
        await queue.clean(DEDUPLICATION_MS, MAX_CLEANED, 'completed');
      }
    },

    /** How many jobs there are: queue → state → count. */
    depths: (): Promise<Record<string, Record<string, number>>> => countJobs(all),

    /**
     * How long the oldest job has waited for a worker, ms: queue → age. A question's job waits many times,
     * and BullMQ does not say since when, so `questions` is left out.
     */
    async oldestWaitingMs(): Promise<Record<string, number>> {
      const ages = [intake, actions, requests].map(async (queue) => {
        const [oldest] = await queue.getJobs(['waiting'], 0, 0, true);
        return [queue.name, oldest === undefined ? 0 : ageOf(oldest)] as const;
      });
      return Object.fromEntries(await Promise.all(ages));
    },

    async close(): Promise<void> {
      await Promise.all(all.map((queue) => queue.close()));
    },
  };
}

function present(traceparent: string | undefined): { readonly traceparent?: string } {
  return traceparent === undefined ? {} : { traceparent };
}

function queueOf(kind: Intent['kind']): 'intake' | 'actions' | 'requests' {
  if (kind === 'ask') return 'intake';
  return SHORT_INTENTS.has(kind) ? 'actions' : 'requests';
}

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Since it was added, or since its delay after a failure has passed. */
function ageOf({ timestamp, delay }: Job): number {
  return Math.max(0, Date.now() - timestamp - delay);
}

async function countJobs(
  queues: readonly Queue[],
): Promise<Record<string, Record<string, number>>> {
  const counts = await Promise.all(
    queues.map(async (queue) => [queue.name, await queue.getJobCounts(...STATES)] as const),
  );
  return Object.fromEntries(counts);
}

function openQueues(connection: ConnectionOptions) {
  const open = (name: QueueName) => {
    const queue = new Queue(name, { connection, prefix: BULL_PREFIX, skipVersionCheck: true });
    // A lost connection is logged where the connection is made; the call that needs it fails.
    queue.on('error', () => undefined);
    return queue;
  };
  return {
    intake: open(QUEUES.intake),
    questions: open(QUEUES.questions),
    actions: open(QUEUES.actions),
    requests: open(QUEUES.requests),
    maintenance: open(QUEUES.maintenance),
  };
}
