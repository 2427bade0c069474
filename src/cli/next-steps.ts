interface Written {
  readonly paths: { readonly env: string; readonly manifest: string };
  readonly socketMode: boolean;
  readonly keptKey: boolean;
  readonly url?: string;
  readonly instance?: string;
}

/** What to do after `init`: each step with its address. */
export function nextSteps({ paths, socketMode, keptKey, url, instance }: Written): string {
  const key = keptKey ? 'kept its ENCRYPTION_KEY' : 'with a new ENCRYPTION_KEY: keep it safe';
  return `Wrote ${paths.env} (${key}) and ${paths.manifest} (${transport(socketMode, url)}).

Next:
1. Open https://api.slack.com/apps?new_app=1, choose "From a manifest", paste ${paths.manifest},
   and install the app into your workspace.
2. Fill in ${paths.env}:
     SLACK_BOT_TOKEN       the app's page, OAuth & Permissions
     ${socketMode ? APP_TOKEN : SIGNING_SECRET}
${instance === undefined ? INSTANCE : ''}     DEEPSEARCH_TOKEN      your instance, user settings, access tokens
3. Check it, then start the bot:
     npx deepsearch-slack doctor --env-file ${paths.env}
     node --env-file=${paths.env} dist/main.js
${socketMode ? '' : verify(url)}${instance === undefined ? previews(paths.manifest) : ''}`;
}

const APP_TOKEN = `SLACK_APP_TOKEN       the app's page, Basic Information, App-Level Tokens, with
                           the scope connections:write`;
const SIGNING_SECRET = "SLACK_SIGNING_SECRET  the app's page, Basic Information";

function transport(socketMode: boolean, url: string | undefined): string {
  if (!socketMode) return `for HTTP at ${url}`;
  return url === undefined ? 'for Socket Mode, since there was no --url' : 'for Socket Mode';
}

const INSTANCE = '     DEEPSEARCH_URL        the address of your instance\n';

/** Slack tells an app of no links but those of domains that its manifest names. */
function previews(manifest: string): string {
  return `   For previews of links to your instance, name its domain in ${manifest}:
   run this again with --force --instance URL.
`;
}

/** Slack proves the address only when something answers there. */
function verify(url: string | undefined): string {
  return `   Let ${url}/slack/events reach its PORT (3000). Once it runs, let Slack verify that
   address under Event Subscriptions.
`;
}
