import { parseArgs } from 'node:util';
import { apiRoot, httpUrl, isLoopback } from '../../config/formats.js';
import { FLAG, HELP, TEXT } from './options.js';
import { UsageError } from './usage-error.js';

export interface InitCommand {
  readonly kind: 'init';
  readonly dir: string;
  readonly force: boolean;
  /** Asks nothing, even at a terminal. */
  readonly yes: boolean;
  /** How Slack reaches the app; absent: as in an existing `.env`, else Socket Mode. */
  readonly transport?: 'socket' | 'http';
  /** Without a trailing slash. */
  readonly url?: string;
  /** For several workspaces, which install the app by OAuth. */
  readonly distributed: boolean;
  /** URL of the Deep Search instance, without a trailing slash. */
  readonly instance?: string;
  /** Root of another Web API than Slack's own. */
  readonly slackApiUrl?: string;
  /** A file with settings, or `-` for standard input. */
  readonly values?: string;
}

export const INIT_USAGE = `Usage: deepsearch-slack init [--url PUBLIC_URL | --socket-mode] [--distributed] [--instance URL]
                             [--values FILE] [--slack-api-url URL] [--dir DIR] [--yes] [--force]

Guides you through an installation: writes .env and slack-manifest.yml, from which you create the
Slack app, asks for what is missing, checks the tokens, the instance and Redis, and waits for a first
question in Slack. Ctrl-C stops it; run it again to continue. Tokens are typed, never arguments.

Without a terminal, or with --yes, it asks nothing: it writes the files, and with --values checks
what they say. It exits with 1 if that finds a problem.

  --url PUBLIC_URL  where Slack reaches the app: https://…, or http://127.0.0.1:3000 for the local workspace
  --socket-mode     for a machine that Slack cannot reach; the default without --url
  --distributed     for several workspaces, which install the app by OAuth; needs --url
  --instance URL    the Deep Search instance whose links get previews
  --values FILE     takes settings, tokens among them, from lines NAME=VALUE; "-": standard input
  --slack-api-url URL
                    another Slack than slack.com, such as the local workspace (npm run workspace):
                    http://127.0.0.1:3080/api/
  --dir DIR         the folder to write to; default: the current one
  --yes             asks nothing
  --force           changes existing files without asking: in .env it fills in what is missing,
                    comments out what contradicts --url, --distributed or --socket-mode,
                    restores what it commented out before, and keeps everything else;
                    it replaces slack-manifest.yml
`;

/** Throws what `parseArgs` throws, and `UsageError`. */
export function parseInit(args: readonly string[]): InitCommand | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...HELP,
      url: TEXT,
      instance: TEXT,
      values: TEXT,
      'slack-api-url': TEXT,
      dir: TEXT,
      'socket-mode': FLAG,
      distributed: FLAG,
      yes: { ...FLAG, short: 'y' },
      force: FLAG,
    },
  });
  if (values.help) return 'help';
  if (values.distributed && values['socket-mode']) {
    throw new UsageError(
      '--distributed needs an address that browsers and Slack reach: give it with --url, in place of --socket-mode',
    );
  }
  const transport = values['socket-mode'] ? 'socket' : 'http';
  const isChosen = values['socket-mode'] !== undefined || values.url !== undefined;
  return {
    kind: 'init',
    dir: values.dir ?? '.',
    force: values.force ?? false,
    yes: values.yes ?? false,
    distributed: values.distributed ?? false,
    ...(isChosen ? { transport } : {}),
    ...(values.url === undefined ? {} : { url: readUrl(values.url) }),
    ...(values.instance === undefined ? {} : { instance: readInstance(values.instance) }),
    ...slackApiUrl(values['slack-api-url']),
    ...(values.values === undefined ? {} : { values: values.values }),
  };
}

/**
 * Slack sends requests to https URLs only; a local workspace, to this machine. Without a trailing
 * slash; undefined for another URL.
 */
export function publicUrl(text: string): string | undefined {
  const url = httpUrl.safeParse(text);
  if (!url.success || text.includes('@')) return undefined;
  return url.data.startsWith('https:') || isLoopback(url.data) ? url.data : undefined;
}

function slackApiUrl(text: string | undefined): Pick<InitCommand, 'slackApiUrl'> {
  if (text === undefined) return {};
  const url = apiRoot.safeParse(text);
  if (url.success) return { slackApiUrl: url.data };
  throw new UsageError(
    "--slack-api-url must be the root of a Slack Web API, such as the local workspace's http://127.0.0.1:3080/api/",
  );
}

function readUrl(text: string): string {
  const url = publicUrl(text);
  if (url !== undefined) return url;
  throw new UsageError(
    '--url must be the https:// URL at which Slack reaches the app, such as https://bot.example.com (use --socket-mode if Slack cannot reach this machine; http://127.0.0.1:3000 is for the local workspace only)',
  );
}

function readInstance(text: string): string {
  const url = httpUrl.safeParse(text);
  if (url.success) return url.data;
  throw new UsageError(
    '--instance must be the URL of your Deep Search instance, such as https://code.example.com',
  );
}
