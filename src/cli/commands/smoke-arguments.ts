import { parseArgs } from 'node:util';
import { FLAG, HELP, TEXT } from './options.js';
import { wrongUsage } from './usage-error.js';

export interface SmokeCommand {
  readonly kind: 'smoke';
  /** The ID of a channel. */
  readonly channel: string;
  /** The ID of a user. */
  readonly user?: string;
  /** How long to wait for a click, s. */
  readonly wait: number;
  readonly json: boolean;
  readonly envFile?: string;
}

export const SMOKE_USAGE = `Usage: deepsearch-slack smoke --channel C… [--user U…] [--wait SECONDS] [--env-file FILE] [--json]

Calls Slack with the app's token for everything that the app does there: it posts examples of each
message in a thread of the channel, changes and reads them, uploads a file, and deletes all of it at
the end. Asks no question. Prints what Slack accepted and refused, without tokens, IDs or names.
Exits with 1 if Slack refused something that the app needs or did not reply to it, else with 0: what
is marked "optional" does not count.

  --channel C…      the ID of a channel that the app is in, from the channel's details in Slack
  --user U…         who gets the message that only one person sees; default: somebody in the channel
  --wait SECONDS    how long to wait until somebody clicks the button in the channel, which the
                    running app answers by opening a view; default: 60; 0: not at all
  --env-file FILE   reads settings from FILE; variables in the environment take precedence
  --json            prints {"ok", "version", "results": [{"method", "what", "state", "reason", …}]}
`;

/** Throws what `parseArgs` throws, and `UsageError`. */
export function parseSmoke(args: readonly string[]): SmokeCommand | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...HELP,
      json: FLAG,
      channel: TEXT,
      user: TEXT,
      wait: TEXT,
      'env-file': TEXT,
    },
  });
  if (values.help) return 'help';
  const { channel = '', user, wait = '60', 'env-file': envFile } = values;
  const mistake = [
    /^[CG][A-Z0-9]{2,30}$/.test(channel) ? '' : '--channel must be the ID of a channel, C…',
    user === undefined || /^[UW][A-Z0-9]{2,30}$/.test(user) ? '' : '--user must be a user ID, U…',
    /^\d{1,3}$/.test(wait) ? '' : '--wait must be a number of seconds, at most 999',
  ].find((said) => said !== '');
  if (mistake !== undefined) throw wrongUsage(mistake, SMOKE_USAGE);
  return {
    kind: 'smoke',
    channel,
    ...(user === undefined ? {} : { user }),
    wait: Number(wait),
    json: values.json ?? false,
    ...(envFile === undefined ? {} : { envFile }),
  };
}
