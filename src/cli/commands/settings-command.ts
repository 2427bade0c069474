import { createLogger } from '../../log.js';
import { type Connection, closeRedis, connectRedis, whenReady } from '../../store/connection.js';
import { createSettingsStore } from '../../store/settings.js';
import { applyFile, diffFile } from './apply-settings.js';
import { cannotReadRedis } from './redis-outage.js';
import { type Env, loadEnv, readSettings, type Settings } from './settings.js';
import type { SettingsCommand } from './settings-arguments.js';
import { type Said, SettingsCommandError } from './settings-context.js';
import { showSettings } from './show-settings.js';
import { createWorkspaceChannels } from './workspace-channels.js';

export interface SettingsCommandOptions {
  readonly env: Env;
  /** Asks the person at the terminal; undefined if there is none. */
  readonly confirm: ((shown: string) => Promise<boolean>) | undefined;
}

const CONNECT_TIMEOUT_MS = 3_000;

/** Shows, compares or applies the settings of workspaces and channels as a file. Throws if that fails. */
export async function settingsCommand(
  command: SettingsCommand,
  { env, confirm }: SettingsCommandOptions,
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
  settings: Settings,
  run: (redis: Connection) => Promise<Said>,
): Promise<Said> {
  const logger = createLogger({ level: 'silent', name: 'settings' });
  const redis = connectRedis(settings.values.REDIS_URL, 'store', logger);
  try {
    await whenReady(redis, CONNECT_TIMEOUT_MS).catch((cause: unknown) => {
      throw new SettingsCommandError(cannotReadRedis(settings), { cause });
    });
    return await run(redis);
  } finally {
    await closeRedis(redis);
  }
}
