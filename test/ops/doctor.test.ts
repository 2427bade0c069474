import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OAuthUnavailable } from '../../src/account/oauth/client.js';
import type { Deprecation } from '../../src/http/deprecation.js';
import type { Question } from '../../src/model/question.js';
import { checkClock } from '../../src/ops/doctor/clock.js';
import { checkWorkload, type Workload } from '../../src/ops/doctor/questions.js';
import { checkServers, redisUnreachable } from '../../src/ops/doctor/redis.js';
import { withDeprecations } from '../../src/ops/doctor/service.js';
import { checkSignIn } from '../../src/ops/doctor/sign-in.js';
import { checkScopes } from '../../src/ops/doctor/slack.js';
import { hasNoProblems, ok, problem, runChecks, warning } from '../../src/ops/doctor.js';

describe('doctor', () => {
  it('runs every check even if others fail, and keeps their order', async () => {
    const findings = await runChecks(
      {
        slow: () => new Promise(() => undefined),
        broken: () => Promise.reject(new TypeError('xoxb-secret')),
        two: async () => [...ok('this'), ...warning('that', 'do')],
        none: async () => [],
        fine: async () => ok('well'),
      },
      20,
    );
    expect(findings).toEqual([
      { name: 'slow', state: 'problem', says: 'no reply within 0.02 s', fix: expect.any(String) },
      {
        name: 'broken',
        state: 'problem',
        says: 'the check itself failed (TypeError)',
        fix: expect.any(String),
      },
      { name: 'two', state: 'ok', says: 'this' },
      { name: 'two', state: 'warning', says: 'that', fix: 'do' },
      { name: 'fine', state: 'ok', says: 'well' },
    ]);
  });

  it('passes with warnings, but not with a problem', async () => {
    const of = (findings: ReturnType<typeof ok>) => runChecks({ one: async () => findings }, 1_000);
    expect(hasNoProblems(await of(warning('a', 'b')))).toBe(true);
    expect(hasNoProblems(await of(problem('a', 'b')))).toBe(false);
  });
});

describe('the clock check', () => {
  it('the clock check depends on how far the clock is off, in either direction', () => {
    const state = (seconds: number) => checkClock({ slack: 0, local: seconds * 1000 })[0]?.state;
    const size = fc.tuple(fc.constantFrom(-1, 1), fc.double({ min: 0, max: 1e6, noNaN: true }));
    fc.assert(
      fc.property(size, ([sign, seconds]) => {
        const off = Math.round(seconds);
        const expected = off >= 240 ? 'problem' : off >= 30 ? 'warning' : 'ok';
        expect(state(sign * off)).toBe(expected);
      }),
    );
  });

  it('the clock check names the direction', () => {
    expect(checkClock({ slack: 0, local: 60_000 })[0]?.says).toContain("60 s ahead of Slack's");
    expect(checkClock({ slack: 60_000, local: 0 })[0]?.says).toContain("60 s behind Slack's");
  });
});

describe('the scopes check', () => {
  it('the scopes check names unused scopes, but does not warn', () => {
    expect(checkScopes(['a', 'b', 'c'], ['a'])).toEqual(
      ok('all 1 scopes are granted; not needed: b, c'),
    );
  });
});

describe('the Redis check', () => {
  const good = { version: '7.2.0', evictionPolicy: 'noeviction', appendOnly: true };

  it.each([
    [{ ...good, version: '6.0.16' }, 'problem', /6\.2 or later/],
    [{ ...good, lastWriteOk: false }, 'problem', /last write/],
    [{ ...good, maxMemory: 100, usedMemory: 95 }, 'warning', /95 % full/],
    [{ ...good, appendOnly: false }, 'warning', /append-only/],
    [{}, 'warning', /does not report/],
  ])('%j', (facts, state, says) => {
    expect(checkServers([facts])).toEqual([
      { state, says: expect.stringMatching(says), fix: expect.any(String) },
    ]);
  });

  it('the Redis check reports a finding about several servers once', () => {
    const off = { ...good, appendOnly: false };
    expect(checkServers([off, off, good])).toHaveLength(1);
    expect(checkServers([good, good])[0]?.says).toContain('2 servers, Redis 7.2.0');
  });

  it.each([
    ['unable to verify the first certificate', /NODE_EXTRA_CA_CERTS/],
    ['something odd', /Redis is running at/],
  ])('the Redis check has a fix for the connection error: %s', (reason, fix) => {
    expect(redisUnreachable(reason)[0]?.fix).toMatch(fix);
  });
});

