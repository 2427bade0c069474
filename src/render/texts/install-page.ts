/** What the page at the end of an installation says, in the browser; plain text, what to type in backquotes. */

export const installedTitle = (where: string) => `Deep Search is installed in ${where}`;
/** `name`: raw; Slack may leave it out. */
export const workspaceName = (name: string | undefined) => name ?? 'the workspace';
export const organizationName = (name: string | undefined) =>
  name === undefined ? 'the organization' : `the organization ${name}`;

export const mayClose = 'You can close this page.';
export const whatToType =
  'Next, in Slack: type `/deepsearch how does … work?` in any channel. Until the app is in that channel, the answer comes in your direct messages; `/invite @Deep Search` lets it in.';
export const addToWorkspaces =
  'First, an organization admin adds it to each workspace that is to use it, under Integrations in the settings of the organization.';
export const openSlack = 'Open Slack';

export const notInstalledTitle = 'Deep Search was not installed';
export const tryAgain = 'Try again';

/** Each with its fix. */
export const notInstalled = {
  cancelled: 'The request was cancelled, so nothing was changed.',
  'not-distributed':
    "Slack lets only the workspace that owns the app install it until somebody activates public distribution: on the app's page, under Manage Distribution.",
  expired:
    'The installation was started more than ten minutes ago or in another browser, or this browser accepts no cookies from this address. Start it again in this browser.',
  refused:
    "Slack refused it. The app's log has the reason: after `invalid_code`, try again; after `bad_client_secret`, correct `SLACK_CLIENT_SECRET`; after `bad_redirect_uri`, add `PUBLIC_URL/slack/oauth_redirect` to the redirect URLs on the app's page.",
  failed:
    'Something went wrong in the app. Whoever operates it finds the reason in its log, and `deepsearch-slack doctor` says what else is wrong.',
} as const;

/** `id`: of a workspace or an organization. */
export const notListed = (id: string) =>
  `This app serves only the workspaces that its operator has listed, and ${id} is not one of them. To allow it, add \`${id}\` to \`SLACK_WORKSPACES\`, start the app again, and try again.`;
