import type { HTTPReceiverOptions } from '@slack/bolt';
import {
  type NotInstalledReason,
  renderInstalled,
  renderNotInstalled,
} from '../../render/install-page.js';
import { WorkspaceNotListedError } from '../../store/installation-format.js';
import { PAGE_HEADERS } from './page-headers.js';

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
const INSTALL_PATH = '/slack/install';

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
      callbackOptions: endPages(install, apiUrl),
      ...otherApi,
    },
  };
}

type Callbacks = NonNullable<
  NonNullable<HTTPReceiverOptions['installerOptions']>['callbackOptions']
>;

/** The pages at the end of an installation, in place of Bolt's own. */
function endPages({ publicUrl }: InstallOptions, apiUrl: string | undefined): Callbacks {
  return {
    success: (...[{ team, enterprise, isEnterpriseInstall }, , , response]) => {
      response.writeHead(200, PAGE_HEADERS);
      response.end(
        renderInstalled({
          workspace: team?.name,
          ...(isEnterpriseInstall ? { organization: { name: enterprise?.name } } : {}),
          slackUrl: slackUrl(team?.id ?? enterprise?.id, apiUrl),
        }),
      );
    },
    failure: (...[error, , request, response]) => {
      response.writeHead(CLIENT_ERRORS.has(error.code) ? 400 : 500, PAGE_HEADERS);
      const { install } = installAddresses(publicUrl);
      response.end(renderNotInstalled(reasonOf(error, request.url), install));
    },
  };
}

/** Another Slack has its page where its API is. */
function slackUrl(id: string | undefined, apiUrl: string | undefined): string {
  if (apiUrl !== undefined) return new URL(apiUrl).origin;
  return id === undefined ? 'https://app.slack.com/' : `https://app.slack.com/client/${id}`;
}

const DENIED = 'slack_oauth_installer_authorization_error';
const EXPIRED: ReadonlySet<string> = new Set([
  'slack_oauth_missing_state',
  'slack_oauth_invalid_state',
]);
const NOT_DISTRIBUTED = 'invalid_team_for_non_distributed_app';

/** Caused by the browser, whatever it sends: not our error. */
const CLIENT_ERRORS: ReadonlySet<string> = new Set([
  DENIED,
  'slack_oauth_missing_code',
  ...EXPIRED,
]);

function reasonOf(error: Error & { readonly code: string }, path = ''): NotInstalledReason {
  if (error instanceof WorkspaceNotListedError) return { notListed: error.workspace };
  if (error.code === DENIED) return 'cancelled';
  if (EXPIRED.has(error.code)) return 'expired';
  const refusal = new URLSearchParams(path.split('?')[1]).get('error');
  if (refusal === NOT_DISTRIBUTED) return 'not-distributed';
  const isRefused = refusal !== null || error.code === 'slack_webapi_platform_error';
  return isRefused ? 'refused' : 'failed';
}
