import { parseArgs } from 'node:util';
import { FLAG, HELP, TEXT } from './options.js';
import { UsageError } from './usage-error.js';

export interface FeedbackCommand {
  readonly kind: 'feedback';
  readonly json: boolean;
  readonly envFile?: string;
}

export const FEEDBACK_USAGE = `Usage: deepsearch-slack feedback [--csv | --json] [--env-file FILE]

Prints the stored votes on answers, oldest first: time, user ID, question ID, vote, reason and
comment. A question ID consists of the workspace, the channel and the time.

  --csv             prints CSV with a header line (the default)
  --json            prints [{"at", "question", "by", "vote", "reason", "words"}]
  --env-file FILE   reads settings from FILE; variables in the environment take precedence
`;

/** Throws what `parseArgs` throws, and `UsageError`. */
export function parseFeedback(args: readonly string[]): FeedbackCommand | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...HELP,
      json: FLAG,
      csv: FLAG,
      'env-file': TEXT,
    },
  });
  if (values.help) return 'help';
  if (values.json && values.csv) throw new UsageError(FEEDBACK_USAGE.trimEnd());
  const envFile = values['env-file'];
  return {
    kind: 'feedback',
    json: values.json ?? false,
    ...(envFile === undefined ? {} : { envFile }),
  };
}
