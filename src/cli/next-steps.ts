interface WrittenFiles {
  readonly paths: { readonly env: string; readonly manifest: string };
  readonly socketMode: boolean;
  readonly keptKey: boolean;
  readonly url?: string;
  readonly instance?: string;
}

/** What to do after `init`. */
export function nextSteps({ paths, socketMode, keptKey, url, instance }: WrittenFiles): string {
  const key = keptKey ? 'kept its ENCRYPTION_KEY' : 'with a new ENCRYPTION_KEY; keep it safe';
  return `Wrote ${paths.env} (${key}) and ${paths.manifest} (${transport(socketMode, url)}).

Next:
1. Open https://api.slack.com/apps?new_app=1, choose "From a manifest", paste ${paths.manifest},
   and install the app into your workspace.
2. Fill in ${paths.env}:
     SLACK_BOT_TOKEN       on the app's page, under OAuth & Permissions
     ${socketMode ? APP_TOKEN : SIGNING_SECRET}
${instance === undefined ? INSTANCE : ''}     DEEPSEARCH_TOKEN      on your instance: user settings, access tokens; not needed with
                           ACCESS_MODE=linked, where everyone connects their own account
3. Check the settings, then start the app:
     npx deepsearch-slack doctor --env-file ${paths.env}
     node --env-file=${paths.env} dist/main.js
${socketMode ? '' : verify(url)}${instance === undefined ? previews(paths) : ''}4. Invite it to a channel (/invite @Deep Search), let it try everything there, and ask a question:
     npx deepsearch-slack smoke --channel C… --env-file ${paths.env}
docs/install.md has each step, with what you see when it went wrong.
`;
}

const APP_TOKEN = `SLACK_APP_TOKEN       on the app's page, under Basic Information, App-Level Tokens, with
                           the scope connections:write`;
const SIGNING_SECRET = "SLACK_SIGNING_SECRET  on the app's page, under Basic Information";

function transport(socketMode: boolean, url: string | undefined): string {
  if (!socketMode) return `for HTTP at ${url}`;
  return url === undefined ? 'for Socket Mode, because there was no --url' : 'for Socket Mode';
}

const INSTANCE = '     DEEPSEARCH_URL        the base URL of your instance\n';

/** Slack reports links to an app only for domains listed in its manifest. */
function previews({ env, manifest }: WrittenFiles['paths']): string {
  return `   To get previews of links to your instance, its domain must be in ${manifest}:
   run this again with --force --instance URL, before you fill in ${env}.
`;
}

/** Slack verifies the address only while the app responds there. */
function verify(url: string | undefined): string {
  return `   Forward ${url}/slack/events to its PORT (3000). Once it runs, let Slack verify that
   address under Event Subscriptions.
`;
}
