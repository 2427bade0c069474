/** BullMQ's own keys live under the same hash tag as ours, for a Redis Cluster. */
export const PREFIX = '{deepsearch}:bull';

export const QUEUES = {
  /** What was said or pressed: an `Intent` each, accepted before the ack. */
  intake: 'intake',
  /** One job for each open question; it holds the question's id and nothing else. */
  questions: 'questions',
  /** Stops have a way of their own, so that no crowd of polls or visits stands before them. */
  presses: 'presses',
  /** What people look at: it may wait for the service, the code tools or files. */
  visits: 'visits',
  /** Reconcile, once a minute for all workers together. */
  upkeep: 'upkeep',
} as const;

/**
 * The version of the jobs' data that we write. Older jobs are read; a newer one, which a rolling
 * deploy may bring, is left to a newer worker.
 */
export const VERSION = 1;

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];
