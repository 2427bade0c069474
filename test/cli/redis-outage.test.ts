import { describe, expect, it } from 'vitest';
import { cannotReadRedis } from '../../src/cli/commands/redis-outage.js';
import { readSettings } from '../../src/cli/commands/settings.js';

const says = (env: Readonly<Record<string, string>>) =>
  cannotReadRedis(readSettings(env, { role: 'worker', source: 'the environment' }));

describe('Redis cannot be read', () => {
  it('names the default where REDIS_URL is not set', () => {
    for (const env of [{}, { REDIS_URL: '' }]) {
      expect(says(env)).toMatch(/^REDIS_URL is not set, .* redis:\/\/127\.0\.0\.1:6379/);
    }
  });

  it('does not show a URL that is set', () => {
    expect(says({ REDIS_URL: 'redis://:secret@redis:6379' })).toBe(
      'Cannot read from Redis: run "deepsearch-slack doctor" for details.',
    );
  });
});
