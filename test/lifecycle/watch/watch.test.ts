import { afterEach, describe, expect, it } from 'vitest';
import type { Conversation, ConversationPage } from '../../../src/deepsearch/deep-search.js';
import { Busy, Refused } from '../../../src/deepsearch/errors.js';
import { createWatch, type Watch } from '../../../src/lifecycle/watch/watch.js';
import { keys } from '../../../src/store/keys.js';
import { createWatchedConversations } from '../../../src/store/watched-conversations.js';
import { eventually } from '../../support/eventually.js';
import { silentLogger, useRedis } from '../../support/redis-fixture.js';
import { snapshotWith } from '../decide-input.js';

let running: Watch[] = [];

const { redis } = await useRedis();
const watched = createWatchedConversations({ redis });
afterEach(async () => {
  await Promise.all(running.map((watch) => watch.stop()));
  running = [];
});

/** An instance that works on these conversations, one question each. */
function createInstance(count: number) {
  const conversations = new Map<number, Conversation>();
  const set = (id: number, status: 'working' | 'completed') => {
    const updatedAt = Date.now();
    const question = {
      ...snapshotWith(status),
      ref: { conversationId: id, questionId: 10 * id },
      updatedAt,
    };
    conversations.set(id, { id, createdAt: updatedAt, updatedAt, questions: [question] });
    return question;
  };
  for (let id = 1; id <= count; id++) set(id, 'working');
  let lists = 0;
  return {
    end: (id: number) => set(id, 'completed'),
    lists: () => lists,
    async list(): Promise<ConversationPage> {
      lists += 1;
      const newest = [...conversations.values()].sort((a, b) => b.updatedAt - a.updatedAt);
      return { conversations: newest };
    },
  };
}

async function watchAll(count: number): Promise<void> {
  for (let id = 1; id <= count; id++) {
    await redis.hset(keys.watched('shared'), `${id}`, `${10 * id} q${id}`);
  }
}

function startWatch(list: () => Promise<ConversationPage>) {
  const woken: string[] = [];
  const watch = createWatch({
    watched,
    list,
    token: 'token',
    wake: async (id) => void woken.push(id),
    typicalMs: async () => undefined,
    pollInterval: { minMs: 1_000, maxMs: 5_000 },
    now: Date.now,
    random: () => 0,
    logger: silentLogger,
  });
  watch.start();
  running.push(watch);
  return { watch, woken };
}

const isWatching = () => eventually(async () => expect(await watched.pollMs()).toBeDefined());

describe('a watch', () => {
  it('wakes a question when its outcome is listed', async () => {
    await watchAll(6);
    const instance = createInstance(6);
    const { woken, watch } = startWatch(instance.list);
    await isWatching();
    expect(woken).toEqual([]);
    expect(await watch.pollMs()).toBe(6_000);
    instance.end(3);
    await eventually(() => expect(woken).toEqual(['q3']));
  });

  it('tells many questions that come at once to wait for the first list', async () => {
    const { watch } = startWatch(createInstance(6).list);
    await watchAll(6);
    expect(await watch.pollMs()).toBe(5_000);
  });

  it('reads no list for a few questions, which are polled', async () => {
    await watchAll(4);
    const instance = createInstance(4);
    const { watch } = startWatch(instance.list);
    expect(await watch.pollMs()).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(instance.lists()).toBe(0);
    expect(await watch.pollMs()).toBeUndefined();
  });

  it('goes on for the last few of many, which sleep', async () => {
    await watchAll(6);
    const instance = createInstance(6);
    const { woken } = startWatch(instance.list);
    await isWatching();
    await redis.hdel(keys.watched('shared'), '1', '2', '3', '4', '5');
    await redis.del(keys.watchedPoll('shared'));
    instance.end(6);
    await eventually(() => expect(woken).toEqual(['q6']));
    expect(await watched.pollMs()).toBeUndefined();
  });

  it('runs in one process at a time, and another one goes on when it stops', async () => {
    await watchAll(6);
    const instance = createInstance(6);
    const first = startWatch(instance.list);
    await isWatching();
    const second = startWatch(instance.list);
    instance.end(1);
    await eventually(() => expect(first.woken).toEqual(['q1']));
    expect(second.woken).toEqual([]);
    await redis.hdel(keys.watched('shared'), '1');
    await first.watch.stop();
    instance.end(2);
    await eventually(() => expect(second.woken).toEqual(['q2']));
  });

  it('goes on where a killed process has stopped, once its lease has expired', async () => {
    await watchAll(6);
    const instance = createInstance(6);
    await redis.set(keys.watchLease('shared'), 'killed', 'PX', 600_000);
    const { woken } = startWatch(instance.list);
    instance.end(5);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(instance.lists()).toBe(0);
    await redis.pexpire(keys.watchLease('shared'), 1);
    await eventually(() => expect(woken).toEqual(['q5']));
  });

  it('wakes all questions when the list does not show an outcome in time, and reads no list for a while', async () => {
    await watchAll(6);
    const instance = createInstance(6);
    const stale = await instance.list();
    const { watch, woken } = startWatch(async () => {
      await instance.list();
      return stale;
    });
    await isWatching();
    watch.outcomeRead({ ...instance.end(1), updatedAt: Date.now() + 1_000 });
    await eventually(() => expect([...woken].sort()).toEqual(['q1', 'q2', 'q3', 'q4', 'q5', 'q6']));
    expect(await watched.pollMs()).toBeUndefined();
    expect((await watched.record())?.trust).toMatchObject({ mistakes: 1, shown: 0 });
    const lists = instance.lists();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(instance.lists()).toBe(lists);
  });

  it('is tried again later where the instance refuses to list', async () => {
    await watchAll(6);
    const request = { method: 'GET', path: '/' };
    const { watch } = startWatch(async () => {
      throw new Refused(request, { reason: 'permission', message: 'no' });
    });
    await eventually(async () => expect((await watched.record())?.trust.mistakes).toBe(1));
    expect(await watch.pollMs()).toBeUndefined();
  });

  it('is not read again before the time that the instance asks for', async () => {
    await watchAll(6);
    const request = { method: 'GET', path: '/' };
    const { watch } = startWatch(async () => {
      throw new Busy(request, {
        detail: '429',
        serverMessage: '',
        retryAfterMs: 120_000,
        quota: false,
      });
    });
    await eventually(async () => expect((await watched.record())?.trust.mistakes).toBe(1));
    const { trust } = (await watched.record()) ?? {};
    expect((trust?.pausedUntil ?? 0) - Date.now()).toBeGreaterThan(100_000);
    expect(await watch.pollMs()).toBeUndefined();
  });

  it('survives failures of lists and of Redis', async () => {
    await watchAll(6);
    const instance = createInstance(6);
    let failing = true;
    const { woken } = startWatch(() => {
      if (failing) throw new DOMException('slow', 'TimeoutError');
      return instance.list();
    });
    await redis.set(keys.listRecord('shared'), 'no JSON');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await redis.del(keys.listRecord('shared'));
    failing = false;
    await isWatching();
    instance.end(4);
    await eventually(() => expect(woken).toEqual(['q4']));
  });
});
