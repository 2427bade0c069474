import { parseArgs } from 'node:util';

export const EVAL_HELP = `Evaluates the sources of answers, with questions whose files are known.

  npm run eval -- REPO LABELS [REPO LABELS …] [--commit SHA] [--json] [--out FILE]

REPO     a git repository, with a work tree or bare
LABELS   a file with one JSON object per line: {"question": "…", "files": ["path", …]}
         No files: the repository does not answer the question, so the service should find nothing.
         "targets": [["path", …], …] instead of one list where an answer needs several files; of each
         list, any file will do.

  --commit SHA   the revision to ask about; default HEAD
  --json         the last line is one object with ndcg10, hit1, hit5, hit10, mrr, abstention and n
  --out FILE     writes each question's ranking, one JSON object a line

Starts the service over each REPO and asks it the questions over HTTP. What is judged is the order of
the files in "sources". ndcg10: the normalized discounted cumulative gain of the first 10 files; hit1,
hit5, hit10: the share of questions with one of their files among the first 1, 5, 10; mrr: the mean of
1 / the first such file's place. Of questions without files, only the share that is rightly withheld
counts. The intervals are those of 95 %: Wilson's for shares, the bootstrap's for means. The baseline
is git grep for the question's words, files with most of them first.
`;

/** Invalid arguments; `message` says how to fix them. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** A repository, and the file of its labels. */
export interface EvaluationInput {
  readonly repository: string;
  readonly labels: string;
}

export interface CommandLine {
  readonly help: boolean;
  readonly inputs: readonly EvaluationInput[];
  readonly commit?: string;
  readonly json: boolean;
  readonly out?: string;
}

/** Throws `UsageError`. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseArguments(args);
  const { help = false, json = false, commit, out } = values;
  if (!help && (positionals.length === 0 || positionals.length % 2 === 1)) {
    throw new UsageError(
      'Give each repository with its file of labels: npm run eval -- REPO LABELS [REPO LABELS …]',
    );
  }
  const inputs = positionals.flatMap((labels, n) =>
    n % 2 === 1 ? [{ repository: positionals[n - 1] ?? '', labels }] : [],
  );
  return { help, inputs, json, ...(commit && { commit }), ...(out && { out }) };
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
