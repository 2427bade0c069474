import { describe, expect, it } from 'vitest';
import { createClaimStore } from '../../src/store/claims.js';
import { keys } from '../../src/store/keys.js';
import { useRedis } from '../support/redis-fixture.js';

const REF = { conversationId: 7, questionId: 8 };

const { redis } = await useRedis();
const claims = createClaimStore({ redis, retentionMs: 60_000 });

describe('the claim on a question of the instance', () => {
  it('a question of the instance is claimed by one record, which can claim it again', async () => {
    const first = await Promise.all([claims.claim(REF, 'q1'), claims.claim(REF, 'q2')]);
    expect(first).toEqual([true, false]);
    expect(await claims.claim(REF, 'q1')).toBe(true);
    expect(await claims.claim({ ...REF, questionId: 9 }, 'q2')).toBe(true);
    expect(await redis.pttl(keys.claim(7, 8))).toBeGreaterThan(0);
  });
});

describe('a button', () => {
  it('a button asks what its first click asked', async () => {
    const button = { workspace: 'T1', channel: 'C1', name: '1.1.question.ask.0' };
    const clicks = await Promise.all(
      ['q1', 'q2', 'q3'].map((id) => claims.claimButton(button, id)),
    );
    expect(new Set(clicks).size).toBe(1);
    expect(await claims.claimButton({ ...button, name: '1.1.question.ask.1' }, 'q4')).toBe('q4');
  });
});

it('a request that has taken effect is known to a later run of its job', async () => {
  expect(await claims.isDone('view-1')).toBe(false);
  await claims.recordDone('view-1');
  expect(await claims.isDone('view-1')).toBe(true);
  expect(await claims.isDone('view-2')).toBe(false);
});
