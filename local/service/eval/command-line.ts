import { parseArgs } from 'node:util';

export const EVAL_HELP = `Evaluates the sources of answers, with questions whose files are known.

  npm run eval -- REPO LABELS [--commit SHA] [--json] [--out FILE]

REPO     a git repository, with a work tree or bare
LABELS   a file with one JSON object per line: {"question": "…", "files": ["path", …]}

  --commit SHA   the revision to ask about; default HEAD
  --json         the last line is one object with hit1, hit5, hit10, mrr and n
  --out FILE     writes each question's ranking, one JSON object a line

Starts the service over REPO and asks it each question over HTTP. What is judged is the order of the
files in "sources". hit1, hit5, hit10: the share of questions with one of their files among the first
1, 5, 10; mrr: the mean of 1 / the first such file's place. The intervals are those of 95 %: Wilson's
for shares, the bootstrap's for mrr. The baseline is git grep for the question's words, files with
most of them first.
`;

/** Invalid arguments; `message` says how to fix them. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

export interface CommandLine {
  readonly help: boolean;
  readonly repository: string;
  readonly labels: string;
  readonly commit?: string;
  readonly json: boolean;
  readonly out?: string;
}

/** Throws `UsageError`. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseArguments(args);
  const { help = false, json = false, commit, out } = values;
  const [repository = '', labels = ''] = positionals;
  if (!help && positionals.length !== 2) {
    throw new UsageError('Give a repository and a file of labels: npm run eval -- REPO LABELS');
  }
  return { help, repository, labels, json, ...(commit && { commit }), ...(out && { out }) };
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        commit: { type: 'string' },
        out: { type: 'string' },
      },
    });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.?\s*\n|\. /);
    throw new UsageError(`${sentence}. See --help.`);
  }
}
