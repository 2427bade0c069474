import { describe, expect, it } from 'vitest';
import { SlackBusy } from '../../src/slack/errors.js';
import { buckets, createRateLimits, type Priority } from '../../src/slack/rate-limits.js';
import { createRateLimiter } from '../../src/store/rate-limiter.js';
import { useRedis } from '../support/redis-fixture.js';

const room = (channel: string) => ({ workspace: 'T1', channel });

const { redis } = await useRedis();
const limiter = createRateLimiter(redis);

interface Call {
  readonly method: string;
  readonly priority: Priority;
  readonly workspace?: string;
  /** Default: a channel for each call. */
  readonly channel?: string;
}

/** How many of `times` calls made at once were granted. */
async function granted(
  times: number,
  { method, priority, workspace = 'T1', channel }: Call,
): Promise<number> {
  const { call } = createRateLimits({
    call: async () => ({}),
    tokenFor: async () => 'xoxb-1',
    limiter,
  });
  const calls = Array.from({ length: times }, (_, i) =>
    call(method, { workspace, channel: channel ?? `C${i}` }, { priority, body: {} }),
  );
  const all = await Promise.allSettled(calls);
  for (const one of all) {
    if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(SlackBusy);
  }
  return all.filter((one) => one.status === 'fulfilled').length;
}

const post = { method: 'chat.postMessage', priority: 'final' } as const;
const update = { method: 'chat.update', channel: 'C1' } as const;

describe('the budget', () => {
  it('a full channel does not use up its workspace’s limit', async () => {
    expect(await granted(200, { ...post, channel: 'C1' })).toBeLessThanOrEqual(5);
    expect(await granted(2, { ...post, channel: 'C2' })).toBe(2);
  });

  it('reserves updates for outcomes when progress has used its share', async () => {
    const progress = await granted(60, { ...update, priority: 'progress' });
    expect(progress).toBeLessThanOrEqual(8);
    expect(await granted(5, { ...update, priority: 'final' })).toBe(5);
  });

  it('posts no more status messages than can be finished when their questions end', async () => {
    const posted = await granted(200, { ...post, priority: 'progress' });
    const updated = await granted(200, { ...update, priority: 'immediate' });
    const deleted = await granted(200, { method: 'chat.delete', priority: 'immediate' });
    expect(posted).toBeGreaterThan(30);
    expect(posted).toBeLessThanOrEqual(updated + deleted);
    expect(await granted(25, post)).toBe(25);
  });

  it('tells each optional call that is known to find no room when to come back', async () => {
    const { call, optionalWaitMs } = createRateLimits({
      call: async () => ({}),
      tokenFor: async () => 'xoxb-1',
      limiter,
    });
    const waitMs = () => optionalWaitMs('chat.update', room('C1'));
    expect(waitMs()).toBe(0);
    const progress = { priority: 'progress', body: {} } as const;
    const updates = Array.from({ length: 20 }, () => call('chat.update', room('C1'), progress));
    await Promise.allSettled(updates);
    const [first, second] = [waitMs(), waitMs()];
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(first + 1_000);
    expect(optionalWaitMs('chat.update', { workspace: 'T2', channel: 'C1' })).toBe(0);
  });

  it('reserves calls for ending agent sessions', async () => {
    const session = { method: 'agents.sessions.setStatus', channel: 'C1' };
    const begun = await granted(60, { ...session, priority: 'progress' });
    expect(begun).toBeGreaterThan(0);
    expect(await granted(begun, { ...session, priority: 'final' })).toBe(begun);
  });

  it('rate limits are per workspace', async () => {
    await granted(60, { ...update, priority: 'final' });
    expect(await granted(1, { ...update, workspace: 'T2', priority: 'progress' })).toBe(1);
  });

  it('methods without a limit are not delayed', () => {
    expect(buckets('conversations.replies', room('C1'), 'final')).toEqual([]);
  });
});
