import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createOAuthClient, type OAuthClient } from '../../src/account/oauth/client.js';
import { createCurrentAccount } from '../../src/account/renew.js';
import { NotConnected, Unreachable } from '../../src/deepsearch/errors.js';
import type { Account } from '../../src/model/account.js';
import { createAccountStore } from '../../src/store/accounts.js';
import { createVault } from '../../src/vault/vault.js';
import { json, startHttpServer } from '../support/http-server.js';
import { silentLogger, useRedis } from '../support/redis-fixture.js';

const KIM = { workspace: 'T1', user: 'U1' };
const vault = createVault([randomBytes(32)]);
const NOW = 1_700_000_000_000;

const { redis } = await useRedis();
const server = await startHttpServer();
afterAll(async () => {
  await server.close();
});

let spent: string[] = [];
let revoked: string[] = [];
beforeEach(async () => {
  spent = [];
  revoked = [];
  answer(renewed);
});

type Answer = (refreshToken: string) => { status: number; body: object } | 'no reply';

const renewed: Answer = (refreshToken) => ({
  status: 200,
  body: {
    access_token: `access after ${refreshToken}`.replaceAll(' ', '-'),
    refresh_token: `${refreshToken}+`,
    token_type: 'bearer',
    expires_in: 3600,
  },
});

/** An authorization server that answers each refresh like this. */
function answer(to: Answer): void {
  server.handle((seen, response) => {
    const { path, body } = seen;
    if (path.includes('.well-known')) {
      const { url: issuer } = server;
      return json(200, {
        issuer,
        token_endpoint: `${issuer}/token`,
        revocation_endpoint: `${issuer}/revoke`,
        response_types_supported: ['code'],
      })(seen, response);
    }
    const form = new URLSearchParams(body);
    if (path === '/revoke') {
      revoked.push(form.get('token') ?? '');
      return response.end();
    }
    const refreshToken = form.get('refresh_token') ?? '';
    spent.push(refreshToken);
    const reply = to(refreshToken);
    if (reply === 'no reply') return response.destroy();
    return json(reply.status, reply.body)(seen, response);
  });
}

const account = (change: Partial<Account> = {}): Account => ({
  v: 1,
  token: { scheme: 'Bearer', value: 'first' },
  refreshToken: 'r1',
  expiresAt: NOW + 60_000,
  connectedAt: 5,
  ...change,
});

const accounts = () => createAccountStore({ redis, ...vault, unreadable: () => undefined });

/** A process at a time of its own. */
function startProcess(at = NOW, oauth?: Pick<OAuthClient, 'refresh' | 'revoke'>) {
  const started = Date.now();
  const now = () => at + Date.now() - started;
  const client = createOAuthClient({ issuer: server.url, clientId: 'app', scope: 'user:all', now });
  const options = { accounts: accounts(), oauth: oauth ?? client, now, logger: silentLogger };
  return createCurrentAccount(options);
}

describe('a token that expires soon', () => {
  it('is renewed, and stored before it is used', async () => {
    await accounts().save(KIM, account());
    const current = await startProcess()(KIM);
    expect(current?.token.value).toBe('access-after-r1');
    expect(await accounts().load(KIM)).toEqual(current);
    expect(current).toMatchObject({ refreshToken: 'r1+', connectedAt: 5 });
    expect(current).not.toHaveProperty('renewingSince');
    await startProcess()(KIM);
    expect(spent).toEqual(['r1']);
  });

  it('is renewed once by all processes together', async () => {
    await accounts().save(KIM, account());
    const all = await Promise.all(Array.from({ length: 8 }, () => startProcess()(KIM)));
    expect(new Set(all.map((each) => each?.token.value))).toEqual(new Set(['access-after-r1']));
    expect(spent).toEqual(['r1']);
  });

  it('is used as it is while it is valid, if the server refuses', async () => {
    answer(() => ({ status: 400, body: { error: 'invalid_grant' } }));
    await accounts().save(KIM, account());
    expect((await startProcess()(KIM))?.token.value).toBe('first');
    await expect(startProcess(NOW + 61_000)(KIM)).rejects.toThrow(NotConnected);
    expect(spent).toEqual(['r1']);
  });

  it('is not spent twice where the reply is lost', async () => {
    answer(() => 'no reply');
    await accounts().save(KIM, account());
    expect((await startProcess()(KIM))?.token.value).toBe('first');
    answer(renewed);
    expect((await startProcess()(KIM))?.token.value).toBe('first');
    await expect(startProcess(NOW + 61_000)(KIM)).rejects.toThrow(NotConnected);
    expect(spent).toEqual(['r1']);
  });

  it('is not spent twice where its process was killed', async () => {
    await accounts().save(KIM, account());
    const killed = { refresh: () => new Promise<never>(() => undefined), revoke: async () => true };
    void startProcess(NOW, killed)(KIM);
    await expect
      .poll(async () => (await accounts().load(KIM))?.renewingSince, { interval: 5 })
      .toBeDefined();
    await redis.del('{deepsearch}:account-lock:T1:U1');
    expect((await startProcess()(KIM))?.token.value).toBe('first');
    await expect(startProcess(NOW + 61_000)(KIM)).rejects.toThrow(NotConnected);
    expect(spent).toEqual([]);
  });

  it('is tried again where the server answers that it is overloaded', async () => {
    answer(() => ({ status: 503, body: {} }));
    await accounts().save(KIM, account({ expiresAt: NOW - 1 }));
    await expect(startProcess()(KIM)).rejects.toThrow(Unreachable);
    answer(renewed);
    expect((await startProcess()(KIM))?.token.value).toBe('access-after-r1');
    expect(spent).toEqual(['r1', 'r1']);
  });

  it('stays disconnected if its owner disconnects meanwhile', async () => {
    await accounts().save(KIM, account());
    answer((refreshToken) => {
      void redis.del('{deepsearch}:account:T1:U1');
      return renewed(refreshToken);
    });
    expect(await startProcess()(KIM)).toBeUndefined();
    expect(revoked).toEqual(['r1+']);
    expect(await accounts().load(KIM)).toBeUndefined();
  });
});

it('an access token is never renewed', async () => {
  const token = { scheme: 'token', value: 'sgp_x' } as const;
  const plain: Account = { v: 1, token, connectedAt: 5 };
  await accounts().save(KIM, plain);
  expect(await startProcess(NOW * 2)(KIM)).toEqual(plain);
  expect(spent).toEqual([]);
});
