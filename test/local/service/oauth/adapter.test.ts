import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAdapter, createAdapterFactory } from '../../../../local/service/oauth/adapter.js';

afterEach(() => vi.useRealTimers());

describe('the OAuth storage', () => {
  it('evicts the least recently used entry over its limit', async () => {
    const adapter = createAdapter(3);
    for (const id of ['a', 'b', 'c']) await adapter.upsert(id, { uid: `uid-${id}` }, 60);
    expect(await adapter.find('a')).toEqual({ uid: 'uid-a' });
    await adapter.upsert('d', { uid: 'uid-d' }, 60);
    expect(await adapter.find('b')).toBeUndefined();
    expect(await adapter.findByUid('uid-a')).toEqual({ uid: 'uid-a' });
  });

  it('evicts expired entries first', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const adapter = createAdapter(2);
    await adapter.upsert('long', { userCode: 'LONG' }, 60);
    await adapter.upsert('short', { userCode: 'SHORT' }, 10);
    vi.setSystemTime(Date.now() + 10_000);
    expect(await adapter.findByUserCode('SHORT')).toBeUndefined();
    await adapter.upsert('new', {}, 60);
    expect(await adapter.findByUserCode('LONG')).toEqual({ userCode: 'LONG' });
  });

  it('a code can be consumed once', async () => {
    const adapter = createAdapter(2);
    await adapter.upsert('code', {}, 60);
    await adapter.consume('code');
    await expect(adapter.consume('code')).rejects.toThrow('invalid_grant');
    await expect(adapter.consume('nothing')).rejects.toThrow('invalid_grant');
    expect((await adapter.find('code'))?.consumed).toBeTruthy();
  });

  it('each kind has a limit of its own', async () => {
    const of = createAdapterFactory();
    const [tokens, devices] = [of('AccessToken'), of('DeviceCode')];
    await tokens.upsert('mine', { grantId: 'g' }, 3600);
    for (let n = 0; n < 1_500; n += 1) await devices.upsert(`device-${n}`, {}, 600);
    expect(await devices.find('device-0')).toBeUndefined();
    expect(await devices.find('device-1499')).toEqual({});
    expect(await tokens.find('mine')).toEqual({ grantId: 'g' });
    await tokens.revokeByGrantId('g');
    expect(await tokens.find('mine')).toBeUndefined();
  });
});
