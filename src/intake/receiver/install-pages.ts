import type { HTTPReceiverOptions } from '@slack/bolt';
import * as notes from '../../render/texts/notes.js';

/** The scopes that the app requests: the manifests declare the same. */
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
  'mpim:history',
  'mpim:read',
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
 * Installs into many workspaces: `/slack/install` redirects to Slack, which redirects to
 * `/slack/oauth_redirect` with a code. Bolt's own provider checks the state and stores the install.
 */
export function installReceiverOptions(
  install: InstallOptions,
  apiUrl: string | undefined,
): Partial<HTTPReceiverOptions> {
  const redirectUriPath = '/slack/oauth_redirect';
  const otherApi =
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
      callbackOptions: { failure: showFailure },
      ...otherApi,
    },
  };
}

type Failure = NonNullable<
  NonNullable<NonNullable<HTTPReceiverOptions['installerOptions']>['callbackOptions']>['failure']
>;

const DENIED = 'slack_oauth_installer_authorization_error';

/** Caused by the browser, whatever it sends: not our error. */
const CLIENT_ERRORS = new Set<string>([
  DENIED,
  'slack_oauth_missing_code',
  'slack_oauth_missing_state',
  'slack_oauth_invalid_state',
]);

/** The page repeats nothing of the request: a stranger may have written it. */
const showFailure: Failure = (...[{ code }, , , response]) => {
  response.writeHead(CLIENT_ERRORS.has(code) ? 400 : 500, {
    'content-type': 'text/plain; charset=utf-8',
  });
  response.end(notes.notInstalled(code === DENIED));
};
