import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRedisUrl, RedisUrlError } from '../../src/store/redis-url.js';

describe('one server', () => {
  it.each([
    ['redis://localhost', { host: 'localhost', port: 6379 }, 0],
    ['redis://10.0.0.1:7000/3', { host: '10.0.0.1', port: 7000 }, 3],
    ['redis://[::1]:7000/', { host: '::1', port: 7000 }, 0],
    [' REDIS://redis_1:1 ', { host: 'redis_1', port: 1 }, 0],
  ])('parses %s', (url, node, db) => {
    expect(parseRedisUrl(url)).toEqual({ kind: 'single', tls: false, node, db });
  });

  it('rediss uses TLS', () => {
    expect(parseRedisUrl('rediss://r.example').tls).toBe(true);
  });

  it('decodes user and password', () => {
    expect(parseRedisUrl('redis://bot:p%40s%3As%2F@h')).toMatchObject({
      username: 'bot',
      password: 'p@s:s/',
    });
    const alone = parseRedisUrl('redis://:pw@h');
    expect(alone).toMatchObject({ password: 'pw' });
    expect(alone).not.toHaveProperty('username');
  });
});

it('reads the master behind Sentinels', () => {
  const url =
    'rediss+sentinel://bot:pw@a.example,b.example:27000/main/2?sentinelUsername=s&sentinelPassword=p%26w';
  expect(parseRedisUrl(url)).toEqual({
    kind: 'sentinel',
    tls: true,
    username: 'bot',
    password: 'pw',
    sentinels: [
      { host: 'a.example', port: 26379 },
      { host: 'b.example', port: 27000 },
    ],
    master: 'main',
    db: 2,
    sentinelUsername: 's',
    sentinelPassword: 'p&w',
  });
});

it('reads a Cluster', () => {
  expect(parseRedisUrl('redis+cluster://:pw@a:1, b:2,[::1]:3/0')).toEqual({
    kind: 'cluster',
    tls: false,
    password: 'pw',
    nodes: [
      { host: 'a', port: 1 },
      { host: 'b', port: 2 },
      { host: '::1', port: 3 },
    ],
  });
});

describe('what is refused', () => {
  it.each([
    ['', /must have the format/],
    ['localhost:6379', /must have the format/],
    ['http://localhost', /must have the format/],
    ['redis+other://a', /must have the format/],
    ['redis://', /not host or host:port/],
    ['redis://a:b', /not host or host:port/],
    ['redis://a:0', /port outside 1 to 65535/],
    ['redis://a:65536', /port outside 1 to 65535/],
    ['redis://a,b', /several servers: use redis\+sentinel:\/\/ or redis\+cluster:\/\//],
    ['redis://a/zero', /database that is not a number/],
    ['redis://a/0/1', /more after the database/],
    ['redis://a?ssl_cert_reqs=none', /option after "\?" that is not supported \(none is\)/],
    ['redis://:100%@a', /write it as %25/],
    ['redis+sentinel://a:1', /name of the master/],
    ['redis+sentinel://a:1/main/0/x', /name of the master/],
    ['redis+cluster://a:1/3', /only database 0/],
  ])('%s', (url, sentence) => {
    expect(() => parseRedisUrl(url)).toThrow(sentence);
  });

  it('an invalid URL is rejected only with a ConfigError, without its password', () => {
    const part = fc.string({ unit: fc.constantFrom(...'ab01:/@%?#[],. ') });
    const scheme = fc.constantFrom('redis', 'rediss', 'redis+sentinel', 'redis+cluster');
    fc.assert(
      fc.property(scheme, part, part, (name, before, after) => {
        try {
          parseRedisUrl(`${name}://${before}hunter2${after}`);
        } catch (error) {
          expect(error).toBeInstanceOf(RedisUrlError);
          expect((error as Error).message).not.toContain('hunter2');
        }
      }),
    );
  });
});
