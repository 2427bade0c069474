import type { ModalView } from '@slack/types';
import type { Logger } from '../log.js';
import type { AccessMode } from '../model/access.js';
import type { SentToken } from '../model/account.js';
import type { RecordAudit } from '../model/audit.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Modal } from '../model/modal.js';
import type { ViewRequest } from '../model/view-request.js';
import { renderConnected, renderConnectForm } from '../render/account/view.js';
import * as accountTexts from '../render/texts/account.js';
import { renderNotice } from '../render/views/notice.js';
import type { AccountStore } from '../store/accounts.js';
import type { PendingTokenStore } from '../store/pending-tokens.js';
import type { Connect } from './connect.js';
import type { DeviceFlow } from './device.js';
import type { Disconnect } from './disconnect.js';
import { OAuthRefused, OAuthUnavailable } from './oauth/client.js';
import type { CreateSignInLink } from './sign-in-link.js';

export interface ConnectFillOptions {
  readonly mode: AccessMode;
  readonly accounts: Pick<AccountStore, 'load'>;
  readonly pendingTokens: Pick<PendingTokenStore, 'load' | 'remove'>;
  readonly connect: Connect;
  readonly disconnect: Disconnect;
  /** Whether somebody may connect an account. A guest who connected one earlier may only disconnect it. */
  readonly mayConnect: (person: WorkspaceUser) => Promise<boolean>;
  /** Undefined where people connect with access tokens only. */
  readonly device: DeviceFlow | undefined;
  /** The same, or where browsers do not reach us. */
  readonly signInLink: CreateSignInLink | undefined;
  /** Of the instance. */
  readonly baseUrl: string;
  readonly audit: RecordAudit;
  readonly logger: Logger;
}

type ConnectModal = Modal & { readonly kind: 'connect' };

/** Fills the view of a person's own account, and connects or disconnects it. */
export function createConnectFill(options: ConnectFillOptions) {
  const { mode, accounts, pendingTokens, device, baseUrl, logger } = options;

  async function form(request: ViewRequest, said?: string): Promise<ModalView> {
    const withCode = device !== undefined;
    const link = await options.signInLink?.(ownerOf(request), request);
    const about = said === undefined ? {} : { said };
    return renderConnectForm(request, { baseUrl, withCode, link, ...about });
  }

  async function state(request: ViewRequest, said?: string): Promise<ModalView> {
    const account = await accounts.load(ownerOf(request));
    if (account === undefined) return form(request, said);
    return renderConnected(request, { baseUrl, connectedAt: account.connectedAt, waiting: 0 });
  }

  /** A job that runs again finds no token any more, but the account. */
  async function connect(request: ViewRequest, signal: AbortSignal): Promise<ModalView> {
    const person = ownerOf(request);
    const pending = { ...person, id: request.id };
    const sent = await pendingTokens.load(pending);
    if (sent === undefined) return state(request, accountTexts.problems.expired);
    const result = await options.connect(pending, sent, signal);
    const { id } = request;
    const outcome = wayOf(request, sent);
    if (result.kind === 'connected') {
      await options.audit({ action: 'account.connected', id, ...person, outcome });
    }
    await pendingTokens.remove(pending);
    if (result.kind === 'problem') return form(request, accountTexts.problems[result.problem]);
    const { account, waiting } = result;
    return renderConnected(request, { baseUrl, connectedAt: account.connectedAt, waiting });
  }

  async function startWithCode(request: ViewRequest): Promise<ModalView> {
    try {
      const view = await device?.start(ownerOf(request), request);
      return view ?? form(request, accountTexts.noCodes);
    } catch (error) {
      if (!(error instanceof OAuthRefused || error instanceof OAuthUnavailable)) throw error;
      logger.warn({ err: error }, 'sign-in with a code not started');
      return form(request, accountTexts.noCodes);
    }
  }

  async function look(request: ViewRequest, signal: AbortSignal): Promise<ModalView | undefined> {
    const person = ownerOf(request);
    // A job that was interrupted after the sign-in has its token already.
    const hasToken = (await pendingTokens.load({ ...person, id: request.id })) !== undefined;
    const found = hasToken ? 'signed-in' : await device?.look(person, request);
    if (found === 'signed-in') return connect(request, signal);
    if (found === 'declined') return form(request, accountTexts.declined);
    if (found === 'spent') return state(request, accountTexts.codeSpent);
    return found === 'expired' ? state(request, accountTexts.codeExpired) : undefined;
  }

  async function disconnect(request: ViewRequest): Promise<ModalView> {
    const person = ownerOf(request);
    // Asked first: if this failed after the account was deleted, the retried job would find no account.
    const mayConnect = await options.mayConnect(person);
    const said = accountTexts.disconnected[await options.disconnect(person, request)];
    return mayConnect ? form(request, said) : renderNotice(request, said);
  }

  return async (
    { step }: ConnectModal,
    request: ViewRequest,
    signal: AbortSignal,
  ): Promise<ModalView | undefined> => {
    if (mode === 'shared') return renderNotice(request, accountTexts.sharedOnly);
    switch (step) {
      case 'check':
        return connect(request, signal);
      case 'code':
        return startWithCode(request);
      case 'look':
        return look(request, signal);
      case 'disconnect':
        return disconnect(request);
      default:
        return state(request);
    }
  };
}

/** How they signed in. */
function wayOf({ modal }: ViewRequest, { token }: SentToken): 'token' | 'code' | 'browser' {
  if (token.scheme === 'token') return 'token';
  return modal.kind === 'connect' && modal.step === 'look' ? 'code' : 'browser';
}

function ownerOf({ workspace, user }: ViewRequest): WorkspaceUser {
  return { workspace, user };
}
