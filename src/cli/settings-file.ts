import { createLogger } from '../log.js';
import { type Connection, closeRedis, connectRedis, whenReady } from '../store/connection.js';
import { createSettingsStore } from '../store/settings.js';
import type { SettingsCommand } from './arguments.js';
import { type Env, loadEnv, readSettings, type Settings } from './settings.js';
import { applyFile, diffFile } from './settings-file/apply.js';
import { createWorkspaceChannels } from './settings-file/channels.js';
import { type Said, SettingsCommandError } from './settings-file/result.js';
import { showSettings } from './settings-file/show.js';

export interface SettingsFileOptions {
  readonly env: Env;
  /** Asks the person at the terminal; undefined if there is none. */
  readonly confirm: ((shown: string) => Promise<boolean>) | undefined;
}

const CONNECT_TIMEOUT_MS = 3_000;

/** Shows, compares or applies the settings of workspaces and channels as a file. Throws if that fails. */
export async function settingsFile(
  command: SettingsCommand,
  { env, confirm }: SettingsFileOptions,
): Promise<Said> {
  const source = command.envFile ?? 'the environment';
  const settings = readSettings(loadEnv(env, command.envFile), { role: 'worker', source });
  if (settings.invalid.has('REDIS_URL')) {
    throw new SettingsCommandError(
      `REDIS_URL in ${source} is invalid: run "deepsearch-slack doctor" for details.`,
    );
  }
  return withRedis(settings, (redis) => {
    const slack = createWorkspaceChannels(settings, redis);
    const context = { redis, slack, settings: createSettingsStore({ redis }) };
    if (command.action === 'show') return showSettings(command, context);
    return command.action === 'diff'
      ? diffFile(command, context)
      : applyFile(command, { ...context, confirm });
  });
}

async function withRedis(
  { values }: Settings,
  run: (redis: Connection) => Promise<Said>,
): Promise<Said> {
  const logger = createLogger({ level: 'silent', name: 'settings' });
  const redis = connectRedis(values.REDIS_URL, 'store', logger);
  try {
    await whenReady(redis, CONNECT_TIMEOUT_MS).catch((cause: unknown) => {
      const message = 'Cannot read from Redis: run "deepsearch-slack doctor" for details.';
      throw new SettingsCommandError(message, { cause });
    });
    return await run(redis);
  } finally {
    await closeRedis(redis);
  }
}
