import type { HTTPReceiverOptions } from '@slack/bolt';
import * as notes from '../render/texts/notes.js';

/** What the app asks a workspace for: the manifests declare the same. */
export const BOT_SCOPES = [
  'app_mentions:read',
  'assistant:write',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'im:history',
  'im:read',
  'im:write',
  'links:read',
  'links:write',
  'reactions:read',
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
    installerOptions: {
      redirectUriPath,
      directInstall: true,
      callbackOptions: { failure: sayFailure },
      ...elsewhere,
    },
  };
}

type Failure = NonNullable<
  NonNullable<NonNullable<HTTPReceiverOptions['installerOptions']>['callbackOptions']>['failure']
>;

const DENIED = 'slack_oauth_installer_authorization_error';

/** What the browser's side brought about: no mistake of ours, whatever it sends. */
const BY_VISITOR = new Set<string>([
  DENIED,
  'slack_oauth_missing_code',
  'slack_oauth_missing_state',
  'slack_oauth_invalid_state',
]);

/** The page says nothing of what came: a stranger may have written it. */
const sayFailure: Failure = (...[{ code }, , , response]) => {
  response.writeHead(BY_VISITOR.has(code) ? 400 : 500, {
    'content-type': 'text/plain; charset=utf-8',
  });
  response.end(notes.notInstalled(code === DENIED));
};
