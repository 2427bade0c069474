import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../src/store/connection.js';
import { createInstallationStore } from '../../src/store/installations.js';
import { createPreviewStore } from '../../src/store/sealed-urls.js';
import { resealAll, type SealedValue } from '../../src/vault/reseal.js';
import { createVault } from '../../src/vault/vault.js';
import { type RedisFixture, startRedisFixture } from '../support/redis-fixture.js';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const before = createVault([oldKey]);
const both = createVault([newKey, oldKey]);
const after = createVault([newKey]);
const RETENTION_MS = 86_400_000;
const PREVIEW = { workspace: 'T1', channel: 'C1', id: 'P1' };

let fixture: RedisFixture;
let redis: Connection;
beforeAll(async () => {
  fixture = await startRedisFixture();
  redis = await fixture.connect();
});
afterAll(() => fixture.stop());
beforeEach(() => redis.flushall());

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

  it('leaves a preview its time to live', async () => {
    const previews = createPreviewStore({ redis, retentionMs: RETENTION_MS });
    await previews.keep(PREVIEW, before.seal('https://code.example.com/x', 'pasted_link'));
    async function* links(): AsyncGenerator<SealedValue> {
      for await (const preview of previews.sealed()) yield { ...preview, context: 'pasted_link' };
    }
    expect(await resealAll(links(), both)).toEqual({ resealed: 1, unreadable: 0 });
    const sealed = (await previews.sealedLink(PREVIEW)) ?? '';
    expect(after.open(sealed, 'pasted_link')).toBe('https://code.example.com/x');
    const [key = ''] = await redis.keys('*preview*');
    expect(await redis.pttl(key)).toBeGreaterThan(RETENTION_MS / 2);
  });
});
