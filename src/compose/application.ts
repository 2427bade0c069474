import { setTimeout as sleep } from 'node:timers/promises';
import type { Intake } from '../intake/intake.js';
import type { StoredState } from '../metrics.js';
import { type CheckResult, checkAll } from '../ops/readiness.js';
import { type Ops, startOps } from '../ops/server.js';
import { isSlackError } from '../slack/errors.js';
import { closeRedis } from '../store/connection.js';
import { pingRedis, readRedisInfo } from '../store/health.js';
import type { ViewOpener } from '../views/open.js';
import { listen } from './listen.js';
import type { SharedParts } from './shared.js';
import {
  onRedisReady,
  reportSockets,
  resealSecrets,
  startReconciling,
  waitForRedis,
  warnAboutRedis,
} from './startup-tasks.js';
import type { Worker } from './worker.js';

export interface Application {
  /** Where Slack's requests and the ops pages are served; known once started. */
  readonly ports: { slack?: number; ops?: number };
  start(): Promise<void>;
  /** Stops intake, lets jobs in progress finish or go back to the queue, closes everything. */
  stop(): Promise<void>;
}

interface Parts {
  readonly shared: SharedParts;
  readonly viewOpener: Pick<ViewOpener, 'settled'>;
  /** Undefined in the role `worker`. */
  readonly intake: Intake | undefined;
  /** Undefined in the role `bot`. */
  readonly worker: Worker | undefined;
}

/** The time of the shutdown that is kept for closing connections, ms. */
const CLOSING_MS = 3_000;
/** Of which this is for sending the last traces. */
const TRACES_MS = 1_000;

/** Starts the parts in order and stops them in the reverse one. */
export function createApplication(parts: Parts): Application {
  const { shared, viewOpener, intake, worker } = parts;
  const { config, logger, producer, producerRedis, redis, slack, tracing } = shared;
  const ports: Application['ports'] = {};
  let ops: Ops | undefined;
  let socketReports: NodeJS.Timeout | undefined;
  let stopRecording: (() => void) | undefined;

  async function start(): Promise<void> {
    ops = await openOpsPort(parts);
    ports.ops = ops.port;
    worker?.workers.start();
    worker?.watch.start();
    stopRecording = worker?.seen.start();
    onRedisReady(redis, logger, () => warnAboutRedis(shared));
    if (worker !== undefined) {
      onRedisReady(producerRedis, logger, () => startReconciling(shared, worker));
      onRedisReady(redis, logger, () => worker.agentStatus.sweep());
      onRedisReady(redis, logger, () => worker.reactions.sweep());
      onRedisReady(redis, logger, () => resealSecrets(shared));
      onRedisReady(redis, logger, async () => worker.sealer.start());
    }
    await Promise.all([waitForRedis(redis), waitForRedis(producerRedis)]);
    const port = await startIntake(parts);
    if (port !== undefined) ports.slack = port;
    logger.info({ role: config.role, ...ports }, 'ready');
    socketReports = reportSockets(shared, intake);
    slack.workspaces.ready().catch((error: unknown) => {
      logger.warn({ err: error }, 'Slack refuses our calls: see deepsearch-slack doctor');
    });
  }

  async function stopAll(timeoutMs: number): Promise<void> {
    clearInterval(socketReports);
    stopRecording?.();
    try {
      await intake?.stop();
      await viewOpener.settled();
      await worker?.watch.stop();
      await worker?.workers.stop(Math.max(0, timeoutMs - CLOSING_MS));
      await worker?.agentStatus.idle();
      await worker?.reactions.idle();
      await worker?.sealer.stop();
      await worker?.clients.instance.close();
      await worker?.clients.tools.close();
      await producer.close();
      await ops?.close();
    } finally {
      const connections = [redis, producerRedis, ...(worker === undefined ? [] : [worker.redis])];
      await Promise.all([
        tracing.stop(TRACES_MS),
        ...connections.map((connection) => closeRedis(connection)),
      ]);
    }
  }

  return {
    ports,
    start,

    async stop() {
      const timeoutMs = config.tuning.shutdownTimeoutMs;
      // A job that is cut off by this is taken up again when its lock expires.
      await Promise.race([stopAll(timeoutMs), sleep(timeoutMs)]);
    },
  };
}

function openOpsPort({ shared, intake }: Parts): Promise<Ops> {
  const { config, logger, metrics, producer, redis, slack } = shared;
  metrics.watchStored(() => readStoredState(shared));
  const readiness = () =>
    checkAll({
      redis: () => pingRedis(redis, 1_000),
      slack: () => slack.workspaces.ready().then(() => ({ ok: true }), notReady),
      ...(intake === undefined ? {} : { intake: async () => ({ ok: intake.isHealthy() }) }),
    });
  const address = { portName: 'OPS_PORT', hostName: 'OPS_HOST', port: config.ops.port } as const;
  const { registry } = metrics;
  return listen(address, () =>
    startOps({ ...config.ops, readiness, metrics: registry, queues: producer.queues, logger }),
  );
}

async function readStoredState({
  now,
  producer,
  redis,
  stores,
}: SharedParts): Promise<StoredState> {
  const [jobs, oldestWaitingMs, openQuestions, auditWaiting, servers] = await Promise.all([
    producer.depths(),
    producer.oldestWaitingMs(),
    stores.questions.countOpenByAge(now()),
    stores.audit.waiting(),
    readRedisInfo(redis),
  ]);
  const memory = servers.flatMap(({ usedMemory }) => usedMemory ?? []);
  const redisBytes = memory.reduce((sum, bytes) => sum + bytes, 0);
  const stored = { jobs, oldestWaitingMs, openQuestions, auditWaiting };
  return { ...stored, ...(memory.length > 0 ? { redisBytes } : {}) };
}

/** Listens for Slack's requests, or connects to its socket; returns the port in HTTP mode. */
async function startIntake({ shared, intake }: Parts): Promise<number | undefined> {
  const { transport } = shared.config.slack;
  if (intake === undefined || transport.kind === 'none') return undefined;
  const address = { portName: 'PORT', hostName: 'HOST', port: transport.port } as const;
  return listen(address, () => intake.start());
}

/** Slack's own message is public; that of any other error may not be. */
function notReady(error: unknown): CheckResult {
  if (isSlackError(error)) return { ok: false, detail: error.message };
  throw error;
}
