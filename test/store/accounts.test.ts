import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAccountStore } from '../../src/store/accounts.js';
import { keys } from '../../src/store/keys.js';
import { createPendingTokenStore } from '../../src/store/pending-tokens.js';
import { createWaitingQuestionStore } from '../../src/store/waiting-questions.js';
import { resealAll } from '../../src/vault/reseal.js';
import { createVault } from '../../src/vault/vault.js';
import { useRedis } from '../support/redis-fixture.js';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const KIM = { workspace: 'T1', user: 'U1' };
const LEE = { workspace: 'T1', user: 'U2' };
const TOKEN = 'sgp_token_of_kim';
const SENT = { token: { scheme: 'token', value: TOKEN } } as const;
const ACCOUNT = { ...SENT, v: 1, connectedAt: 5 } as const;

let unreadable: unknown[] = [];
const { redis } = await useRedis();
beforeEach(async () => {
  unreadable = [];
});

const accounts = (...ring: Buffer[]) =>
  createAccountStore({
    redis,
    ...createVault(ring),
    unreadable: (error) => unreadable.push(error),
  });

describe('a connected account', () => {
  it('is there for its owner until it is removed, and sealed', async () => {
    const store = accounts(oldKey);
    await store.save(KIM, ACCOUNT);
    expect(await store.load(KIM)).toEqual(ACCOUNT);
    expect(await store.load(LEE)).toBeUndefined();
    expect(await redis.get(keys.account('T1', 'U1'))).not.toContain(TOKEN);
    expect(await store.has(KIM)).toBe(true);
    await store.remove(KIM);
    expect(await store.has(KIM)).toBe(false);
    expect(await store.load(KIM)).toBeUndefined();
  });

  it('cannot be opened as somebody else’s', async () => {
    const store = accounts(oldKey);
    await store.save(KIM, ACCOUNT);
    await redis.copy(keys.account('T1', 'U1'), keys.account('T1', 'U2'));
    expect(await store.load(LEE)).toBeUndefined();
    expect(unreadable).toHaveLength(1);
  });

  it('counts as not connected where its key is gone', async () => {
    await accounts(oldKey).save(KIM, ACCOUNT);
    expect(await accounts(newKey).load(KIM)).toBeUndefined();
    expect(unreadable).toHaveLength(1);
  });

  it('is sealed anew with a new key', async () => {
    await accounts(oldKey).save(KIM, ACCOUNT);
    const both = [newKey, oldKey];
    const counts = await resealAll(accounts(...both).sealed(), createVault(both));
    expect(counts).toEqual({ resealed: 1, unreadable: 0 });
    expect(await accounts(newKey).load(KIM)).toEqual(ACCOUNT);
  });
});

it('a token that was sent is kept for its sender and request, for minutes', async () => {
  const store = createPendingTokenStore({ redis, ...createVault([oldKey]) });
  await store.keep({ ...KIM, id: 'view-1' }, SENT);
  expect(await store.load({ ...KIM, id: 'view-1' })).toEqual(SENT);
  expect(await store.load({ ...LEE, id: 'view-1' })).toBeUndefined();
  expect(await store.load({ ...KIM, id: 'view-2' })).toBeUndefined();
  const key = keys.pendingToken('T1', 'U1', 'view-1');
  expect(await redis.get(key)).not.toContain(TOKEN);
  expect(await redis.pttl(key)).toBeGreaterThan(0);
  await store.remove({ ...KIM, id: 'view-1' });
  expect(await store.load({ ...KIM, id: 'view-1' })).toBeUndefined();
});

it('few questions of a person wait at a time, and each for a day', async () => {
  const waiting = createWaitingQuestionStore({ redis });
  const now = Date.now();
  const enter = (id: string, at = now) =>
    waiting.enter(KIM, id, { now: at, until: at + 60_000, most: 2 });
  expect([await enter('q1'), await enter('q2'), await enter('q3')]).toEqual([true, true, false]);
  expect(await enter('q1')).toBe(true);
  expect(await waiting.of(KIM)).toEqual(['q1', 'q2']);
  expect(await waiting.of(LEE)).toEqual([]);
  await waiting.leave(KIM, 'q1');
  expect(await enter('q3')).toBe(true);
  expect(await enter('q4', now + 60_001)).toBe(true);
  expect(await waiting.of(KIM)).toEqual(['q4']);
});