describe('the questions check', () => {
  const NOW = 1_000_000_000;
  const ago = (minutes: number) => NOW - minutes * 60_000;
  const quiet: Workload = { open: 0, oldest: [], newer: 0, waiting: 0, failed: 0, workers: 1 };

  function open(id: string, more: Partial<Question> = {}): Question {
    const place = { workspace: 'T1', channel: 'C1', direct: false, threadTs: id };
    return {
      ...{
        v: 1,
        id,
        revision: 0,
        phase: 'processing',
        origin: 'mention',
        place,
        user: 'U1',
        text: 'why?',
      },
      ...{ askedAt: ago(60), posts: {} },
      ...more,
    };
  }
  const judged = (...oldest: Question[]) =>
    checkWorkload({ ...quiet, open: oldest.length, oldest }, NOW);

  it('names questions that wait for a newer version', () => {
    expect(checkWorkload({ ...quiet, open: 3, newer: 2 }, NOW)).toEqual([
      {
        state: 'warning',
        says: '2 of the oldest open questions were accepted by a newer version of the app, and wait for it',
        fix: 'start a worker of that version; it may run beside this one',
      },
    ]);
  });

  it('the questions check is ok if each question makes progress', () => {
    const shown = { key: '', at: ago(1) };
    expect(judged(open('a', { shown }))).toEqual(
      ok('1 open, 0 waiting to be started, none overdue; 1 worker'),
    );
    expect(checkWorkload({ ...quiet, workers: 0 }, NOW)[0]?.state).toBe('ok');
  });

  it('the questions check names the oldest question that makes no progress', () => {
    const posts = { status: { at: ago(50) } };
    const [finding, ...more] = judged(open('a', { posts }), open('b'));
    expect(more).toEqual([]);
    expect(finding?.says).toBe('2 open questions make no progress; the oldest, a, for 50 minutes');
    expect(finding).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining('a in the log'),
    });
  });

  it('the questions check says if questions wait for the instance', () => {
    const trouble = { kind: 'unreachable', since: ago(59), attempts: 9, retryAt: NOW } as const;
    const [finding] = judged(open('a', { transientError: trouble }));
    expect(finding?.says).toContain('(the instance: unreachable)');
    expect(finding?.fix).toContain('the service');
  });

  it('the questions check ignores questions that wait for another one in their thread', () => {
    const { place } = open('a');
    expect(judged(open('a', { shown: { key: '', at: ago(1) } }), open('b', { place }))).toEqual(
      ok('2 open, 0 waiting to be started, none overdue; 1 worker'),
    );
  });

  it('the questions check reports jobs that wait too long', () => {
    const lagging = { ...quiet, waiting: 3, waitingSince: NOW - 45_000 };
    expect(checkWorkload(lagging, NOW)).toEqual([
      {
        state: 'problem',
        says: '3 jobs are waiting to be started, the oldest for 45 seconds',
        fix: expect.stringContaining('WORKER_CONCURRENCY'),
      },
    ]);
    expect(checkWorkload({ ...lagging, waitingSince: NOW - 5_000 }, NOW)[0]?.state).toBe('ok');
  });

  it('the questions check reports that no worker is connected, unless that is unknown', () => {
    const { workers: _, ...unknown } = quiet;
    expect(checkWorkload({ ...quiet, workers: 0, waiting: 1 }, NOW)[0]?.says).toContain(
      'no worker',
    );
    expect(checkWorkload({ ...unknown, waiting: 1 }, NOW)[0]?.state).toBe('ok');
  });

  it('the questions check reports failed jobs', () => {
    expect(checkWorkload({ ...quiet, failed: 2 }, NOW)[0]).toMatchObject({
      state: 'warning',
      says: '2 jobs failed',
    });
  });
});

describe('the check of the instance', () => {
  const found = (...deprecations: Deprecation[]) =>
    withDeprecations(Promise.resolve(ok('fine')), {
      deprecations: () => deprecations,
      now: () => today,
    });
  const today = Date.parse('2027-01-01');

  it('says nothing about the end of an API that is not announced', async () => {
    expect(await found()).toEqual(ok('fine'));
  });

  it('warns about the end of an API, with its date', async () => {
    const endsAt = Date.parse('2099-07-01');
    const [, finding] = await found({ api: 'conversations', endsAt, hasEnded: false });
    expect(finding?.state).toBe('warning');
    expect(finding?.says).toBe(
      'the instance marks the conversation API as deprecated, and ends it on 2099-07-01',
    );
  });

  it('is a problem once an API has ended', async () => {
    const [, past] = await found({ api: 'tools', endsAt: today - 1, hasEnded: false });
    const [, gone] = await found({ api: 'tools', hasEnded: true });
    expect([past?.state, gone?.state]).toEqual(['problem', 'problem']);
    expect(gone?.says).toContain('no longer offers the code tools');
  });
});

describe('the check of signing in', () => {
  const issuer = 'https://code.example.com';
  const check = (offered: { inBrowser: boolean; withCode: boolean }, inBrowser = true) =>
    checkSignIn({ offers: async () => offered }, { issuer, inBrowser });

  it('says which ways there are', async () => {
    expect(await check({ inBrowser: true, withCode: true })).toEqual([
      { state: 'ok', says: `people can sign in at ${issuer} in the browser and with a code` },
    ]);
    expect(await check({ inBrowser: true, withCode: true }, false)).toEqual([
      { state: 'ok', says: `people can sign in at ${issuer} with a code` },
    ]);
  });

  it('says how to get one where there is none', async () => {
    const [none] = await check({ inBrowser: true, withCode: false }, false);
    expect(none).toMatchObject({ state: 'warning', fix: expect.stringContaining('PUBLIC_URL') });
    const offers = () => Promise.reject(new OAuthUnavailable('no metadata', false));
    const [away] = await checkSignIn({ offers }, { issuer, inBrowser: true });
    expect(away).toMatchObject({ fix: expect.stringContaining('DEEPSEARCH_OAUTH_AUTH_URL') });
  });
});
