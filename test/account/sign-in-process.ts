import { createConnect } from '../../src/account/connect.js';
import { createDeviceFlow } from '../../src/account/device.js';
import { createDisconnect } from '../../src/account/disconnect.js';
import { createExpireSignIn } from '../../src/account/expire-sign-in.js';
import { createOAuthClient, type OAuthClient } from '../../src/account/oauth/client.js';
import { createRevoke } from '../../src/account/revoke.js';
import { createSignInLinks } from '../../src/account/sign-in-link.js';
import { createSignInPages } from '../../src/account/sign-in-pages.js';
import { createConnectFill } from '../../src/account/view.js';
import type { SentToken } from '../../src/model/account.js';
import type { SignInExpired } from '../../src/model/intent.js';
import type { ViewRequest } from '../../src/model/view-request.js';
import { createAccountStore } from '../../src/store/accounts.js';
import type { Connection } from '../../src/store/connection.js';
import { createDeviceSignInStore } from '../../src/store/device-sign-ins.js';
import { createPendingTokenStore } from '../../src/store/pending-tokens.js';
import { createSignInStore } from '../../src/store/sign-ins.js';
import { createWaitingQuestionStore } from '../../src/store/waiting-questions.js';
import type { Vault } from '../../src/vault/vault.js';
import { CLIENT, RETURN } from '../local/service/oauth/oauth-fixture.js';
import { silentLogger } from '../support/redis-fixture.js';
import type { Killer } from './killer.js';

/** What outlives every process. */
export interface Dependencies {
  readonly redis: Connection;
  readonly vault: Vault;
  readonly issuer: string;
  /** Whether the service accepts this token. */
  readonly accepts: (token: string) => Promise<boolean>;
  /** Jobs that are not done, by id. */
  readonly jobs: Map<string, ViewRequest>;
  /** The same of sign-ins whose time is over later. */
  readonly expiries: Map<string, SignInExpired>;
  /** Questions that were asked again. */
  readonly woken: Set<string>;
  /** Codes and refresh tokens, each time that one is sent. */
  readonly sent: string[];
  /** What the service has issued. */
  readonly issued: SentToken[];
  readonly now: () => number;
}

export const stores = ({ redis, vault }: Pick<Dependencies, 'redis' | 'vault'>) => ({
  accounts: createAccountStore({ redis, ...vault, unreadable: () => undefined }),
  pendingTokens: createPendingTokenStore({ redis, ...vault }),
  deviceSignIns: createDeviceSignInStore({ redis, ...vault }),
  signIns: createSignInStore({ redis, ...vault }),
  waiting: createWaitingQuestionStore({ redis }),
});

/** The client of the service, and a record of what it sends and gets. */
export function recordedClient({ issuer, now, sent, issued }: Dependencies): OAuthClient {
  const client = createOAuthClient({ issuer, clientId: CLIENT, scope: 'user:all', now });
  const record = (given: SentToken) => {
    issued.push(given);
    return given;
  };
  return {
    ...client,
    async exchange(request) {
      sent.push(request.query.get('code') ?? '');
      return record(await client.exchange(request));
    },
    async refresh(token) {
      sent.push(token);
      return record(await client.refresh(token));
    },
    async pollDevice(code) {
      const found = await client.pollDevice(code);
      if (found.kind === 'signed-in') record(found.sent);
      return found;
    },
  };
}

/** The parts of a process with which people sign in; each call of a store, the queue or the service can be its last. */
export function startProcess(outside: Dependencies, killed: Killer) {
  const { jobs, now } = outside;
  const logger = silentLogger;
  const real = stores(outside);
  const [accounts, pendingTokens] = [killed(real.accounts), killed(real.pendingTokens)];
  const signIns = killed(real.signIns);
  const oauth = killed(recordedClient(outside));
  const queue = killed({
    accept: async (request: ViewRequest) => void jobs.set(request.id, request),
    acceptLater: async (request: SignInExpired) => void outside.expiries.set(request.id, request),
    wake: async (id: string) => void outside.woken.add(id),
    audit: async () => undefined,
  });
  const revoke = createRevoke({ oauth, logger });
  const links = createSignInLinks({
    oauth,
    signIns,
    nameOf: async () => 'Kim',
    redirectUri: RETURN,
    logger,
  });
  const fill = createConnectFill({
    mode: 'linked',
    accounts,
    pendingTokens,
    connect: createConnect({
      checkToken: async ({ value }) => ((await outside.accepts(value)) ? undefined : 'token'),
      accounts,
      pendingTokens,
      revoke,
      waiting: killed(real.waiting),
      wake: queue.wake,
      now,
      logger,
    }),
    disconnect: createDisconnect({ accounts, revoke, audit: queue.audit, logger }),
    mayConnect: killed({ mayConnect: async () => true }).mayConnect,
    device: createDeviceFlow({
      oauth,
      signIns: killed(real.deviceSignIns),
      pendingTokens,
      acceptLater: queue.accept,
      now,
    }),
    signInLink: undefined,
    baseUrl: outside.issuer,
    audit: queue.audit,
    logger,
  });
  const expireSignIn = createExpireSignIn({
    oauth,
    signIns,
    acceptLater: queue.acceptLater,
    random: () => 0,
    logger,
  });
  const { accept } = queue;
  const baseUrl = outside.issuer;
  return {
    links,
    pages: createSignInPages({
      oauth,
      signIns,
      pendingTokens,
      accept,
      acceptLater: queue.acceptLater,
      redirectUri: RETURN,
      baseUrl,
      now,
      logger,
    }),
    /** The time of a sign-in is over; the job stays in the queue if the process is killed meanwhile. */
    async expire(job: SignInExpired) {
      await expireSignIn(job);
      outside.expiries.delete(job.id);
    },
    /** Runs a job; it stays in the queue if the process is killed meanwhile. Gives the view. */
    async run(job: ViewRequest) {
      const { modal } = job;
      if (modal.kind !== 'connect') throw new Error(`no such job: ${modal.kind}`);
      const view = await fill(modal, job, AbortSignal.timeout(20_000));
      jobs.delete(job.id);
      return view;
    },
  };
}

export type SignInProcess = ReturnType<typeof startProcess>;
