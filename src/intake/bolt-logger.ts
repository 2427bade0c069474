import type { Logger as SlackLogger } from '@slack/bolt';
import { LogLevel } from '@slack/bolt';
import type { Logger } from '../log.js';

/** Bolt's voice in our log, one level lower: what matters it throws. */
export function boltLogger(logger: Logger): SlackLogger {
  const say =
    (level: 'debug' | 'warn') =>
    (...parts: unknown[]) =>
      logger[level]({ from: 'bolt' }, parts.map(String).join(' '));
  return {
    debug: () => undefined,
    info: say('debug'),
    warn: say('warn'),
    error: say('warn'),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}
