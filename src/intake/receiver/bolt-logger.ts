import type { Logger as SlackLogger } from '@slack/bolt';
import { LogLevel } from '@slack/bolt';
import type { Logger } from '../../log.js';

/** Bolt's messages in our log, one level lower: what matters is thrown. */
export function boltLogger(logger: Logger): SlackLogger {
  const log =
    (level: 'debug' | 'warn') =>
    (...parts: unknown[]) =>
      logger[level]({ from: 'bolt' }, parts.map(String).join(' '));
  return {
    debug: () => undefined,
    info: log('debug'),
    warn: log('warn'),
    error: log('warn'),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}
