import type { Settings } from './settings.js';

/** Why a command cannot read from Redis, and what to do. The URL may hold a password: only the default is named. */
export function cannotReadRedis(settings: Pick<Settings, 'values' | 'isSet'>): string {
  if (settings.isSet('REDIS_URL')) {
    return 'Cannot read from Redis: run "deepsearch-slack doctor" for details.';
  }
  const tried = settings.values.REDIS_URL;
  return `REDIS_URL is not set, and the default, ${tried}, cannot be read: set REDIS_URL, or name the file that has it with --env-file.`;
}
