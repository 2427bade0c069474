import { randomInt } from 'node:crypto';
import type { Logger } from '../log.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { ViewRequest } from '../model/view-request.js';
import type { SignInStore } from '../store/sign-ins.js';
import { newVerifier, type OAuthClient, OAuthRefused, OAuthUnavailable } from './oauth/client.js';

export interface SignInLinkOptions {
  readonly oauth: Pick<OAuthClient, 'authorizationUrl'>;
  readonly signIns: Pick<SignInStore, 'begin'>;
  readonly nameOf: (workspace: string, user: string) => Promise<string>;
  /** Where the authorization server sends the browser back to. */
  readonly redirectUri: string;
  readonly logger: Logger;
}

/** A link with which one person signs in on the service, and the code that the page asks for afterwards. */
export interface SignInLink {
  readonly url: string;
  readonly code: string;
}

export type CreateSignInLink = (
  person: WorkspaceUser,
  request: ViewRequest,
) => Promise<SignInLink | undefined>;

/** A link for the view of one person; undefined if the authorization server is not answering. */
export function createSignInLinks(options: SignInLinkOptions): CreateSignInLink {
  const { oauth, signIns, nameOf, redirectUri, logger } = options;
  return async ({ workspace, user }, { id, viewId, externalId = id }) => {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const verifier = newVerifier();
    const view = viewId === undefined ? { externalId } : { viewId };
    try {
      const name = await nameOf(workspace, user);
      const state = await signIns.begin({ workspace, user, name, code, verifier, ...view });
      return { url: await oauth.authorizationUrl({ state, verifier, redirectUri }), code };
    } catch (error) {
      if (!(error instanceof OAuthUnavailable || error instanceof OAuthRefused)) throw error;
      logger.warn({ err: error }, 'no link to sign in');
      return undefined;
    }
  };
}
