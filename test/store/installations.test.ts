import { randomBytes } from 'node:crypto';
import type { InstallationStore as BoltStore, Installation } from '@slack/bolt';
import { beforeEach, describe, expect, it } from 'vitest';
import { InstallationError } from '../../src/store/installation-format.js';
import { createInstallationStore, type InstallationStore } from '../../src/store/installations.js';
import { createVault, VaultError } from '../../src/vault/vault.js';
import { useRedis } from '../support/redis-fixture.js';

const { redis } = await useRedis();
let store: InstallationStore;
beforeEach(() => {
  store = createInstallationStore({ redis, ...createVault([randomBytes(32)]) });
});

const install = (team: string, more: object = {}): Installation<'v2', false> => ({
  team: { id: team, name: 'Acme' },
  enterprise: undefined,
  user: { id: 'UINSTALLER', token: 'xoxp-person-secret', scopes: ['admin'] },
  bot: {
    token: `xoxb-secret-${team}`,
    refreshToken: 'xoxe-1-refresh-secret',
    expiresAt: 1_900_000_000,
    scopes: ['commands'],
    id: 'B1',
    userId: 'U2',
  },
  incomingWebhook: { url: 'https://hooks.slack.com/services/secret' },
  appId: 'A1',
  tokenType: 'bot',
  isEnterpriseInstall: false,
  authVersion: 'v2',
  ...more,
});

const organization = (id: string) => ({
  ...install('unused'),
  team: undefined,
  enterprise: { id, name: 'Acme Group' },
  isEnterpriseInstall: true,
});

const inTeam = (teamId: string, enterpriseId?: string) => ({
  teamId,
  enterpriseId,
  isEnterpriseInstall: false,
});
const inOrganization = (enterpriseId: string) => ({
  teamId: undefined,
  enterpriseId,
  isEnterpriseInstall: true,
});

it("is a store that Slack's OAuth library takes", () => {
  const bolt: BoltStore = store;
  expect(bolt).toBe(store);
});

describe('an install', () => {
  it('an install is stored without the fields that the bot does not need', async () => {
    await store.storeInstallation(install('T1'));
    const { incomingWebhook: _, ...kept } = install('T1');
    expect(await store.fetchInstallation(inTeam('T1'))).toEqual({
      ...kept,
      user: { id: 'UINSTALLER', token: undefined, scopes: undefined },
    });
    expect((await store.find('T1'))?.bot.token).toBe('xoxb-secret-T1');
  });

  it('an install is stored encrypted', async () => {
    await store.storeInstallation(install('T1'));
    const everything: unknown[] = [];
    for (const key of await redis.keys('*')) everything.push(key, await redis.hgetall(key));
    expect(JSON.stringify(everything)).toContain('T1');
    expect(JSON.stringify(everything)).not.toMatch(/secret|xox|Acme|UINSTALLER/);
  });

  it('an install replaces only the older one of its workspace', async () => {
    await store.storeInstallation(install('T1'));
    await store.storeInstallation(install('T2'));
    const bot = { ...install('T1').bot, token: 'xoxb-newer' };
    await store.storeInstallation(install('T1', { bot }));
    expect((await store.find('T1'))?.bot.token).toBe('xoxb-newer');
    expect((await store.find('T2'))?.bot.token).toBe('xoxb-secret-T2');
    expect((await store.list()).sort()).toEqual(['T1', 'T2']);
  });

  it('an organization’s install applies to its workspaces without one of their own', async () => {
    await store.storeInstallation(organization('E1'));
    await store.storeInstallation(install('T1', { enterprise: { id: 'E1' } }));
    const tokens = await Promise.all(
      [inTeam('T1', 'E1'), inTeam('T2', 'E1'), inOrganization('E1')].map(async (query) => {
        return (await store.fetchInstallation(query)).bot.token;
      }),
    );
    expect(tokens).toEqual(['xoxb-secret-T1', 'xoxb-secret-unused', 'xoxb-secret-unused']);
    // Known from now on, where only the workspace is named.
    expect((await store.find('T2'))?.bot.token).toBe('xoxb-secret-unused');
    expect(await store.find('T3')).toBeUndefined();
  });

  it('deleting an install keeps the others', async () => {
    for (const id of ['T1', 'T2']) await store.storeInstallation(install(id));
    await store.storeInstallation(organization('E1'));
    await store.deleteInstallation(inTeam('T1', 'E1'));
    expect((await store.list()).sort()).toEqual(['E1', 'T2']);
    await store.deleteInstallation({ ...inTeam('T2'), userId: 'UINSTALLER' });
    expect(await store.find('T2')).toBeDefined();
    await store.deleteInstallation(inOrganization('E1'));
    expect(await store.list()).toEqual(['T2']);
  });

  it.each([
    ['nothing at all', undefined],
    ['no bot', install('T1', { bot: undefined })],
    ['no workspace', install('T1', { team: undefined })],
    ['no organization', { ...organization('E1'), enterprise: undefined }],
  ])('an install with %s is rejected', async (_what, given) => {
    await expect(store.storeInstallation(given)).rejects.toThrow(InstallationError);
    expect(await store.list()).toEqual([]);
  });

  it('an error names the missing install', async () => {
    const missing = store.fetchInstallation(inTeam('T9', 'E9'));
    await expect(missing).rejects.toThrow('The app is not installed in T9 or E9.');
    expect(await store.find('T9')).toBeUndefined();
  });

  it('an install copied to another workspace cannot be decrypted', async () => {
    await store.storeInstallation(install('T1'));
    const [key = ''] = await redis.keys('*');
    await redis.hset(key, 'T2', (await redis.hget(key, 'T1')) ?? '');
    await expect(store.find('T2')).rejects.toThrow(VaultError);
  });
});
