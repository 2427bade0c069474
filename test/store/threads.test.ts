import { beforeEach, describe, expect, it } from 'vitest';
import type { ThreadKey } from '../../src/model/place.js';
import { keys } from '../../src/store/keys.js';
import { createThreadStore } from '../../src/store/threads.js';
import { useRedis } from '../support/redis-fixture.js';

const DAY_MS = 24 * 3600_000;
const THREAD: ThreadKey = { workspace: 'T1', channel: 'C1', threadTs: '1.1' };
const OTHER: ThreadKey = { ...THREAD, threadTs: '2.2' };

/** Only open questions can wait in the queue. */
const OPEN = ['q1', 'q2', 'first', 'second', 'third', 'elsewhere', 'later', 'earlier'];

const { redis } = await useRedis();
const threads = createThreadStore({ redis, retentionMs: DAY_MS });
beforeEach(async () => {
  for (const id of OPEN) await redis.zadd(keys.open, '1', id);
});

describe('a thread', () => {
  it('a thread is claimed by one of two concurrent claimers', async () => {
    expect(await threads.isOurs(THREAD)).toBe(false);
    const claims = await Promise.all([threads.claim(THREAD, 'q1'), threads.claim(THREAD, 'q1')]);
    expect(claims.sort()).toEqual([false, true]);
    expect(await threads.isOurs(THREAD)).toBe(true);
    expect(await threads.isOurs(OTHER)).toBe(false);
    expect(await redis.pttl(keys.thread(THREAD))).toBeGreaterThan(0);
  });

  it('a thread keeps its conversation when claimed again, and can lose it', async () => {
    await threads.claim(THREAD, 'q1');
    expect(await threads.conversation(THREAD)).toBeUndefined();
    await threads.setConversation(THREAD, 7);
    await threads.claim(THREAD, 'q1');
    expect(await threads.conversation(THREAD)).toBe(7);
    await threads.setConversation(THREAD, undefined);
    expect(await threads.conversation(THREAD)).toBeUndefined();
    expect(await threads.isOurs(THREAD)).toBe(true);
  });

  it('a thread is released by the question that claimed it, if no other question is in it', async () => {
    await threads.claim(THREAD, 'q1');
    await threads.releaseClaim(THREAD, 'q2');
    expect(await threads.isOurs(THREAD)).toBe(true);
    await threads.enqueue(THREAD, 'q2', 5);
    await threads.releaseClaim(THREAD, 'q1');
    expect(await threads.isOurs(THREAD)).toBe(true);
    await threads.dequeue(THREAD, 'q2');
    await threads.releaseClaim(THREAD, 'q1');
    expect(await threads.isOurs(THREAD)).toBe(false);
  });

  it('a thread stays claimed once it had a conversation', async () => {
    await threads.claim(THREAD, 'q1');
    await threads.setConversation(THREAD, 7);
    await threads.releaseClaim(THREAD, 'q1');
    expect(await threads.isOurs(THREAD)).toBe(true);
    await threads.setConversation(THREAD, undefined);
    await threads.releaseClaim(THREAD, 'q1');
    expect(await threads.isOurs(THREAD)).toBe(true);
  });

  it('an earlier question that arrives late waits behind the running one', async () => {
    await threads.enqueue(THREAD, 'later', 9);
    await threads.takeTurn(THREAD, 'later');
    await threads.enqueue(THREAD, 'earlier', 5);
    expect(await threads.queuePosition(THREAD, 'later')).toBe(0);
    expect(await threads.queuePosition(THREAD, 'earlier')).toBe(1);
  });
});

describe('its line', () => {
  it('a finished question cannot join the queue', async () => {
    await threads.enqueue(THREAD, 'delivered long ago', 1);
    expect(await threads.queue(THREAD)).toEqual([]);
  });

  it('one question at a time has the turn', async () => {
    await threads.enqueue(THREAD, 'second', 20);
    await threads.enqueue(THREAD, 'first', 10);
    expect(await threads.takeTurn(THREAD, 'second')).toBe(false);
    expect(await threads.takeTurn(THREAD, 'first')).toBe(true);
  });

  it('the queue is ordered by message time, not by arrival', async () => {
    await threads.enqueue(THREAD, 'third', 30);
    await threads.enqueue(THREAD, 'first', 10);
    await threads.enqueue(THREAD, 'second', 20);
    await threads.enqueue(OTHER, 'elsewhere', 1);
    expect(await threads.queue(THREAD)).toEqual(['first', 'second', 'third']);
    expect(await threads.queuePosition(THREAD, 'first')).toBe(0);
    expect(await threads.queuePosition(THREAD, 'third')).toBe(2);
  });

  it('joining the queue again keeps the place', async () => {
    await threads.enqueue(THREAD, 'first', 10);
    await threads.enqueue(THREAD, 'second', 20);
    await threads.enqueue(THREAD, 'first', 99);
    expect(await threads.queuePosition(THREAD, 'first')).toBe(0);
  });

  it('the queue moves up when a question leaves', async () => {
    await threads.enqueue(THREAD, 'first', 10);
    await threads.enqueue(THREAD, 'second', 20);
    await threads.dequeue(THREAD, 'first');
    await threads.dequeue(THREAD, 'first');
    expect(await threads.queuePosition(THREAD, 'second')).toBe(0);
    expect(await threads.queuePosition(THREAD, 'first')).toBe(0);
  });
});
