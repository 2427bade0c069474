import { createHash, timingSafeEqual } from 'node:crypto';
import type { Logger } from '../log.js';
import type { SignInExpired } from '../model/intent.js';
import type { ViewRequest } from '../model/view-request.js';
import { type PageContent, renderPage } from '../render/account/page.js';
import type { PendingTokenStore } from '../store/pending-tokens.js';
import {
  newSecret,
  SIGN_IN_MS,
  type SignInResult,
  type SignInStore,
  signInName,
} from '../store/sign-ins.js';
import { type AcceptLater, expireLater } from './expire-sign-in.js';
import { type OAuthClient, OAuthRefused, OAuthUnavailable } from './oauth/client.js';

export interface SignInPagesOptions {
  readonly oauth: Pick<OAuthClient, 'exchange' | 'revoke'>;
  readonly signIns: SignInStore;
  readonly pendingTokens: Pick<PendingTokenStore, 'keep'>;
  /** Queues the request that checks the token; its id makes a repeat harmless. */
  readonly accept: (request: ViewRequest) => Promise<void>;
  readonly acceptLater: AcceptLater<SignInExpired>;
  readonly redirectUri: string;
  /** Of the instance. */
  readonly baseUrl: string;
  readonly now: () => number;
  readonly logger: Logger;
}

/** What the browser gets. `secret`: a cookie that only this browser sends back, and for how long, ms. */
export interface SignInPage {
  readonly status: 200 | 400 | 403 | 503;
  readonly html: string;
  readonly secret?: { readonly value: string; readonly ms: number };
}

/** What the form of the page sends. */
export interface SignInForm {
  /** The cookie's value; empty if there is none. */
  readonly secret: string;
  readonly code: string;
}

/** More tries than anybody needs for six digits. */
const MAX_TRIES = 5;

/**
 * The pages of a sign-in in the browser: the authorization server sends the browser to the first, which exchanges
 * the code, and asks for the digits that Slack shows to whoever asked for the link. Whoever was sent the link by
 * somebody else does not see these, and is told whose account they would connect. Only then a job checks the
 * token, and connects it.
 */
export function createSignInPages(options: SignInPagesOptions) {
  const { oauth, signIns, redirectUri, baseUrl, now, logger } = options;

  function page(status: SignInPage['status'], content: PageContent): SignInPage {
    return { status, html: renderPage(content, baseUrl) };
  }

  async function finish(secret: string, result: SignInResult): Promise<SignInPage> {
    const { workspace, user, viewId, externalId, sent } = result;
    const id = `view-sign-in-${digest(secret)}`;
    await options.pendingTokens.keep({ workspace, user, id }, sent);
    await signIns.confirm(secret, result);
    await options.accept({
      kind: 'view-request',
      id,
      modal: { kind: 'connect', step: 'check' },
      workspace,
      user,
      at: now(),
      ...(viewId === undefined ? {} : { viewId }),
      ...(externalId === undefined ? {} : { externalId }),
    });
    await signIns.remove(signInName(secret));
    return page(200, { kind: 'finished' });
  }

  async function giveUp(secret: string, { sent }: SignInResult): Promise<SignInPage> {
    try {
      await oauth.revoke(sent.refreshToken ?? sent.token.value);
      await signIns.remove(signInName(secret));
    } catch (error) {
      // It is tried again when the time is over; until then, no further digits count.
      if (!(error instanceof OAuthUnavailable || error instanceof OAuthRefused)) throw error;
      logger.warn({ err: error }, 'token of a sign-in that nobody finished is not revoked yet');
    }
    return page(403, { kind: 'too-many-tries' });
  }

  return {
    /** `query`: what the authorization server has added to the address. */
    async returned(query: URLSearchParams): Promise<SignInPage> {
      const attempt = await signIns.take(query.get('state') ?? '');
      if (attempt === undefined) return page(400, { kind: 'unknown' });
      if (query.has('error')) return page(400, { kind: 'declined' });
      const { verifier, ...signIn } = attempt;
      try {
        const state = query.get('state') ?? '';
        const sent = await oauth.exchange({ query, state, verifier, redirectUri });
        const value = newSecret(signIn.workspace);
        // First, so that no kill leaves a token here that nothing revokes.
        await expireLater(options.acceptLater, signInName(value));
        await signIns.keepResult(value, { ...signIn, sent, until: now() + SIGN_IN_MS });
        const asked = page(200, { kind: 'ask-code', name: signIn.name });
        return { ...asked, secret: { value, ms: SIGN_IN_MS } };
      } catch (error) {
        if (error instanceof OAuthRefused) return page(400, { kind: 'unknown' });
        if (!(error instanceof OAuthUnavailable)) throw error;
        logger.warn({ err: error }, 'sign-in not finished');
        return page(503, { kind: 'unavailable' });
      }
    },

    async confirmed({ secret, code }: SignInForm): Promise<SignInPage> {
      const result = await signIns.result(secret);
      if (result === undefined || now() >= (result.until ?? Number.POSITIVE_INFINITY)) {
        return page(400, { kind: 'unknown' });
      }
      const tries = await signIns.countTry(secret);
      if (tries > MAX_TRIES) return giveUp(secret, result);
      if (isSame(code.replace(/\D/g, ''), result.code)) return finish(secret, result);
      return tries === MAX_TRIES
        ? giveUp(secret, result)
        : page(403, { kind: 'ask-code', name: result.name, isWrong: true });
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 20);
}
