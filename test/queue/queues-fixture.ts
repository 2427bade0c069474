import { randomBytes } from 'node:crypto';
import { QueueEvents } from 'bullmq';
import type { AskRequest } from '../../src/model/intent.js';
import { BULL_PREFIX, QUEUES, type QueueName } from '../../src/queue/names.js';
import { createProducer, type Producer } from '../../src/queue/producer.js';
import { createSuspensionWatch } from '../../src/queue/suspension.js';
import { createWorkers, type Processors, type Workers } from '../../src/queue/workers.js';
import { createVault } from '../../src/vault/vault.js';
import { type RedisFixture, silentLogger, startRedisFixture } from '../support/redis-fixture.js';

export const vault = createVault([randomBytes(32)]);

export interface QueuesFixture {
  readonly redisFixture: RedisFixture;
  readonly producer: Producer;
  /** Starts a worker process's queues with these processors; the others do nothing. */
  work(processors: Partial<Processors>, concurrency?: number): Promise<Workers>;
  /** Events of one queue, from now on. */
  events(name: QueueName): Promise<QueueEvents>;
  stop(): Promise<void>;
}

const IDLE: Processors = {
  ask: async () => undefined,
  giveUpAsk: async () => undefined,
  handle: async () => undefined,
  giveUp: async () => undefined,
  giveUpNewer: async () => undefined,
  question: async () => undefined,
  giveUpQuestion: async () => false,
  reconcile: async () => undefined,
};

/** The queues with a Redis for the test. */
export async function startQueuesFixture(): Promise<QueuesFixture> {
  const redisFixture = await startRedisFixture();
  const producer = createProducer(await redisFixture.connect('producer'), { bind: vault.bind });
  const open: { stop(ms: number): Promise<void> }[] = [];
  const listening: QueueEvents[] = [];
  return {
    redisFixture,
    producer,
    async work(processors, concurrency = 10) {
      const workers = createWorkers({
        connection: await redisFixture.connect('worker'),
        concurrency,
        processors: { ...IDLE, ...processors },
        jobStarted: () => () => undefined,
        suspension: createSuspensionWatch(Date.now),
        unbind: vault.unbind,
        now: Date.now,
        random: Math.random,
        logger: silentLogger,
      });
      open.push(workers);
      workers.start();
      return workers;
    },
    async events(name) {
      const connection = await redisFixture.connect('worker');
      const events = new QueueEvents(QUEUES[name], { connection, prefix: BULL_PREFIX });
      listening.push(events);
      await events.waitUntilReady();
      return events;
    },
    async stop() {
      await Promise.all(open.map((workers) => workers.stop(1_000)));
      await Promise.all(listening.map((events) => events.close()));
      await producer.close();
      await redisFixture.stop();
    },
  };
}

/** A promise that the test resolves: `happen()` resolves `happened`. */
export function createDeferred<T = void>() {
  let happen: (value: T) => void = () => undefined;
  const happened = new Promise<T>((resolve) => {
    happen = resolve;
  });
  return { happen, happened };
}

export function askIntent(id = 'T1-C1-1.1'): AskRequest {
  return {
    kind: 'ask',
    id,
    origin: 'mention',
    place: { workspace: 'T1', channel: 'C1', direct: false, threadTs: '1.1' },
    messageTs: '1.1',
    user: 'U1',
    text: 'why?',
    externallyShared: false,
    at: 1_100,
  };
}
