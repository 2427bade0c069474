import type { ClientMetadata } from 'oidc-provider';

export const BUILT_IN_CLIENT_ID = 'deepsearch-client';

/** The client of editors and agents that do not register themselves. */
export function builtInClient(redirects: readonly string[]): ClientMetadata {
  return {
    client_id: BUILT_IN_CLIENT_ID,
    client_name: 'an editor or agent',
    redirect_uris: ['http://127.0.0.1/callback', ...redirects],
  };
}
