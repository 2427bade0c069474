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
  'reactions:write',
  'users:read',
];

/** Below `PUBLIC_URL`: the page that an admin of a workspace opens. */
export const INSTALL_PATH = '/slack/install';

/** Below `PUBLIC_URL`; the manifest lists it, since Slack redirects to listed addresses only. */
export const REDIRECT_PATH = '/slack/oauth_redirect';

/** The addresses of both, for whoever installs the app. `publicUrl`: without a trailing slash. */
export function installAddresses(publicUrl: string) {
  return { install: `${publicUrl}${INSTALL_PATH}`, redirect: `${publicUrl}${REDIRECT_PATH}` };
}

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
    redirectUri: installAddresses(install.publicUrl).redirect,
    installerOptions: {
      installPath: INSTALL_PATH,
      redirectUriPath: REDIRECT_PATH,
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

const NOT_DISTRIBUTED = 'invalid_team_for_non_distributed_app';

/** Caused by the browser, whatever it sends: not our error. */
const CLIENT_ERRORS = new Set<string>([
  DENIED,
  'slack_oauth_missing_code',
  'slack_oauth_missing_state',
  'slack_oauth_invalid_state',
]);

/** The page repeats nothing of the request: a stranger may have written it. */
const showFailure: Failure = (...[{ code }, , request, response]) => {
  response.writeHead(CLIENT_ERRORS.has(code) ? 400 : 500, {
    'content-type': 'text/plain; charset=utf-8',
  });
  response.end(notes.notInstalled(reasonOf(code, request.url)));
};

function reasonOf(code: string, path = ''): notes.NotInstalledReason {
  if (code === DENIED) return 'cancelled';
  const error = new URLSearchParams(path.split('?')[1]).get('error');
  return error === NOT_DISTRIBUTED ? 'not-distributed' : 'refused';
}
