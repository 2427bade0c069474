import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Config,
  ConfigError,
  describeSettings,
  type Role,
  readConfig,
} from '../src/config.js';

const STATE_SECRET = 'a-long-state-secret-of-this-test-only';
const KEY = randomBytes(32).toString('base64');

const BASE = {
  SLACK_BOT_TOKEN: 'xoxb-1-bot',
  SLACK_SIGNING_SECRET: 'signing-secret',
  DEEPSEARCH_URL: 'https://code.example.com/',
  DEEPSEARCH_TOKEN: 'service-token',
  ENCRYPTION_KEY: KEY,
};

type Env = Record<string, string | undefined>;

const read = (more: Env = {}, role: Role = 'both'): Config =>
  readConfig({ ...BASE, ...more }, role);

function faultsOf(more: Env, role: Role = 'both'): ConfigError {
  try {
    read(more, role);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the settings were accepted');
}

describe('what is read', () => {
  it('config has a default for every optional setting', () => {
    const config = read();
    expect(config).toEqual({
      role: 'both',
      slack: {
        transport: { kind: 'http', port: 3000, signingSecret: 'signing-secret' },
        install: { kind: 'token', botToken: 'xoxb-1-bot' },
      },
      deepsearch: {
        url: 'https://code.example.com',
        token: 'service-token',
        accessMode: 'shared',
      },
      reactions: true,
      inlineCodeIn: [],
      vault: { keys: [Buffer.from(KEY, 'base64')] },
      redis: { url: 'redis://127.0.0.1:6379' },
      ops: { port: 9090, host: '127.0.0.1' },
      limits: {
        questions: {
          person: { open: 50, perHour: 200 },
          channel: { open: 500, perHour: 2000 },
          workspace: { open: 0, perHour: 0 },
        },
        requests: 120,
      },
      audit: { retentionDays: 365 },
      tuning: {
        workerConcurrency: 50,
        pollMinMs: 1000,
        pollMaxMs: 5000,
        questionTimeoutMs: 900_000,
        citationCheckMs: 300,
        lookUpRetryMs: 30_000,
        shutdownTimeoutMs: 10_000,
        retentionDays: 30,
        logLevel: 'info',
      },
    });
  });

  it('config reads every setting', () => {
    const config = read({
      SLACK_API_URL: 'http://127.0.0.1:8080/api',
      PUBLIC_URL: 'https://bot.example.com/',
      REDIS_URL: 'redis+sentinel://:pw@a:1,b:2/main',
      HOST: '0.0.0.0',
      PORT: '0',
      OPS_HOST: '::1',
      OPS_PORT: '0',
      WORKER_CONCURRENCY: '7',
      POLL_MIN_MS: '20',
      POLL_MAX_MS: '20',
      QUESTION_TIMEOUT_MS: '1000',
      CITATION_CHECK_MS: '0',
      LOOKUP_RETRY_MS: '100',
      INLINE_CODE_CHANNELS: 'C012ABC, G012ABC',
      LIMIT_PERSON: '0',
      LIMIT_CHANNEL: '50/0',
      LIMIT_WORKSPACE: '0/200',
      LIMIT_REQUESTS: '10',
      SHUTDOWN_TIMEOUT_MS: '2000',
      RETENTION_DAYS: '1',
      LOG_LEVEL: 'debug',
    });
    expect(config.slack.apiUrl).toBe('http://127.0.0.1:8080/api/');
    expect(config.publicUrl).toBe('https://bot.example.com');
    expect(config.inlineCodeIn).toEqual(['C012ABC', 'G012ABC']);
    expect(config.slack.transport).toMatchObject({ port: 0, host: '0.0.0.0' });
    expect(config.ops).toEqual({ port: 0, host: '::1' });
    expect(config.limits).toEqual({
      questions: {
        person: { open: 0, perHour: 0 },
        channel: { open: 50, perHour: 0 },
        workspace: { open: 0, perHour: 200 },
      },
      requests: 10,
    });
    expect(config.tuning).toEqual({
      workerConcurrency: 7,
      pollMinMs: 20,
      pollMaxMs: 20,
      questionTimeoutMs: 1000,
      citationCheckMs: 0,
      lookUpRetryMs: 100,
      shutdownTimeoutMs: 2000,
      retentionDays: 1,
      logLevel: 'debug',
    });
  });

  it('an app token turns on Socket Mode', () => {
    const { transport } = read({ SLACK_APP_TOKEN: 'xapp-1', SLACK_SIGNING_SECRET: '' }).slack;
    expect(transport).toEqual({ kind: 'socket', appToken: 'xapp-1', port: 3000 });
  });

  it('a client id turns on OAuth installs', () => {
    const { install } = read({
      SLACK_BOT_TOKEN: undefined,
      SLACK_CLIENT_ID: '1.2',
      SLACK_CLIENT_SECRET: 'client',
      SLACK_STATE_SECRET: STATE_SECRET,
      SLACK_WORKSPACES: 'T012, E345',
      PUBLIC_URL: 'https://bot.example.com',
    }).slack;
    expect(install).toEqual({
      kind: 'oauth',
      clientId: '1.2',
      clientSecret: 'client',
      stateSecret: STATE_SECRET,
      workspaces: ['T012', 'E345'],
    });
  });

  it('a worker needs no settings for receiving events', () => {
    const { slack } = read({ SLACK_SIGNING_SECRET: undefined }, 'worker');
    expect(slack.transport).toEqual({ kind: 'none' });
  });

  it('ENCRYPTION_KEY accepts several keys for rotation', () => {
    const older = randomBytes(32);
    const { keys } = read({ ENCRYPTION_KEY: `${KEY}, ${older.toString('base64')}` }).vault;
    expect(keys).toEqual([Buffer.from(KEY, 'base64'), older]);
  });

  it('config is deeply frozen', () => {
    const config = read();
    expect(
      [config, config.slack, config.slack.transport, config.tuning].every(Object.isFrozen),
    ).toBe(true);
  });

  it('an empty or blank variable counts as not set', () => {
    expect(read({ PORT: '', HOST: '  ', SLACK_CLIENT_ID: '' })).toEqual(read());
  });
});

describe('what is refused', () => {
  it('lists all missing settings with fixes', () => {
    expect(() => readConfig({}, 'both')).toThrow(ConfigError);
    try {
      readConfig({}, 'both');
    } catch (error) {
      const { message } = error as Error;
      expect(message.split('\n').map((line) => line.trim().split(' ')[0])).toEqual([
        'deepsearch-slack',
        'SLACK_SIGNING_SECRET',
        'SLACK_BOT_TOKEN',
        'DEEPSEARCH_URL',
        'DEEPSEARCH_TOKEN',
        'ENCRYPTION_KEY',
      ]);
      expect(message).toContain('SLACK_SIGNING_SECRET is missing: copy the "Signing Secret"');
      expect(message).toContain('openssl rand -base64 32');
    }
  });

  it('lists invalid and missing settings together', () => {
    const { issues: faults, message } = faultsOf({
      SLACK_SIGNING_SECRET: undefined,
      PORT: '70000',
      POLL_MIN_MS: '9000',
      POLL_MAX_MS: '100',
      LOG_LEVEL: 'loud',
    });
    expect(faults.map(({ name }) => name)).toEqual([
      'PORT',
      'LOG_LEVEL',
      'SLACK_SIGNING_SECRET',
      'POLL_MIN_MS',
    ]);
    expect(message).toMatch(
      /^deepsearch-slack cannot start: 4 settings must be fixed\.\n {2}PORT /,
    );
  });

  it.each([
    [
      'SLACK_BOT_TOKEN',
      'xoxp-1-person',
      /must start with xoxb- \(this one starts with xoxp-: a user token/,
    ],
    ['SLACK_BOT_TOKEN', 'xapp-1', /an app-level token/],
    [
      'SLACK_APP_TOKEN',
      'xoxb-1',
      /must start with xapp- \(this one starts with xoxb-: a bot token/,
    ],
    ['SLACK_SIGNING_SECRET', 'two words', /must be printable ASCII without spaces/],
    ['SLACK_STATE_SECRET', 'x', /must be at least 32 characters: .*openssl rand -hex 32/],
    ['DEEPSEARCH_URL', 'code.example.com', /must be a URL that starts with https/],
    ['DEEPSEARCH_URL', 'ftp://code.example.com', /must be a URL that starts with https/],
    ['DEEPSEARCH_URL', 'https://code.example.com/?a=1', /must not have a query/],
    [
      'DEEPSEARCH_URL',
      'https://me:pw@code.example.com',
      /must not contain a user name or a password/,
    ],
    ['ENCRYPTION_KEY', 'c2hvcnQ=', /must be 32 bytes in base64 .* "openssl rand -base64 32"/],
    ['ENCRYPTION_KEY', `${KEY},nonsense`, /key 2 of 2 is not/],
    ['REDIS_URL', 'http://127.0.0.1', /must have the format redis:\/\/host:port/],
    ['REDIS_URL', 'redis+sentinel://a:1', /needs the name of the master/],
    ['PORT', '-1', /must be a whole number from 0 to 65535/],
    ['OPS_PORT', '80.5', /must be a whole number/],
    ['WORKER_CONCURRENCY', '0', /must be a whole number from 1 to 1000/],
    ['LIMIT_PERSON', '50', /must be OPEN\/HOUR, such as 50\/200/],
    ['LIMIT_CHANNEL', '1/2/3', /must be OPEN\/HOUR/],
    ['LIMIT_WORKSPACE', '5/200000', /up to 100000/],
    ['LOG_LEVEL', 'verbose', /must be one of debug, info, warn, error, fatal, silent/],
    ['ACCESS_MODE', 'private', /must be one of shared, linked, both/],
    ['OPS_PORT', '3000', /is 3000, the same as PORT/],
    ['POLL_MIN_MS', '6000', /is 6000, more than POLL_MAX_MS \(5000\)/],
  ])('rejects %s=%s', (name, value, sentence) => {
    const { issues: faults } = faultsOf({ [name]: value });
    expect(faults).toEqual([{ name, message: expect.stringMatching(sentence) }]);
  });

  it('rejects settings for one workspace and for many at once', () => {
    const { message } = faultsOf({ SLACK_CLIENT_ID: '1.2' });
    expect(message).toContain('SLACK_BOT_TOKEN and SLACK_CLIENT_ID are both set');
  });

  it('rejects incomplete OAuth settings', () => {
    const { issues: faults } = faultsOf({ SLACK_BOT_TOKEN: undefined, SLACK_CLIENT_SECRET: 'x' });
    expect(faults.map(({ name }) => name)).toEqual([
      'PUBLIC_URL',
      'SLACK_CLIENT_ID',
      'SLACK_STATE_SECRET',
      'SLACK_WORKSPACES',
    ]);
  });

  it('an error never contains a secret', () => {
    const secrets = describeSettings().filter(({ secret }) => secret);
    const value = fc.string({ minLength: 5, unit: fc.constantFrom(...'ABCDEF :/@,é') });
    fc.assert(
      fc.property(fc.constantFrom(...secrets), value, ({ name }, text) => {
        fc.pre(text.trim().length > 4);
        try {
          read({ [name]: text });
        } catch (error) {
          expect((error as Error).message).not.toContain(text.trim());
        }
      }),
    );
  });

  it('any environment is accepted or rejected with a ConfigError', () => {
    const names = describeSettings().map(({ name }) => name);
    const env = fc.dictionary(fc.constantFrom(...names), fc.string());
    fc.assert(
      fc.property(env, fc.constantFrom<Role>('bot', 'worker', 'both'), (values, role) => {
        try {
          readConfig({ ...BASE, ...values }, role);
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
        }
      }),
    );
  });
});

describe('what is documented', () => {
  it('the documentation lists every setting once, with its meaning', () => {
    const settings = describeSettings();
    expect(new Set(settings.map(({ name }) => name)).size).toBe(settings.length);
    expect(settings.filter(({ meaning }) => meaning === '')).toEqual([]);
  });

  it('the documentation has the real defaults', () => {
    const defaults = Object.fromEntries(
      describeSettings().map(({ name, fallback }) => [name, fallback]),
    );
    expect(defaults).toMatchObject({ PORT: '3000', POLL_MAX_MS: '5000', LOG_LEVEL: 'info' });
    expect(read({ ...defaults, ...BASE })).toEqual(read());
    expect(defaults['DEEPSEARCH_URL']).toBeUndefined();
  });
});
