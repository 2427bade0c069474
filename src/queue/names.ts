/** BullMQ's own keys live under the same hash tag as ours, for a Redis Cluster. */
export const BULL_PREFIX = '{deepsearch}:bull';

export const QUEUES = {
  /** One `AskRequest` each, added before the ack. */
  intake: 'intake',
  /** One job for each open question; it holds the question's id and nothing else. */
  questions: 'questions',
  /** Stops and other short actions: a queue of their own, so that nothing slow holds them up. */
  actions: 'actions',
  /** Everything else that users request: it may wait for the service, the code tools or files. */
  requests: 'requests',
  /** Reconcile, once a minute for all workers together. */
  maintenance: 'maintenance',
} as const;

/**
 * The version of the jobs' data that we write. A job of a newer version, which a rolling deploy may
 * add, is left to a newer worker. 2: sealed values are bound to their job.
 */
export const VERSION = 2;

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];
