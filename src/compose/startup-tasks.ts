import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Intake } from '../intake/intake.js';
import { SETTLED_MS } from '../lifecycle/reconcile.js';
import type { Logger } from '../log.js';
import type { Connection } from '../store/connection.js';
import { checkRedisInfo, readRedisInfo } from '../store/health.js';
import { REPORT_INTERVAL_MS } from '../store/sockets.js';
import type { SharedParts } from './shared.js';
import type { Worker } from './worker.js';

const RECONCILE_EVERY_MS = 60_000;

const WAIT_FOR_REDIS_MS = 1_000;

/** Slack's requests can only be refused without Redis, so it gets a moment to connect. */
export async function waitForRedis(connection: Connection): Promise<void> {
  if (connection.status === 'ready') return;
  const signal = AbortSignal.timeout(WAIT_FOR_REDIS_MS);
  await once(connection, 'ready', { signal }).catch(() => undefined);
}

/** Runs a task now, if Redis is connected, and whenever it is connected again. */
export function onRedisReady(
  connection: Connection,
  logger: Logger,
  task: () => Promise<void>,
): void {
  const run = () => {
    task().catch((error: unknown) => {
      logger.warn({ err: error }, 'startup task failed: runs again when Redis reconnects');
    });
  };
  connection.on('ready', run);
  if (connection.status === 'ready') run();
}

/** Warns the operator of Redis settings that lose data, with the fix. */
export async function warnAboutRedis({ redis, logger }: SharedParts): Promise<void> {
  for (const info of await readRedisInfo(redis)) {
    for (const { problem, fix } of checkRedisInfo(info)) logger.warn({ fix }, problem);
  }
}

/** Reconciles now, once what is in progress now must have ended, and every minute. */
export async function startReconciling(
  { producer, logger }: SharedParts,
  { reconcile }: Worker,
): Promise<void> {
  await producer.scheduleMaintenance(RECONCILE_EVERY_MS);
  await reconcile();
  setTimeout(() => {
    reconcile().catch((error: unknown) => {
      logger.warn({ err: error }, 'reconcile failed: runs again within a minute');
    });
  }, SETTLED_MS + 1_000).unref();
}

/** Encrypts with the current key what an older one encrypted, so that the older one can be removed. */
export async function resealSecrets({ reseal, metrics, logger }: SharedParts): Promise<void> {
  const { resealed, unreadable } = await reseal();
  metrics.unreadableSecrets(unreadable);
  if (resealed > 0) logger.info({ resealed }, 'secrets encrypted with the current key');
  if (unreadable === 0) return;
  const fix = 'add the key that encrypted them to ENCRYPTION_KEY, after the first one';
  logger.warn({ unreadable, fix }, 'stored secrets cannot be decrypted');
}

/** In Socket Mode: reports the state of the connections regularly, for `doctor` to read. */
export function reportSockets(
  { stores, now, logger }: SharedParts,
  intake: Intake | undefined,
): NodeJS.Timeout | undefined {
  if (intake?.connectedSince() === undefined) return undefined;
  const bot = randomUUID();
  const report = () => {
    const state = { at: now(), since: intake.connectedSince() ?? [] };
    stores.sockets.report(bot, state).catch((error: unknown) => {
      logger.debug({ err: error }, 'state of the sockets not reported');
    });
  };
  report();
  return setInterval(report, REPORT_INTERVAL_MS).unref();
}
