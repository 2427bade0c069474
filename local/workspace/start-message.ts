import type { Installation } from './api/options.js';
import type { Workspace } from './api/workspace.js';
import type { AppManifest } from './manifest.js';
import { newSecret } from './protocol/ids.js';

/** What the app needs in its `.env` to use this workspace, where it is installed. */
export function installedSettings({ app, apiUrl }: Workspace, { requestUrl }: AppManifest) {
  return {
    SLACK_API_URL: apiUrl,
    SLACK_BOT_TOKEN: app.botToken,
    ...(requestUrl === undefined
      ? { SLACK_APP_TOKEN: app.appToken }
      : { SLACK_SIGNING_SECRET: app.signingSecret, SLACK_APP_TOKEN: '' }),
  };
}

/** The same for an app that is installed by OAuth. What would contradict that is emptied. */
export function distributedSettings(
  { app, apiUrl }: Workspace,
  { origin, workspaceIds }: { readonly origin: string; readonly workspaceIds: readonly string[] },
) {
  return {
    SLACK_API_URL: apiUrl,
    SLACK_BOT_TOKEN: '',
    SLACK_APP_TOKEN: '',
    SLACK_SIGNING_SECRET: app.signingSecret,
    SLACK_CLIENT_ID: app.clientId,
    SLACK_CLIENT_SECRET: app.clientSecret,
    SLACK_STATE_SECRET: newSecret(32),
    SLACK_WORKSPACES: workspaceIds.join(','),
    PUBLIC_URL: origin,
  };
}

/** Slack shows this token on the app's page, for the workspace that owns the app. */
export function installedMessage({ workspace, botToken }: Installation): string {
  return `\nThe app is installed in ${workspace}. Its bot token there, for "smoke":\nSLACK_BOT_TOKEN=${botToken}\n`;
}

interface Started {
  readonly url: string;
  readonly manifest: AppManifest;
  readonly settings: Readonly<Record<string, string>>;
  /** Where to install the app; absent: it is installed. */
  readonly installUrl?: string;
}

export function startMessage({ url, manifest, settings, installUrl }: Started): string {
  const { name, requestUrl } = manifest;
  const how = requestUrl === undefined ? 'Socket Mode' : `requests go to ${requestUrl}`;
  const install =
    installUrl === undefined
      ? ''
      : `\nThe app is not installed yet. Once it runs, install it: ${installUrl}\n`;
  const lines = Object.entries(settings).map(([variable, value]) => `${variable}=${value}\n`);
  return `The local workspace, for the app "${name}" (${how}): open ${url}

Put these lines at the end of the app's .env:

${lines.join('')}${install}
Ctrl-C stops it. The next start has other tokens and no messages.
`;
}
