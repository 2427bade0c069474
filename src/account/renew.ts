import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotConnected, Unreachable } from '../deepsearch/errors.js';
import type { Logger } from '../log.js';
import type { Account } from '../model/account.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { AccountStore } from '../store/accounts.js';
import { type OAuthClient, OAuthRefused, OAuthUnavailable } from './oauth/client.js';

export interface RenewOptions {
  readonly accounts: Pick<AccountStore, 'load' | 'loadSealed' | 'replace' | 'lock' | 'unlock'>;
  /** Undefined where people connect with access tokens only. */
  readonly oauth: Pick<OAuthClient, 'refresh' | 'revoke'> | undefined;
  readonly now: () => number;
  readonly logger: Logger;
}

/** A token is renewed before it expires, so that a call in progress does not outlive it, ms. */
const EARLY_MS = 2 * 60_000;
/** Longer than the call to the authorization server may take, ms. */
const LOCK_MS = 20_000;
/** How often another process's renewal is looked for, ms. */
const LOOK_MS = 100;

/** The account with a token that works now; undefined if none is connected. */
export type CurrentAccount = (person: WorkspaceUser) => Promise<Account | undefined>;

/**
 * Renews tokens of OAuth. Refresh tokens can be used once: one process renews at a time, records that before it
 * asks, and stores the new token before anything uses it. Where the result is unknown, such as after a kill,
 * the token is not used again: its owner connects again. Throws `NotConnected`, or `Unreachable` to be tried
 * again.
 */
export function createCurrentAccount(options: RenewOptions): CurrentAccount {
  const { accounts, now } = options;
  return async (person) => {
    const account = await accounts.load(person);
    if (account === undefined || !isDue(account, now())) return account;
    return renewOnce(options, person);
  };
}

async function renewOnce(options: RenewOptions, person: WorkspaceUser) {
  const { accounts, now } = options;
  const holder = randomUUID();
  const giveUpAt = now() + LOCK_MS;
  while (now() < giveUpAt) {
    if (await accounts.lock(person, holder, LOCK_MS)) {
      try {
        return await renew(options, person);
      } finally {
        await accounts.unlock(person, holder);
      }
    }
    await sleep(LOOK_MS);
    const account = await accounts.load(person);
    if (account === undefined || !isDue(account, now())) return account;
  }
  throw notNow('another process renews the token');
}

async function renew(options: RenewOptions, person: WorkspaceUser): Promise<Account | undefined> {
  const { accounts, oauth, now, logger } = options;
  const stored = await accounts.loadSealed(person);
  if (stored === undefined) return undefined;
  const { account } = stored;
  if (!isDue(account, now())) return account;
  const { refreshToken, renewingSince } = account;
  if (oauth === undefined || refreshToken === undefined || renewingSince !== undefined) {
    return whileValid(account, now());
  }
  const marked = await accounts.replace(person, stored.sealed, {
    ...account,
    renewingSince: now(),
  });
  if (marked === undefined) return accounts.load(person);
  try {
    const renewed = { ...account, ...(await oauth.refresh(refreshToken)) };
    if ((await accounts.replace(person, marked, renewed)) !== undefined) return renewed;
    // Disconnected, or connected anew, meanwhile: nobody uses this one.
    await oauth.revoke(renewed.refreshToken ?? renewed.token.value).catch(() => undefined);
    return await accounts.load(person);
  } catch (error) {
    if (!(error instanceof OAuthRefused || error instanceof OAuthUnavailable)) throw error;
    logger.warn({ err: error, ...person }, 'account not renewed');
    const isUnspent = error instanceof OAuthUnavailable && !error.maybeTookEffect;
    if (isUnspent) await accounts.replace(person, marked, account);
    if (isUnspent && !isValid(account, now())) throw notNow('the token could not be renewed');
    return whileValid(account, now());
  }
}

function isDue({ expiresAt }: Account, now: number): boolean {
  return expiresAt !== undefined && now > expiresAt - EARLY_MS;
}

function isValid({ expiresAt }: Account, now: number): boolean {
  return expiresAt === undefined || now < expiresAt;
}

/** Its owner has to connect again once it has expired. */
function whileValid(account: Account, now: number): Account {
  if (isValid(account, now)) return account;
  throw new NotConnected('refused');
}

function notNow(detail: string): Unreachable {
  const request = { method: "a call with a person's own", path: 'account' };
  return new Unreachable(request, { detail, maybeTookEffect: false });
}
