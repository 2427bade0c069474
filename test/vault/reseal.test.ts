import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../src/model/account.js';
import { createAccountStore } from '../../src/store/accounts.js';
import { createInstallationStore } from '../../src/store/installations.js';
import { createPreviewStore } from '../../src/store/sealed-urls.js';
import { resealAll, type SealedValue } from '../../src/vault/reseal.js';
import { boundContext, createVault, type Vault, VaultError } from '../../src/vault/vault.js';
import { useRedis } from '../support/redis-fixture.js';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const before = createVault([oldKey]);
const both = createVault([newKey, oldKey]);
const after = createVault([newKey]);
const RETENTION_MS = 86_400_000;
const LINK = 'https://code.example.com/deepsearch/x';
const PREVIEW = { workspace: 'T1', channel: 'C1', id: 'P1' };

const { redis } = await useRedis();

const installations = (vault = before) => createInstallationStore({ redis, ...vault });
const install = (id: string, vault = before) =>
  installations(vault).storeInstallation({
    team: { id },
    user: { id: 'U1' },
    bot: { token: `xoxb-${id}`, scopes: [], id: 'B1', userId: 'U2' },
  });

describe('sealing with the current key', () => {
  it('makes the older key unnecessary for every installation', async () => {
    await install('T1');
    await install('T2', both);
    expect(await resealAll(installations().sealed(), both)).toEqual({ resealed: 1, unreadable: 0 });
    expect((await installations(after).find('T1'))?.bot.token).toBe('xoxb-T1');
    expect(await resealAll(installations().sealed(), both)).toEqual({ resealed: 0, unreadable: 0 });
  });

  it('counts and keeps what no key opens', async () => {
    await install('T1', createVault([randomBytes(32)]));
    const kept = await redis.hgetall('{deepsearch}:installations');
    expect(await resealAll(installations().sealed(), both)).toEqual({ resealed: 0, unreadable: 1 });
    expect(await redis.hgetall('{deepsearch}:installations')).toEqual(kept);
  });

  it('does not bring back an installation that was replaced or deleted meanwhile', async () => {
    await install('T1');
    await install('T2');
    async function* changing(): AsyncGenerator<SealedValue> {
      for await (const value of installations().sealed()) {
        await redis.del('{deepsearch}:installations');
        await install('T1', both);
        yield value;
      }
    }
    await resealAll(changing(), both);
    expect(await redis.hkeys('{deepsearch}:installations')).toEqual(['T1']);
  });

  describe('accounts', () => {
    const KIM = { workspace: 'T1', user: 'U1' };
    const account: Account = {
      v: 1,
      token: { scheme: 'Bearer', value: 'access' },
      refreshToken: 'refresh',
      connectedAt: 5,
    };
    let unreadable = 0;
    const accounts = (vault: Vault) =>
      createAccountStore({
        redis,
        ...vault,
        unreadable: () => {
          unreadable += 1;
        },
      });

    it('are opened with the old key while it is listed, and need it no longer afterwards', async () => {
      await accounts(before).save(KIM, account);
      await accounts(both).save({ ...KIM, user: 'U2' }, account);
      expect(await accounts(both).load(KIM)).toEqual(account);
      expect(await resealAll(accounts(both).sealed(), both)).toEqual({
        resealed: 1,
        unreadable: 0,
      });
      expect(await accounts(after).load(KIM)).toEqual(account);
    });

    it('count as not connected without the key, and are connected again', async () => {
      await accounts(before).save(KIM, account);
      unreadable = 0;
      expect(await accounts(after).load(KIM)).toBeUndefined();
      expect(unreadable).toBe(1);
      expect(await resealAll(accounts(after).sealed(), after)).toEqual({
        resealed: 0,
        unreadable: 1,
      });
      expect(await accounts(before).load(KIM)).toEqual(account);
      await accounts(after).save(KIM, { ...account, connectedAt: 6 });
      expect((await accounts(after).load(KIM))?.connectedAt).toBe(6);
    });

    it('stay as they are if they are renewed or disconnected meanwhile', async () => {
      await accounts(before).save(KIM, account);
      const other = { ...KIM, user: 'U2' };
      await accounts(before).save(other, account);
      async function* changing(): AsyncGenerator<SealedValue> {
        for await (const value of accounts(both).sealed()) {
          await accounts(both).save(KIM, { ...account, connectedAt: 6 });
          await accounts(both).remove(other);
          yield value;
        }
      }
      await resealAll(changing(), both);
      expect((await accounts(after).load(KIM))?.connectedAt).toBe(6);
      expect(await accounts(both).has(other)).toBe(false);
    });
  });

  const previewKey = '{deepsearch}:preview:T1:C1:P1';
  const previewsOf = (vault: Vault) =>
    createPreviewStore({ redis, retentionMs: RETENTION_MS, binder: vault });
  async function* links(): AsyncGenerator<SealedValue> {
    for await (const { sealed, record, replace } of previewsOf(both).sealed()) {
      const context = boundContext('pasted_link', record);
      yield { sealed, context, formerContext: 'pasted_link', replace };
    }
  }
  const openPreview = async (vault: Vault) =>
    vault.open((await previewsOf(vault).sealedLink(PREVIEW)) ?? '', 'pasted_link');

  it('leaves a preview its time to live', async () => {
    await previewsOf(before).keep(PREVIEW, before.seal(LINK, 'pasted_link'));
    expect(await resealAll(links(), both)).toEqual({ resealed: 1, unreadable: 0 });
    expect(await openPreview(after)).toBe(LINK);
    expect(await redis.pttl(previewKey)).toBeGreaterThan(RETENTION_MS / 2);
    expect(await resealAll(links(), both)).toEqual({ resealed: 0, unreadable: 0 });
  });

  it.each([
    ['an older key', before],
    ['the current key', both],
  ])('binds a preview of an earlier version, sealed with %s', async (_, vault) => {
    await redis.set(previewKey, vault.seal(LINK, 'pasted_link'), 'PX', RETENTION_MS);
    expect(await openPreview(both)).toBe(LINK);
    expect(await resealAll(links(), both)).toEqual({ resealed: 1, unreadable: 0 });
    const stored = (await redis.get(previewKey)) ?? '';
    expect(() => after.open(stored, 'pasted_link')).toThrow(VaultError);
    expect(await openPreview(after)).toBe(LINK);
    expect(await resealAll(links(), both)).toEqual({ resealed: 0, unreadable: 0 });
  });
});
