import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../src/local/service/settings.js';
import { WrongSetting } from '../../../src/local/service/wrong-setting.js';

describe('settings', () => {
  it('have defaults, and a token of their own making', () => {
    const { port, users, madeToken, sharing } = readSettings(['.'], {});
    expect(port).toBe(3070);
    expect(users).toEqual([{ id: 1, name: 'you', token: madeToken }]);
    expect(madeToken?.length).toBeGreaterThan(20);
    expect(sharing).toBe(false);
  });

  it('come from the environment', () => {
    const env = {
      SERVICE_PORT: '0',
      SERVICE_TOKENS: 'ann:t1, ben:t:2',
      SERVICE_HOST: '0.0.0.0',
      SERVICE_URL: 'https://search.example.com',
      SERVICE_DATA: 'data',
      SERVICE_SHARING: 'on',
    };
    expect(readSettings(['a', 'b'], env)).toEqual({
      repositories: ['a', 'b'],
      port: 0,
      users: [
        { id: 1, name: 'ann', token: 't1' },
        { id: 2, name: 'ben', token: 't:2' },
      ],
      host: '0.0.0.0',
      publicUrl: 'https://search.example.com',
      dataDir: 'data',
      cacheDir: 'data/index',
      sharing: true,
    });
  });

  it('keep the index where the system keeps caches, or where they say', () => {
    const cacheOf = (env: Record<string, string>) => readSettings(['.'], env).cacheDir;
    expect(cacheOf({ XDG_CACHE_HOME: '/c' })).toBe('/c/deepsearch-slack/index');
    expect(cacheOf({ HOME: '/h' })).toMatch(/^\/h\/.*deepsearch-slack\/index$/);
    expect(cacheOf({ SERVICE_CACHE: '/mine', SERVICE_DATA: 'data' })).toBe('/mine');
  });

  it.each([
    [[], {}, 'at least one'],
    [['--port'], {}, '--port is not known'],
    [['.'], { SERVICE_PORT: '70000' }, 'SERVICE_PORT'],
    [['.'], { SERVICE_TOKENS: 'x' }, 'SERVICE_TOKENS'],
    [['.'], { SERVICE_TOKENS: 'a:t,b:t' }, 'twice'],
    [['.'], { SERVICE_URL: 'ftp://x' }, 'SERVICE_URL'],
    [['.'], { SERVICE_SHARING: 'maybe' }, 'SERVICE_SHARING'],
  ])('are refused in one sentence: %j %j', (paths, env, words) => {
    expect(() => readSettings(paths, env)).toThrow(WrongSetting);
    expect(() => readSettings(paths, env)).toThrow(words);
  });
});
