import type { OAuthClient } from '../../account/oauth/client.js';
import { OAuthUnavailable } from '../../account/oauth/client.js';
import { type Findings, ok, warning } from '../doctor.js';

/** Whether people can sign in on the instance to connect their accounts. */
export async function checkSignIn(
  { offers }: Pick<OAuthClient, 'offers'>,
  { issuer, inBrowser }: { readonly issuer: string; readonly inBrowser: boolean },
): Promise<Findings> {
  try {
    const found = await offers();
    const ways = [
      ...(found.inBrowser && inBrowser ? ['in the browser'] : []),
      ...(found.withCode ? ['with a code'] : []),
    ];
    if (ways.length > 0) return ok(`people can sign in at ${issuer} ${ways.join(' and ')}`);
    return warning(
      `${issuer} offers no way to sign in that works here`,
      'turn on its device flow, or set PUBLIC_URL (HTTP mode only); until then people paste access tokens',
    );
  } catch (error) {
    if (!(error instanceof OAuthUnavailable)) throw error;
    return warning(
      error.message,
      'DEEPSEARCH_OAUTH_AUTH_URL: set it to the issuer of the authorization server; until then people paste access tokens',
    );
  }
}
