#!/usr/bin/env node
import { relative } from 'node:path';
import { compose } from './compose.js';
import { type Role, readConfig } from './config.js';
import { withoutTerminalEscapes } from './control-characters.js';
import { createLogger } from './log.js';
import { describeOutages } from './store/describe-outage.js';
import { startTracing } from './tracing/start.js';
import { NO_TRACING } from './tracing.js';
import { readVersion } from './version.js';

const ROLES = new Map<string | undefined, Role>([
  [undefined, 'both'],
  ['bot', 'bot'],
  ['worker', 'worker'],
]);

/** Reads the settings, builds and starts the app, waits for a signal, and stops it. */
async function main(): Promise<void> {
  const role = ROLES.get(process.argv[2]);
  if (role === undefined) throw new Error(`Usage: node ${programPath()} [bot|worker]`);
  const config = readConfig(process.env, role);
  let tracing = NO_TRACING;
  const fields = () => tracing.logFields();
  const { logLevel: level } = config.tuning;
  const describe = describeOutages(config.redis.url);
  const logger = createLogger({ level, name: 'deepsearch-slack', fields, describe });
  // A bug in a library must not end the process and all questions with it.
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'));
  tracing = await startTracing(process.env, { version: readVersion(), role, logger });
  const bot = compose(config, logger, tracing);
  const signalled = signal();
  await Promise.race([bot.start(), signalled]);
  logger.info({ signal: await signalled }, 'stopping');
  await bot.stop();
}

/** As somebody here would type it. */
function programPath(): string {
  return relative('', process.argv[1] ?? '') || 'dist/main.js';
}

function signal(): Promise<string> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve('SIGTERM'));
    process.once('SIGINT', () => resolve('SIGINT'));
  });
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const plain = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${withoutTerminalEscapes(plain)}\n`);
    process.exit(1);
  },
);
