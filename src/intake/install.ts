import type { HTTPReceiverOptions } from '@slack/bolt';

/** What the app asks a workspace for: the manifests declare the same. */
export const BOT_SCOPES = [
  'app_mentions:read',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'files:write',
  'groups:history',
  'groups:read',
  'im:history',
  'im:read',
  'im:write',
  'users:read',
];

export interface InstallOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly stateSecret: string;
  readonly publicUrl: string;
  readonly store: NonNullable<HTTPReceiverOptions['installationStore']>;
}

/**
 * Installs into many workspaces: `/slack/install` leads to Slack, `/slack/oauth_redirect` comes
 * back with the code. Bolt's own provider checks the state and keeps the install.
 */
export function installing(
  install: InstallOptions,
  apiUrl: string | undefined,
): Partial<HTTPReceiverOptions> {
  const redirectUriPath = '/slack/oauth_redirect';
  const elsewhere =
    apiUrl === undefined
      ? {}
      : {
          authorizationUrl: new URL('/oauth/v2/authorize', apiUrl).href,
          clientOptions: { slackApiUrl: apiUrl },
        };
  return {
    clientId: install.clientId,
    clientSecret: install.clientSecret,
    stateSecret: install.stateSecret,
    scopes: BOT_SCOPES,
    installationStore: install.store,
    redirectUri: `${install.publicUrl}${redirectUriPath}`,
    installerOptions: { redirectUriPath, directInstall: true, ...elsewhere },
  };
}
