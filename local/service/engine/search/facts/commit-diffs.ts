import { StringDecoder } from 'node:string_decoder';
import { PLAIN_LOG_OPTIONS } from '../../../git/output-options.js';
import { termsOf } from '../../../index/terms.js';
import { GitExitError, runGitWithLimits } from '../../../tools/run-git-with-limits.js';
import type { ToolContext } from '../../../tools/tool.js';
import type { SearchedRepository } from '../passages/find.js';

/** What the lines that a commit added or removed have of a question. */
export interface DiffTerms {
  readonly terms: ReadonlySet<string>;
  readonly lines: number;
}

interface Counted {
  readonly terms: Set<string>;
  lines: number;
}

const MAX_COMMITS = 600;
const MAX_BYTES = 24 * 1_048_576;
const MAX_TIME_MS = 2_500;
/** What is longer was written by no person. */
const MAX_LINE_LENGTH = 500;
/** What no person wrote, and what tells of changes rather than makes them. */
const LEFT_OUT = [
  '*.md',
  '*.rst',
  '*.txt',
  '*.adoc',
  '*.html',
  '*.lock',
  '*-lock.json',
  '*-lock.yaml',
  '*.min.js',
  '*.min.css',
  '*.snap',
  '*.svg',
];
const COMMIT = '\u0001';

/** By the ids of the newest commits; the older ones are left out if git takes too long or cannot read them. */
export async function diffTerms(
  { repository, commit }: SearchedRepository,
  asked: ReadonlySet<string>,
  { signal, deadline }: ToolContext,
): Promise<ReadonlyMap<string, DiffTerms>> {
  const found = new Map<string, Counted>();
  let current: Counted | undefined;
  const readLine = (line: string) => {
    if (line.startsWith(COMMIT)) {
      current = { terms: new Set(), lines: 0 };
      found.set(line.slice(COMMIT.length), current);
    } else if (current && /^[+-]/.test(line)) {
      current.lines += 1;
      if (line.length > MAX_LINE_LENGTH) return;
      for (const term of termsOf(line)) if (asked.has(term)) current.terms.add(term);
    }
  };
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const onChunk = (part: Buffer) => {
    const lines = (rest + decoder.write(part)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
    return true;
  };
  const limits = { signal, deadline: Math.min(deadline, Date.now() + MAX_TIME_MS) };
  try {
    await runGitWithLimits(
      repository.git,
      [
        ...[
          '--no-literal-pathspecs',
          ...PLAIN_LOG_OPTIONS,
          'log',
          '--no-color',
          '--no-show-signature',
        ],
        ...['--no-merges', '--patch', '--unified=0', `--max-count=${MAX_COMMITS}`],
        ...['--no-ext-diff', '--no-textconv', `--format=${COMMIT}%H`],
        ...['--end-of-options', commit, '--'],
        ...LEFT_OUT.map((one) => `:(top,exclude)${one}`),
      ],
      { ...limits, maxBytes: MAX_BYTES, onChunk },
    );
  } catch (error) {
    // Such as a partial clone, which lacks files of older commits.
    if (!(error instanceof GitExitError)) throw error;
  }
  if (rest !== '') readLine(rest);
  return found;
}
