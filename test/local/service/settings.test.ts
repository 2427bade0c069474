import { describe, expect, it } from 'vitest';
import { InvalidSettingError } from '../../../local/service/settings/invalid-setting-error.js';
import { readSettings } from '../../../local/service/settings/settings.js';

const TINY = { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'tiny' };

describe('settings', () => {
  it('settings have defaults, and a generated token', () => {
    const { port, users, generatedToken, sharing } = readSettings(['.'], {});
    expect(port).toBe(3070);
    expect(users).toEqual([{ id: 1, name: 'you', token: generatedToken }]);
    expect(generatedToken?.length).toBeGreaterThan(20);
    expect(sharing).toBe(false);
  });

  it('settings come from the environment', () => {
    const env = {
      SERVICE_PORT: '0',
      SERVICE_TOKENS: 'ann:t1, ben:t:2',
      SERVICE_HOST: '0.0.0.0',
      SERVICE_URL: 'https://search.example.com',
      SERVICE_DATA: 'data',
      SERVICE_SHARING: 'on',
      SERVICE_CREDITS: '1/0.25',
      SERVICE_OAUTH_REDIRECTS: 'https://editor.example.com/back, editor://back',
      SERVICE_HOSTS: 'Code.internal, [::2]',
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
      credits: { question: 1, thousandTokens: 0.25 },
      oauth: { redirects: ['https://editor.example.com/back', 'editor://back'] },
      hosts: ['code.internal', '[::2]'],
    });
  });

  it('the index is in the system’s cache folder, or where SERVICE_CACHE says', () => {
    const cacheOf = (env: Record<string, string>) => readSettings(['.'], env).cacheDir;
    expect(cacheOf({ XDG_CACHE_HOME: '/c' })).toBe('/c/deepsearch-slack/index');
    expect(cacheOf({ HOME: '/h' })).toMatch(/^\/h\/.*deepsearch-slack\/index$/);
    expect(cacheOf({ SERVICE_CACHE: '/mine', SERVICE_DATA: 'data' })).toBe('/mine');
  });

  it.each([
    ['http://127.0.0.1:11434/v1', 'openai', 'http://127.0.0.1:11434/v1'],
    ['http://127.0.0.1:8080', 'openai', 'http://127.0.0.1:8080/v1'],
    ['https://openrouter.ai/api/v1/', 'openai', 'https://openrouter.ai/api/v1'],
    ['https://api.anthropic.com', 'anthropic', 'https://api.anthropic.com/v1'],
    [
      'https://proxy.example.com/anthropic/v1',
      'anthropic',
      'https://proxy.example.com/anthropic/v1',
    ],
  ])('detects the model’s API from its URL: %s', (LLM_BASE_URL, api, baseUrl) => {
    const { model } = readSettings(['.'], { ...TINY, LLM_BASE_URL });
    expect(model).toEqual({ api, baseUrl, name: 'tiny' });
  });

  it('LLM_API_KEY and LLM_API set the key and the API', () => {
    const { model } = readSettings(['.'], { ...TINY, LLM_API: 'anthropic', LLM_API_KEY: 'sk-1' });
    expect(model).toMatchObject({ api: 'anthropic', apiKey: 'sk-1' });
  });

  it('LLM_CONTEXT says how many tokens the model can take in', () => {
    const { model } = readSettings(['.'], { ...TINY, LLM_CONTEXT: '8192' });
    expect(model?.contextTokens).toBe(8_192);
  });

  it('an error does not repeat a possible password', () => {
    const LLM_BASE_URL = 'http://me:secret@m/v1';
    expect(() => readSettings(['.'], { ...TINY, LLM_BASE_URL })).toThrow(/^(?!.*secret)/);
  });

  it.each([
    [[], {}, 'at least one'],
    [['--port'], {}, '--port is not a known option'],
    [['.'], { SERVICE_PORT: '70000' }, 'SERVICE_PORT'],
    [['.'], { SERVICE_TOKENS: 'x' }, 'SERVICE_TOKENS'],
    [['.'], { SERVICE_TOKENS: 'a:t,b:t' }, 'twice'],
    [['.'], { SERVICE_URL: 'ftp://x' }, 'SERVICE_URL'],
    [['.'], { SERVICE_SHARING: 'maybe' }, 'SERVICE_SHARING'],
    [['.'], { SERVICE_CREDITS: '1/' }, 'SERVICE_CREDITS'],
    [['.'], { SERVICE_CREDITS: '-1' }, 'SERVICE_CREDITS'],
    [['.'], { SERVICE_OAUTH_REDIRECTS: 'http://elsewhere.example' }, 'SERVICE_OAUTH_REDIRECTS'],
    [['.'], { SERVICE_OAUTH_REDIRECTS: 'javascript:x()' }, 'SERVICE_OAUTH_REDIRECTS'],
    [['.'], { SERVICE_HOSTS: 'code.internal:3070' }, 'SERVICE_HOSTS has "code.internal:3070"'],
    [['.'], { SERVICE_HOSTS: 'a,,b' }, 'SERVICE_HOSTS has ""'],
    [['.'], { LLM_MODEL: 'tiny' }, 'LLM_MODEL is set and LLM_BASE_URL is missing'],
    [['.'], { LLM_BASE_URL: 'http://m' }, 'LLM_BASE_URL is set and LLM_MODEL is missing'],
    [['.'], { LLM_API_KEY: 'k', LLM_API: 'openai' }, 'LLM_API_KEY and LLM_API set without'],
    [['.'], { ...TINY, LLM_BASE_URL: 'ftp://m/v1' }, 'LLM_BASE_URL is not an http(s) URL'],
    [['.'], { ...TINY, LLM_BASE_URL: 'models.example.com' }, 'LLM_BASE_URL is not an http(s) URL'],
    [
      ['.'],
      { ...TINY, LLM_BASE_URL: 'http://me:secret@m/v1' },
      'LLM_BASE_URL must not contain a user',
    ],
    [
      ['.'],
      { ...TINY, LLM_CONTEXT: '4k' },
      "LLM_CONTEXT is 4k: set it to the model's context window",
    ],
    [['.'], { ...TINY, LLM_CONTEXT: '7999' }, 'at least 8000'],
    [['.'], { ...TINY, LLM_API: 'other' }, 'LLM_API is other'],
    [['.'], { ...TINY, LLM_API_KEY: 'two words' }, 'LLM_API_KEY has a space'],
  ])('invalid settings are rejected with one sentence: %j %j', (paths, env, words) => {
    expect(() => readSettings(paths, env)).toThrow(InvalidSettingError);
    expect(() => readSettings(paths, env)).toThrow(words);
  });
});
