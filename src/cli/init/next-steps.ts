import type { Variable } from '../../config/environment.js';
import { isLoopback } from '../../config/formats.js';
import { type Draft, instanceOf, type Transport, usesLocalSlack } from './draft.js';

interface Written {
  readonly draft: Draft;
  readonly transport: Transport;
  /** Nothing said which transport to use. */
  readonly byDefault: boolean;
  /** The path of the app's program. */
  readonly program: string;
}

/** What to do after `init` has written the files without asking anything. */
export function nextSteps({ draft, transport, byDefault, program }: Written): string {
  const { paths, keptKey } = draft;
  const key = keptKey ? 'kept its ENCRYPTION_KEY' : 'with a new ENCRYPTION_KEY; keep it safe';
  const hasInstance = instanceOf(draft) !== undefined;
  return `Wrote ${paths.env} (${key}) and ${paths.manifest} (${describe(transport, byDefault)}).

Next:
1. ${usesLocalSlack(draft) ? startWorkspace(draft) : createApp(draft)}
${fillIn(draft, transport)}3. Check the settings, then start the app:
     npx deepsearch-slack doctor --env-file ${paths.env}
     ${startCommand(draft, program)}
${transport.kind === 'http' ? verify(transport.url) : ''}${hasInstance ? '' : previews(draft)}4. Invite it to a channel (/invite @Deep Search), let it try everything there, and ask a question:
     npx deepsearch-slack smoke --channel C… --env-file ${paths.env}
docs/install.md has each step, with what you see when it went wrong.
`;
}

export function startCommand({ paths }: Draft, program: string): string {
  return `node --env-file=${paths.env} ${program}`;
}

/** Starts the stand-in for Slack, from the sources. */
export function workspaceCommand({ paths, get }: Draft): string {
  const port = new URL(get('SLACK_API_URL') ?? 'http://127.0.0.1').port;
  const more = port === '' || port === DEFAULT_PORT ? '' : ` --port ${port}`;
  return `npm run workspace -- --manifest ${paths.manifest}${more}`;
}

/** Of the local workspace. */
const DEFAULT_PORT = '3080';

function createApp({ paths }: Draft): string {
  return `Open https://api.slack.com/apps?new_app=1, choose "From a manifest", paste ${paths.manifest},
   and install the app into your workspace.`;
}

function startWorkspace(draft: Draft): string {
  return `In another terminal, start the local workspace with this manifest:
     ${workspaceCommand(draft)}
   and put the lines that it prints at the end of ${draft.paths.env}.`;
}

function fillIn(draft: Draft, { kind }: Transport): string {
  const isPrinted = usesLocalSlack(draft);
  const fromSlack: readonly Variable[] = [
    'SLACK_BOT_TOKEN',
    kind === 'socket' ? 'SLACK_APP_TOKEN' : 'SLACK_SIGNING_SECRET',
  ];
  const needed: readonly Variable[] = [
    ...(isPrinted ? [] : fromSlack),
    'DEEPSEARCH_URL',
    'DEEPSEARCH_TOKEN',
  ];
  const missing = needed.filter((name) => draft.get(name) === undefined);
  if (missing.length === 0) {
    return `2. ${draft.paths.env} has every setting that it needs.\n`;
  }
  const lines = missing.map((name) => `     ${name.padEnd(22)}${WHERE[name] ?? ''}\n`);
  return `2. Fill in ${draft.paths.env}:\n${lines.join('')}`;
}

const WHERE: Partial<Readonly<Record<Variable, string>>> = {
  SLACK_BOT_TOKEN: "on the app's page, under OAuth & Permissions",
  SLACK_APP_TOKEN: `on the app's page, under Basic Information, App-Level Tokens, with
                           the scope connections:write`,
  SLACK_SIGNING_SECRET: "on the app's page, under Basic Information",
  DEEPSEARCH_URL: 'the base URL of your instance',
  DEEPSEARCH_TOKEN: `on your instance: user settings, access tokens; not needed with
                           ACCESS_MODE=linked, where everyone connects their own account`,
};

function describe(transport: Transport, byDefault: boolean): string {
  if (transport.kind === 'http') return `for HTTP at ${transport.url}`;
  return byDefault ? 'for Socket Mode, because there was no --url' : 'for Socket Mode';
}

/** Slack reports links to an app only for domains listed in its manifest. */
function previews({ paths }: Draft): string {
  return `   To get previews of links to your instance, its domain must be in ${paths.manifest}:
   run this again with --force --instance URL.
`;
}

/** Slack verifies the address only while the app responds there. */
function verify(url: string): string {
  if (isLoopback(url)) return '';
  return `   Forward ${url}/slack/events to its PORT (3000). Once it runs, let Slack verify that
   address under Event Subscriptions.
`;
}
