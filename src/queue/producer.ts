import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionOptions, type Job, Queue } from 'bullmq';
import type { Intent } from '../model/intent.js';
import { BULL_PREFIX, QUEUES, type QueueName, VERSION } from './names.js';

const DAY_S = 24 * 3600;

/** An intent's job is kept for a day, since its id prevents duplicates only while it exists. */
const ONCE = {
  removeOnComplete: { age: DAY_S, count: 100_000 },
  removeOnFail: { age: DAY_S, count: 100_000 },
  attempts: 6,
  backoff: { type: 'custom' },
} as const;

/** A question's job is removed when it is done: reconcile may have to add it again. */
const UNTIL_DONE = {
  removeOnComplete: true,
  removeOnFail: true,
  attempts: 6,
  backoff: { type: 'custom' },
} as const;

/** These need nothing but Slack and, for a stop, one call of the service. */
const SHORT_INTENTS: ReadonlySet<Intent['kind']> = new Set([
  'stop',
  'keep-waiting',
  'thread-command',
  'message-changed',
  'message-deleted',
  'ask-edited',
  'help',
  'vote',
  'settings',
  'incomplete-step',
] as const);

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

export type Producer = ReturnType<typeof createProducer>;

/**
 * Adds jobs. Every job id is derived from what happened, so that adding it twice has no effect. An
 * intent is persisted once `replicated` resolves.
 */
export function createProducer(
  connection: ConnectionOptions,
  replicated: () => Promise<void> = async () => undefined,
) {
  const open = (name: QueueName) => {
    const queue = new Queue(name, { connection, prefix: BULL_PREFIX, skipVersionCheck: true });
    // A lost connection is logged where the connection is made; the call that needs it fails.
    queue.on('error', () => undefined);
    return queue;
  };
  const intake = open(QUEUES.intake);
  const questions = open(QUEUES.questions);
  const actions = open(QUEUES.actions);
  const requests = open(QUEUES.requests);
  const maintenance = open(QUEUES.maintenance);
  const all = [intake, questions, actions, maintenance, requests];
  const queueFor = ({ kind }: Intent) => {
    if (kind === 'ask') return intake;
    return SHORT_INTENTS.has(kind) ? actions : requests;
  };

  return {
    /** For the queue board and the depth gauges. */
    queues: all as readonly Queue[],

    /** Those whose jobs a user waits for. */
    userFacingQueues: [intake, questions, actions, requests] as readonly Queue[],

    /** Persists an intent; throws if that fails. */
    async accept(intent: Intent): Promise<void> {
      await queueFor(intent).add(
        intent.kind,
        { v: VERSION, ...intent },
        { ...ONCE, jobId: intent.id },
      );
      await replicated();
    },

    /** Adds an open question's job, if it has none. */
    async schedule(questionId: string): Promise<void> {
      await questions.add('question', { id: questionId }, { ...UNTIL_DONE, jobId: questionId });
    },

    /**
     * Runs a question's delayed job now. An active job cannot be promoted, so this waits until it is
     * delayed again, for at most two seconds: it runs again by itself later anyway.
     */
    async wake(questionId: string): Promise<void> {
      for (let tries = 0; tries < 20; tries++) {
        const job: Job | undefined = await questions.getJob(questionId);
        if (job === undefined || (await promoted(job))) return;
        const state = await job.getState();
        // It was delayed since the attempt: try again at once.
        if (state === 'delayed') continue;
        if (state !== 'active') return;
        await sleep(100);
      }
    },

    /**
     * Removes the jobs of a workspace's questions and intents. One that is active stays: it ends when
     * it finds its record gone.
     */
    async removeJobs(workspace: string): Promise<void> {
      for (const queue of [intake, questions, actions, requests]) {
        const ids = await jobsOf(queue, workspace);
        for (const id of ids) await queue.remove(id);
      }
    },

    /** Adds the job that repeats every `everyMs`, once for all workers together. */
    async scheduleMaintenance(everyMs: number): Promise<void> {
      const template = { opts: { removeOnComplete: 10, removeOnFail: 10 } };
      await maintenance.upsertJobScheduler('reconcile', { every: everyMs }, template);
    },

    /** How many jobs there are: queue → state → count. */
    async depths(): Promise<Record<string, Record<string, number>>> {
      const counts = await Promise.all(
        all.map(async (queue) => [queue.name, await queue.getJobCounts(...STATES)] as const),
      );
      return Object.fromEntries(counts);
    },

    async close(): Promise<void> {
      await Promise.all(all.map((queue) => queue.close()));
    },
  };
}

const JOB_STATES = ['waiting', 'delayed', 'completed', 'failed'] as const;
const JOBS_PAGE = 500;

/** The IDs of a workspace's jobs in all states but active. */
async function jobsOf(queue: Queue, workspace: string): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; ; from += JOBS_PAGE) {
    const page: Job[] = await queue.getJobs([...JOB_STATES], from, from + JOBS_PAGE - 1);
    for (const { id, data } of page) {
      const { workspace: own, place } = data as {
        workspace?: string;
        place?: { workspace: string };
      };
      const isOwn = own === workspace || place?.workspace === workspace;
      if (id !== undefined && (isOwn || id.startsWith(`${workspace}-`))) ids.push(id);
    }
    if (page.length === 0) return ids;
  }
}

async function promoted(job: Job): Promise<boolean> {
  try {
    await job.promote();
    return true;
  } catch {
    return false; // Not delayed: it is active, waiting, or gone.
  }
}
