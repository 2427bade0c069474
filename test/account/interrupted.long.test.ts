import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCurrentAccount } from '../../src/account/renew.js';
import { NotConnected } from '../../src/deepsearch/errors.js';
import type { ViewRequest } from '../../src/model/view-request.js';
import * as texts from '../../src/render/texts/account.js';
import { SIGN_IN_MS } from '../../src/store/sign-ins.js';
import { createVault } from '../../src/vault/vault.js';
import { decide, enterCode } from '../flow/account/sign-in-fixture.js';
import { createBrowser } from '../local/service/oauth/browser.js';
import { obtainTokens, startSharedOAuthFixture } from '../local/service/oauth/oauth-fixture.js';
import { ANN, BEN } from '../local/service/service-fixture.js';
import { silentLogger, useRedis } from '../support/redis-fixture.js';
import { eachStep, Killed, type Killer, killer, unharmed } from './killer.js';
import {
  type Dependencies,
  recordedClient,
  type SignInProcess,
  startProcess,
  stores,
} from './sign-in-process.js';

const KIM = { workspace: 'T1', user: 'U1' };
const EVE = { workspace: 'T1', user: 'U2' };
const vault = createVault([randomBytes(32)]);

const service = await startSharedOAuthFixture();

async function accepts(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${service.url}/.api/deepsearch/v1`, { headers });
  return status === 200;
}

let dependencies: Dependencies;
let clock = 0;
const { redis } = await useRedis();
beforeEach(async () => {
  clock = 0;
  dependencies = {
    redis,
    vault,
    issuer: service.url,
    accepts,
    jobs: new Map(),
    expiries: new Map(),
    woken: new Set(),
    sent: [],
    issued: [],
    now: () => Date.now() + clock,
  };
  const until = Date.now() + 3600_000;
  await stores(dependencies).waiting.enter(KIM, 'q1', { now: Date.now(), until });
});

/** Somebody's account, signed in on the service. */
async function connected(person: typeof KIM, token: string, change: object = {}) {
  const given = await obtainTokens(service, token);
  const account = {
    v: 1,
    token: { scheme: 'Bearer', value: given.access_token },
    refreshToken: given.refresh_token,
    expiresAt: Date.now() + 3600_000,
    connectedAt: 5,
    ...change,
  } as const;
  await stores(dependencies).accounts.save(person, account);
  dependencies.issued.push(account);
  return account;
}

/** A process, and after a kill the next one, which is killed no more. */
function supervise(killed: Killer) {
  let process = startProcess(dependencies, killed);
  async function attempt<T>(work: (process: SignInProcess) => Promise<T>): Promise<T | undefined> {
    try {
      return await work(process);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      process = startProcess(dependencies, unharmed());
      return undefined;
    }
  }
  return {
    /** What a person did; undefined if the process was killed meanwhile. */
    attempt,
    /** Runs all jobs until none is left; gives what the last one shows. */
    async drain(): Promise<string> {
      let shown = '';
      for (
        let [job] = dependencies.jobs.values();
        job !== undefined;
        [job] = dependencies.jobs.values()
      ) {
        const next = job;
        const view = await attempt((each) => each.run(next));
        if (view !== undefined) shown = JSON.stringify(view);
      }
      return shown;
    },
    /** The time of all sign-ins is over. */
    async expire(): Promise<void> {
      clock += SIGN_IN_MS + 60_000;
      for (
        let [job] = dependencies.expiries.values();
        job !== undefined;
        [job] = dependencies.expiries.values()
      ) {
        const next = job;
        await attempt((each) => each.expire(next));
      }
    },
  };
}

type Supervised = ReturnType<typeof supervise>;

const request = (id: string, step: 'code' | 'look' | 'disconnect'): ViewRequest => ({
  kind: 'view-request',
  id,
  modal: { kind: 'connect', step },
  ...KIM,
  at: Date.now(),
});

/** Shows a code. */
async function showCode({ attempt }: Supervised, id: string): Promise<string> {
  const job = request(id, 'code');
  dependencies.jobs.set(id, job);
  while (dependencies.jobs.has(id)) await attempt((process) => process.run(job));
  return (await stores(dependencies).deviceSignIns.load(KIM))?.userCode ?? '';
}

/** Kim signs in with a code; gives what they are shown at the end. */
async function withCode(supervised: Supervised, id: string): Promise<string> {
  const code = await showCode(supervised, id);
  await enterCode({ service: service.api.service }, code, { decision: 'agree', token: ANN.token });
  return supervised.drain();
}

/** Kim signs in in the browser, and sends again what got no reply. */
async function inBrowser({ attempt, drain }: Supervised, id: string): Promise<string> {
  const link = await attempt((process) => process.links(KIM, request(id, 'code')));
  if (link === undefined) return 'no link';
  const browser = createBrowser(service.url);
  const page = await browser.open(link.url);
  const { url } = await decide(browser, page, { decision: 'agree', token: ANN.token });
  const query = new URL(url).searchParams;
  const open = () => attempt((process) => process.pages.returned(query));
  const { secret } = (await open()) ?? (await open()) ?? {};
  if (secret === undefined) return 'start again';
  const form = { secret: secret.value, code: link.code };
  const confirm = () => attempt((process) => process.pages.confirmed(form));
  if ((await confirm()) === undefined) await confirm();
  return drain();
}

const WAYS = { 'with a code': withCode, 'in the browser': inBrowser };

async function aliveTokens(): Promise<string[]> {
  const tokens = [...new Set(dependencies.issued.map(({ token }) => token.value))];
  const alive = await Promise.all(tokens.map((token) => dependencies.accepts(token)));
  return tokens.filter((_, i) => alive[i]);
}

function twice(values: readonly string[]): string[] {
  return values.filter((value, i) => values.indexOf(value) !== i);
}

/** Signs in, again if the first time came to nothing; the process is killed at this step. */
async function signInDespite(way: keyof typeof WAYS, killed: Killer) {
  const eve = await connected(EVE, BEN.token);
  const supervised = supervise(killed);
  const isConnected = async () => dependencies.woken.has('q1');
  await WAYS[way](supervised, 'v1');
  if (!(await isConnected())) await WAYS[way](supervised, 'v2');

  const { accounts } = stores(dependencies);
  expect(dependencies.woken).toEqual(new Set(['q1']));
  expect(await accounts.load(EVE)).toEqual(eve);
  expect(await dependencies.redis.keys('*:account:*')).toHaveLength(2);
  expect(await dependencies.redis.keys('*:pending-token:*')).toEqual([]);
  expect(twice(dependencies.sent)).toEqual([]);
  await supervised.expire();
  const mine = (await accounts.load(KIM))?.token.value ?? '';
  const alive = await aliveTokens();
  expect(alive).toContain(mine);
  return alive.filter((token) => token !== mine && token !== eve.token.value);
}

describe.each([
  ['with a code', 'a first account', 18],
  ['with a code', 'another account', 21],
  ['in the browser', 'a first account', 22],
  ['in the browser', 'another account', 25],
] as const)('signing in %s to connect %s', (way, which, count) => {
  beforeEach(async () => {
    if (which === 'another account') await connected(KIM, ANN.token);
  });

  it('takes as many steps as are tried', async () => {
    const killed = unharmed();
    expect(await signInDespite(way, killed)).toEqual([]);
    expect(killed.calls, killed.calls.join()).toHaveLength(count);
  });

  it.for(eachStep(count))(
    'is done in the end if the process is killed at step %i (it took effect: %s)',
    async ([step, takesEffect]) => {
      const killed = killer(step, takesEffect);
      const leftOver = await signInDespite(way, killed);
      const last = killed.calls.at(-1);
      // Nobody knows this token: its code must not be sent again.
      const isLost =
        (last === 'keepResult' && !takesEffect) ||
        (last === 'exchange' && takesEffect) ||
        last === 'acceptLater';
      expect(leftOver).toHaveLength(isLost ? 1 : 0);
    },
  );
});

describe('a token that fails its check', () => {
  it.each(['with a code', 'in the browser'] as const)('is revoked (%s)', async (way) => {
    const eve = await connected(EVE, BEN.token);
    dependencies = { ...dependencies, accepts: async () => false };
    expect(await WAYS[way](supervise(unharmed()), 'v1')).toContain(texts.problems.token);
    dependencies = { ...dependencies, accepts };
    expect(dependencies.issued).toHaveLength(2);
    expect(await aliveTokens()).toEqual([eve.token.value]);
    expect(await stores(dependencies).accounts.load(KIM)).toBeUndefined();
  });
});

describe('renewing a token', () => {
  const COUNT = 7;
  const EXPIRED_MS = 61_000;

  function current(killed: Killer) {
    const { accounts } = stores(dependencies);
    return createCurrentAccount({
      accounts: killed(accounts),
      oauth: killed(recordedClient(dependencies)),
      now: dependencies.now,
      logger: silentLogger,
    })(KIM);
  }

  it('takes as many steps as are tried', async () => {
    await connected(KIM, ANN.token, { expiresAt: Date.now() + 60_000 });
    const killed = unharmed();
    await current(killed);
    expect(killed.calls, killed.calls.join()).toHaveLength(COUNT);
  });

  it.for(eachStep(COUNT))(
    'spends no refresh token twice if the process is killed at step %i (it took effect: %s)',
    async ([step, takesEffect]) => {
      await connected(KIM, ANN.token, { expiresAt: Date.now() + 60_000 });
      const killed = killer(step, takesEffect);
      await expect(current(killed)).rejects.toThrow(Killed);
      // As if its time had passed.
      await dependencies.redis.del('{deepsearch}:account-lock:T1:U1');
      await current(unharmed());
      clock = EXPIRED_MS;
      const { calls } = killed;
      // Marked as being renewed, and the new token not stored.
      const marks = calls.filter((name) => name === 'replace').length;
      const isMarked = marks === 2 || (marks === 1 && (takesEffect || calls.length > 4));
      const isStored = calls.length > 6 || (marks === 2 && takesEffect);
      const after = current(unharmed());
      if (isMarked && !isStored) await expect(after).rejects.toThrow(NotConnected);
      else expect(await dependencies.accepts((await after)?.token.value ?? '')).toBe(true);
      expect(twice(dependencies.sent)).toEqual([]);

      await withCode(supervise(unharmed()), 'v1');
      expect(dependencies.woken).toEqual(new Set(['q1']));
      const mine = (await stores(dependencies).accounts.load(KIM))?.token.value;
      expect(await aliveTokens()).toEqual([mine]);
      expect(twice(dependencies.sent)).toEqual([]);
    },
  );
});

describe('a sign-in that takes too long', () => {
  it('with a code says that the code has expired', async () => {
    const supervised = supervise(unharmed());
    await showCode(supervised, 'v1');
    clock = 11 * 60_000;
    expect(await supervised.drain()).toContain(texts.codeExpired);
    expect(await dependencies.redis.keys('*:device*')).toEqual([]);
  });

  it('with a code that the service refuses says to start again', async () => {
    const supervised = supervise(unharmed());
    const code = await showCode(supervised, 'v1');
    const { deviceCode = '' } = (await stores(dependencies).deviceSignIns.load(KIM)) ?? {};
    await enterCode({ service: service.api.service }, code, {
      decision: 'agree',
      token: ANN.token,
    });
    // By a process that was killed before it kept the token.
    await recordedClient(dependencies).pollDevice(deviceCode);
    expect(await supervised.drain()).toContain(texts.codeSpent);
    expect(await aliveTokens()).toEqual([]);
  });

  async function expire(pattern: string): Promise<void> {
    const keys = await dependencies.redis.keys(pattern);
    expect(keys).toHaveLength(1);
    for (const key of keys) {
      const left = await dependencies.redis.pttl(key);
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(SIGN_IN_MS);
      await dependencies.redis.pexpireat(key, 1);
    }
  }

  /** Kim signs in on the service, and the browser is sent back. */
  async function sentBack({ links, pages }: SignInProcess, before?: () => Promise<void>) {
    const link = await links(KIM, request('v1', 'code'));
    const browser = createBrowser(service.url);
    const page = await browser.open(link?.url ?? '');
    const { url } = await decide(browser, page, { decision: 'agree', token: ANN.token });
    await before?.();
    const returned = await pages.returned(new URL(url).searchParams);
    const form = { secret: returned.secret?.value ?? '', code: link?.code ?? '' };
    return { returned, form };
  }

  it('in the browser begins anew', async () => {
    const process = startProcess(dependencies, unharmed());
    const { returned } = await sentBack(process, () => expire('*:sign-in*'));
    expect(returned.status).toBe(400);
    expect(dependencies.sent).toEqual([]);
  });

  it('in the browser is not finished after its time, also while its token is kept', async () => {
    const process = startProcess(dependencies, unharmed());
    const { returned, form } = await sentBack(process);
    expect(returned.status).toBe(200);
    clock = SIGN_IN_MS;
    expect((await process.pages.confirmed(form)).status).toBe(400);
    expect(dependencies.jobs.size).toBe(0);
  });

  it.for(eachStep(3))(
    'in the browser has its token revoked, if the process is killed at step %i then (it took effect: %s)',
    async ([step, takesEffect]) => {
      await sentBack(startProcess(dependencies, unharmed()));
      expect(await aliveTokens()).toHaveLength(1);
      await supervise(killer(step, takesEffect)).expire();
      expect(await aliveTokens()).toEqual([]);
      expect(await dependencies.redis.keys('*:sign-in-result:*')).toEqual([]);
    },
  );

  it('in the browser is revoked later if the service is away then, and kept for a day at most', async () => {
    await sentBack(startProcess(dependencies, unharmed()));
    const [key = ''] = await dependencies.redis.keys('*:sign-in-result:*');
    expect(await dependencies.redis.pttl(key)).toBeLessThanOrEqual(SIGN_IN_MS + 24 * 3600_000);
    const [job] = dependencies.expiries.values();
    const { issuer } = dependencies;
    const away = { ...dependencies, issuer: 'http://127.0.0.1:1' };
    if (job !== undefined) await startProcess(away, unharmed()).expire(job);
    expect([...dependencies.expiries.values()]).toMatchObject([{ name: job?.name, attempt: 2 }]);
    expect(JSON.stringify([...dependencies.expiries.values()])).not.toContain(issuedToken());
    dependencies = { ...dependencies, issuer };
    await supervise(unharmed()).expire();
    expect(await aliveTokens()).toEqual([]);
  });

  it('in the browser is revoked at once after too many wrong digits', async () => {
    const process = startProcess(dependencies, unharmed());
    const { form } = await sentBack(process);
    const wrong = { ...form, code: form.code === '000000' ? '111111' : '000000' };
    for (let tries = 0; tries < 5; tries++) await process.pages.confirmed(wrong);
    expect(await aliveTokens()).toEqual([]);
    expect((await process.pages.confirmed(form)).status).toBe(400);
  });

  const issuedToken = () => dependencies.issued[0]?.token.value ?? 'none';
});

it('whoever disconnects is told so, also if the look-up of who they are was interrupted', async () => {
  const disconnect = async (killed: Killer) => {
    await connected(KIM, ANN.token);
    dependencies.jobs.set('v1', request('v1', 'disconnect'));
    return supervise(killed).drain();
  };
  const whole = unharmed();
  const shown = await disconnect(whole);
  const lookUp = whole.calls.indexOf('mayConnect') + 1;
  expect(lookUp).toBeGreaterThan(0);
  expect(await disconnect(killer(lookUp, false))).toBe(shown);
});
