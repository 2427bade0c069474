import type { ModalView } from '@slack/types';
import type { Logger } from '../log.js';
import type { AccessMode } from '../model/access.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Modal } from '../model/modal.js';
import type { ViewRequest } from '../model/view-request.js';
import { renderConnected, renderConnectForm } from '../render/account/view.js';
import * as accountTexts from '../render/texts/account.js';
import { renderNotice } from '../render/views/notice.js';
import type { AccountStore } from '../store/accounts.js';
import type { PendingTokenStore } from '../store/pending-tokens.js';
import type { Connect } from './connect.js';

export interface ConnectFillOptions {
  readonly mode: AccessMode;
  readonly accounts: Pick<AccountStore, 'load' | 'remove'>;
  readonly pendingTokens: Pick<PendingTokenStore, 'load' | 'remove'>;
  readonly connect: Connect;
  /** Of the instance. */
  readonly baseUrl: string;
  readonly logger: Logger;
}

/** Fills the view of a person's own account, and connects or disconnects it. */
export function createConnectFill(options: ConnectFillOptions) {
  const { mode, accounts, pendingTokens, baseUrl, logger } = options;

  async function state(request: ViewRequest, said?: string): Promise<ModalView> {
    const account = await accounts.load(ownerOf(request));
    if (account !== undefined) {
      const { connectedAt } = account;
      return renderConnected(request, { baseUrl, connectedAt, waiting: 0 });
    }
    return renderConnectForm(request, { baseUrl, ...(said === undefined ? {} : { said }) });
  }

  /** A job that runs again finds no token any more, but the account. */
  async function connect(request: ViewRequest, signal: AbortSignal): Promise<ModalView> {
    const person = ownerOf(request);
    const pending = { ...person, id: request.id };
    const value = await pendingTokens.load(pending);
    if (value === undefined) return state(request, accountTexts.problems.expired);
    const result = await options.connect(person, { scheme: 'token', value }, signal);
    await pendingTokens.remove(pending);
    if (result.kind === 'problem') {
      return renderConnectForm(request, { baseUrl, said: accountTexts.problems[result.problem] });
    }
    const { account, waiting } = result;
    return renderConnected(request, { baseUrl, connectedAt: account.connectedAt, waiting });
  }

  async function disconnect(request: ViewRequest): Promise<ModalView> {
    const person = ownerOf(request);
    if (!(await accounts.remove(person))) return state(request);
    logger.info({ ...person }, 'account disconnected');
    return renderConnectForm(request, { baseUrl, said: accountTexts.disconnected });
  }

  return async (
    { step }: Modal & { readonly kind: 'connect' },
    request: ViewRequest,
    signal: AbortSignal,
  ): Promise<ModalView> => {
    if (mode === 'shared') return renderNotice(request, accountTexts.sharedOnly);
    switch (step) {
      case 'check':
        return connect(request, signal);
      case 'disconnect':
        return disconnect(request);
      default:
        return state(request);
    }
  };
}

function ownerOf({ workspace, user }: ViewRequest): WorkspaceUser {
  return { workspace, user };
}
