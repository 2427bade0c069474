import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createReconcile, SETTLED_MS } from '../lifecycle/reconcile.js';
import type { Logger } from '../log.js';
import { type CheckResult, checkAll } from '../ops/readiness.js';
import { type Ops, startOps } from '../ops/server.js';
import { isSlackError } from '../slack/errors.js';
import { type Connection, closeRedis } from '../store/connection.js';
import { checkRedisInfo, pingRedis, readRedisInfo } from '../store/health.js';
import { REPORT_INTERVAL_MS } from '../store/sockets.js';
import type { ViewOpener } from '../views/open.js';
import type { Base } from './base.js';
import type { composeIntake } from './intake.js';
import { listening } from './listening.js';
import type { composeWorkers } from './worker.js';

export interface DeepSearchSlack {
  /** Where Slack's requests and the ops pages are served; known once started. */
  readonly ports: { slack?: number; ops?: number };
  start(): Promise<void>;
  /** Stops intake, lets work in hand finish or go back to the queue, closes everything. */
  stop(): Promise<void>;
}

interface Parts {
  readonly intake: ReturnType<typeof composeIntake>;
  readonly surface: Pick<ViewOpener, 'settled'>;
  readonly workers: ReturnType<typeof composeWorkers> | undefined;
}

/** Start in order, stop in the reverse one. */
export function createLife(base: Base, parts: Parts): DeepSearchSlack {
  const { config, logger, producer, redis, jobs } = base;
  const { intake, surface, workers } = parts;
  const ports: DeepSearchSlack['ports'] = {};
  let ops: Ops | undefined;
  let heartbeat: NodeJS.Timeout | undefined;

  async function start(): Promise<void> {
    ops = await openOps(base, parts);
    ports.ops = ops.port;
    workers?.workers.start();
    whenReady(redis, logger, () => look(base));
    if (workers !== undefined) {
      const { agentStatus } = workers;
      whenReady(jobs, logger, () => keepUp(base));
      whenReady(redis, logger, () => agentStatus.sweep());
    }
    await Promise.all([connected(redis), connected(jobs)]);
    const port = await openDoor(base, parts);
    if (port !== undefined) ports.slack = port;
    logger.info({ role: config.role, ...ports }, 'ready');
    heartbeat = sayHowConnected(base, parts);
    base.workspaces.ready().catch((error: unknown) => {
      logger.warn({ err: error }, 'Slack does not take our calls: see deepsearch-slack doctor');
    });
  }

  async function stopAll(patience: number): Promise<void> {
    clearInterval(heartbeat);
    try {
      await intake?.stop();
      await surface.settled();
      await workers?.workers.stop(Math.max(0, patience - 3_000));
      await workers?.agentStatus.idle();
      await workers?.instance.close();
      await workers?.tools.close();
      await producer.close();
      await ops?.close();
    } finally {
      const connections = [redis, jobs, ...(workers === undefined ? [] : [workers.connection])];
      await Promise.all(connections.map((connection) => closeRedis(connection)));
    }
  }

  return {
    ports,
    start,

    async stop() {
      const patience = config.tuning.shutdownTimeoutMs;
      // What hangs past it is cut off: a job left in hand is taken up again when its lock ends.
      await Promise.race([stopAll(patience), sleep(patience)]);
    },
  };
}

function openOps(base: Base, { intake }: Parts): Promise<Ops> {
  const { config, logger, metrics, producer, redis, workspaces } = base;
  metrics.watchQueues(() => producer.depths());
  const readiness = () =>
    checkAll({
      redis: () => pingRedis(redis, 1_000),
      slack: () => workspaces.ready().then(() => ({ ok: true }), notOk),
      ...(intake === undefined ? {} : { intake: async () => ({ ok: intake.isHealthy() }) }),
    });
  const address = { portName: 'OPS_PORT', hostName: 'OPS_HOST', port: config.ops.port } as const;
  const { registry } = metrics;
  return listening(address, () =>
    startOps({ ...config.ops, readiness, metrics: registry, queues: producer.queues, logger }),
  );
}

/** Opens Slack's way in; gives its port in HTTP mode. */
async function openDoor({ config }: Base, { intake }: Parts): Promise<number | undefined> {
  const { transport } = config.slack;
  if (intake === undefined || transport.kind === 'none') return undefined;
  const address = { portName: 'PORT', hostName: 'HOST', port: transport.port } as const;
  return listening(address, () => intake.start());
}

/** A bot in Socket Mode says now and again how it is connected: a check-up reads it. */
function sayHowConnected({ sockets, now, logger }: Base, { intake }: Parts) {
  if (intake?.connectedSince() === undefined) return undefined;
  const bot = randomUUID();
  const say = () => {
    const said = { at: now(), since: intake.connectedSince() ?? [] };
    sockets.report(bot, said).catch((error: unknown) => logger.debug({ err: error }, 'not said'));
  };
  say();
  return setInterval(say, REPORT_INTERVAL_MS).unref();
}

/** What Slack said is told; the words of any other error may be private. */
function notOk(error: unknown): CheckResult {
  if (isSlackError(error)) return { ok: false, detail: error.message };
  throw error;
}

const RECONCILE_EVERY_MS = 60_000;

const WAIT_FOR_REDIS_MS = 1_000;

/** What is heard before it can be kept is only refused, so Redis has a moment; it may stay away. */
async function connected(connection: Connection): Promise<void> {
  if (connection.status === 'ready') return;
  const signal = AbortSignal.timeout(WAIT_FOR_REDIS_MS);
  await once(connection, 'ready', { signal }).catch(() => undefined);
}

/** Now, if Redis is there, and each time it is back. */
function whenReady(connection: Connection, logger: Logger, act: () => Promise<void>): void {
  const run = () => {
    act().catch((error: unknown) => logger.warn({ err: error }, 'to be done when Redis is back'));
  };
  connection.on('ready', run);
  if (connection.status === 'ready') run();
}

/** An operator learns at once what is wrong with their Redis, and the fix. */
async function look({ redis, logger }: Base): Promise<void> {
  for (const facts of await readRedisInfo(redis)) {
    for (const { problem, fix } of checkRedisInfo(facts)) logger.warn({ fix }, problem);
  }
}

/** Reconcile, now, when what is in hand now must have settled, and every minute. */
async function keepUp({ producer, questions, now, logger }: Base): Promise<void> {
  await producer.scheduleUpkeep(RECONCILE_EVERY_MS);
  const reconcile = createReconcile({ questions, schedule: producer.schedule, now, logger });
  await reconcile();
  setTimeout(() => {
    reconcile().catch((error: unknown) => logger.warn({ err: error }, 'reconcile comes again'));
  }, SETTLED_MS + 1_000).unref();
}
