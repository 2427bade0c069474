import { StringDecoder } from 'node:string_decoder';
import { PLAIN_LOG_OPTIONS } from '../../../git/output-options.js';
import { roleOf } from '../../../index/file-role.js';
import { termsOf } from '../../../index/terms.js';
import { GitExitError, runGitWithLimits } from '../../../tools/run-git-with-limits.js';
import type { ToolContext } from '../../../tools/tool.js';
import type { SearchedRepository } from '../passages/find.js';

/** What a commit changed. */
export interface DiffTerms {
  /** The words of a question that are in the lines that it added or removed, or in the paths of their files. */
  readonly terms: ReadonlySet<string>;
  /** How many lines it added or removed. */
  readonly lines: number;
  /** Rather than only tests, documents or settings. */
  readonly changesCode: boolean;
}

interface Counted {
  readonly terms: Set<string>;
  lines: number;
  changesCode: boolean;
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
  '*.map',
  '*.csv',
];
/** Before the id of each commit in the output. */
export const COMMIT = '\u0001';

/** By the ids of the newest commits; the older ones are left out if git takes too long or cannot read them. */
export async function diffTerms(
  { repository, commit }: SearchedRepository,
  asked: ReadonlySet<string>,
  { signal, deadline }: ToolContext,
): Promise<ReadonlyMap<string, DiffTerms>> {
  const reader = createDiffReader(asked);
  const decoder = new StringDecoder('utf8');
  const limits = { signal, deadline: Math.min(deadline, Date.now() + MAX_TIME_MS) };
  const onChunk = (part: Buffer) => {
    reader.read(decoder.write(part));
    return true;
  };
  let isCut = false;
  try {
    const { stopped } = await runGitWithLimits(
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
    isCut = stopped !== undefined;
  } catch (error) {
    // Such as a partial clone, which lacks files of older commits.
    if (!(error instanceof GitExitError)) throw error;
  }
  return reader.end(isCut);
}

/** "diff --git a/src/cart.ts b/src/cart.ts"; a path that git quotes counts as code. */
function isCode(line: string): boolean {
  const [, path] = / b\/(.*)$/.exec(line) ?? [];
  return path === undefined || (!path.startsWith('.') && roleOf(path) === 'code');
}

/** Reads what `git log --patch` prints, in parts, with `COMMIT` before each id. */
export function createDiffReader(asked: ReadonlySet<string>) {
  const found = new Map<string, Counted>();
  let current: Counted | undefined;
  let isInHunk = false;
  let rest = '';

  function readLine(line: string): void {
    if (line.startsWith(COMMIT)) {
      current = { terms: new Set(), lines: 0, changesCode: false };
      found.set(line.slice(COMMIT.length), current);
      isInHunk = false;
    } else if (line.startsWith('diff --git ')) {
      isInHunk = false;
      if (current && isCode(line)) current.changesCode = true;
    } else if (line.startsWith('@@ ')) {
      isInHunk = true;
    } else if (current && /^[+-]/.test(line)) {
      // Before a hunk are the paths, as in "+++ b/src/cart.ts".
      if (isInHunk) current.lines += 1;
      if (line.length > MAX_LINE_LENGTH || (!isInHunk && line.endsWith(' /dev/null'))) return;
      for (const term of termsOf(line)) if (asked.has(term)) current.terms.add(term);
    }
  }

  return {
    read(text: string): void {
      for (const [n, part] of text.split('\n').entries()) {
        if (n > 0) {
          readLine(rest);
          rest = '';
        }
        // A line may be as long as a file.
        if (rest.length <= MAX_LINE_LENGTH) rest += part.slice(0, MAX_LINE_LENGTH + 1);
      }
    },

    /** `isCut`: the last commit may go on. */
    end(isCut = false): ReadonlyMap<string, DiffTerms> {
      if (rest !== '') readLine(rest);
      if (isCut && current) current.changesCode = true;
      return found;
    },
  };
}
