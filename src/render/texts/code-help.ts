/** How the code tools are called, and what is wrong with a call; escaped as in `question.ts`. */
import type { CodeMistake, CodeTool, InvalidCodeCommand } from '../../model/code.js';
import { clipMrkdwn, oneLine } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';

interface ToolHelp {
  readonly summary: string;
  readonly usage: string;
  readonly examples: readonly string[];
  readonly more?: readonly string[];
}

const SPAN_OF_TIME =
  '`--after`, `--before`: a date, or words such as `"2 weeks ago"`, in quotation marks';
const FILTERS =
  'Filters within it: `repo:` limits it to repositories, `file:` to files, `rev:` to a revision.';
const REVISION = '`@main` at the end: a branch, a tag or a commit';

const HELP: Readonly<Record<CodeTool, ToolHelp>> = {
  search: {
    summary: 'finds files that have all of the words',
    usage: 'search QUERY',
    examples: ['search retry backoff', 'search "failed payment" OR refund repo:shop file:\\.ts$'],
    more: ['`AND`, `OR`, `"exact words"` and regular expressions count.', FILTERS],
  },
  nls: {
    summary: 'finds files by what you mean, in other forms of the words too',
    usage: 'nls QUERY',
    examples: ['nls where failed payments are retried', 'nls token refresh repo:shop'],
    more: [FILTERS],
  },
  read: {
    summary: 'shows a file, or lines of it',
    usage: 'read REPO PATH[:LINES] [@REVISION]',
    examples: ['read acme/shop src/queue.ts', 'read acme/shop src/queue.ts:10-40 @main'],
    more: ['Lines: `:10`, `:10-40`, `:10-`, `:-40`; `--lines 10-40` says the same', REVISION],
  },
  ls: {
    summary: 'lists a folder',
    usage: 'ls REPO [PATH] [@REVISION]',
    examples: ['ls acme/shop', 'ls acme/shop src @main'],
    more: [REVISION],
  },
  repos: {
    summary: 'finds repositories by a pattern for their names',
    usage: 'repos PATTERN',
    examples: ['repos shop', 'repos acme/.* --limit 20'],
    more: ['`--limit`: at most so many a page', '`--after`, `--before`: the cursor of a page'],
  },
  def: {
    summary: 'goes to the definition of a name that a file uses',
    usage: 'def REPO PATH NAME [@REVISION]',
    examples: ['def acme/shop src/queue.ts backoff', 'def acme/shop src/queue.ts Cart.add @main'],
    more: [REVISION, '`--limit`: at most so many files'],
  },
  refs: {
    summary: 'finds where a name that a file defines is used',
    usage: 'refs REPO PATH NAME [@REVISION]',
    examples: ['refs acme/shop src/queue.ts backoff --limit 50'],
    more: [REVISION, '`--limit`: at most so many files'],
  },
  commits: {
    summary: 'finds commits by message, author, files, content and time',
    usage: 'commits REPO[,REPO] [WORDS OF THE MESSAGE]',
    examples: [
      'commits acme/shop --author kim --after "2 weeks ago"',
      'commits acme/shop,acme/lib retry --file src/queue.ts --content backoff',
    ],
    more: [
      '`--author`, `--file`, `--content`: each also several times, any of them will do',
      SPAN_OF_TIME,
      '`--count`: at most so many, up to 100; `--regex`: the words are regular expressions',
    ],
  },
  diffs: {
    summary: 'finds where code was added or removed',
    usage: 'diffs REPO[,REPO] PATTERN',
    examples: ['diffs acme/shop backoff --added', 'diffs acme/shop "retry(" --author kim'],
    more: [
      '`--added`, `--removed`: only that; `--author`: by somebody',
      SPAN_OF_TIME,
      '`--count`: at most so many, up to 50; `--regex`: the pattern is a regular expression',
    ],
  },
  compare: {
    summary: 'shows what differs between two revisions',
    usage: 'compare REPO BASE..HEAD',
    examples: ['compare acme/shop main..feature', 'compare acme/shop v1.2 v1.3 --first 10'],
    more: ['`--first`: so many files a page, up to 100', '`--after`: the cursor of a page'],
  },
  contributors: {
    summary: 'tells in which repositories somebody has commits',
    usage: 'contributors NAME',
    examples: ['contributors kim@example.com', 'contributors Kim Lee --min-commits 5'],
    more: ['`--limit`: at most so many; `--min-commits`: with so many commits at least'],
  },
};

export function toolList(tools: readonly CodeTool[]): string {
  return [
    'The code tools, answered to you alone:',
    ...tools.map((tool) => `• \`code ${HELP[tool].usage}\` ${HELP[tool].summary}`),
    'Text with blanks goes in quotation marks. `code help read` tells all that `read` takes, and so on.',
  ].join('\n');
}

export function toolHelp(tool: CodeTool): string {
  const { summary, usage, examples, more = [] } = HELP[tool];
  return [
    `\`code ${usage}\` ${summary}.`,
    ...more.map((line) => `• ${line}`),
    'For example:',
    ...examples.map((example) => `• \`/deepsearch code ${example}\``),
  ].join('\n');
}

// Forms (labels are plain text)

export const menuHead =
  'Choose what to look at. All of it can be typed as well: `/deepsearch code help` tells how.';

export function menuRow(tool: CodeTool): string {
  return `*${tool}* ${HELP[tool].summary}`;
}

interface Field {
  readonly label: string;
  readonly hint?: string;
}

const DATE = 'A date, or words such as: 2 weeks ago';
const LINES = 'One a line; any of them will do';

const FIELDS: Readonly<Record<string, Field>> = {
  query: { label: 'What to look for', hint: 'It may hold repo:, file: and rev: filters' },
  repo: { label: 'Repository' },
  repos: { label: 'Repositories', hint: 'With commas between them' },
  path: { label: 'Path', hint: 'Such as src/queue.ts' },
  lines: { label: 'Lines', hint: 'Such as 10-40' },
  revision: { label: 'Revision', hint: 'A branch, a tag or a commit; without it the newest' },
  symbol: { label: 'Name', hint: 'Such as backoff or Cart.add' },
  pattern: { label: 'What to look for in changed lines' },
  messageTerms: { label: 'Words of the message', hint: 'Any of them will do' },
  authors: { label: 'Authors', hint: LINES },
  contentTerms: { label: 'Words in changed lines', hint: LINES },
  files: { label: 'Files', hint: LINES },
  author: { label: 'Author', hint: 'A part of the name or of the e-mail address' },
  base: { label: 'From', hint: 'The older branch, tag or commit' },
  head: { label: 'To', hint: 'The newer branch, tag or commit' },
  after: { label: 'After', hint: DATE },
  before: { label: 'Before', hint: DATE },
  limit: { label: 'At most so many', hint: '1 to 100' },
  count: { label: 'At most so many', hint: 'Up to 100; of changes 50' },
  first: { label: 'Files a page', hint: '1 to 100' },
  minCommits: { label: 'With so many commits at least' },
  added: { label: 'Only added lines' },
  removed: { label: 'Only removed lines' },
  useRegex: { label: 'They are regular expressions' },
};

export function fieldOf(param: string): Field {
  return FIELDS[param] ?? { label: param };
}

export const invalidLines = 'Lines are a number, or two: 10, 10-40, 10-, -40.';

export function invalidField(param: string): string {
  return (
    EXPECTED[param]?.slice(2).replace(/^./, (first) => first.toUpperCase()) ?? 'This does not fit.'
  );
}

// What is wrong

/** What is wrong, what was probably meant, and how it is called. */
export function invalidCommand({ tool, mistake, corrected }: InvalidCodeCommand): string {
  const suggestion = corrected === undefined ? [] : [`Did you mean \`code ${code(corrected)}\`?`];
  const how = tool === undefined ? '`code help` tells what there is.' : howTo(tool);
  return [mistakeText(mistake), ...suggestion, how].join('\n');
}

function howTo(tool: CodeTool): string {
  const { usage, examples } = HELP[tool];
  return `It is called \`code ${usage}\`, such as \`code ${examples[0]}\`. \`code help ${tool}\` tells more.`;
}

function mistakeText(mistake: CodeMistake): string {
  switch (mistake.kind) {
    case 'unknown-tool':
      return `There is no code tool \`${code(mistake.typed)}\`.`;
    case 'unknown-option':
      return `It has no option \`--${code(mistake.typed)}\`.`;
    case 'missing-value':
      return `\`--${code(mistake.option)}\` wants something behind it.`;
    case 'invalid-value':
      return `\`${code(mistake.typed)}\` does not fit as \`${code(mistake.option)}\`${EXPECTED[mistake.option] ?? '.'}`;
    case 'line-range':
      return `\`${code(mistake.typed)}\` is no range of lines: \`10\`, \`10-40\`, \`10-\` and \`-40\` are.`;
    case 'extra-word':
      return `\`${code(mistake.typed)}\` is one word too many; a name with a blank goes in quotation marks.`;
    case 'unclosed-quote':
      return 'A quotation mark is not closed.';
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  limit: ': a whole number from 1 to 100 does.',
  count: ': a whole number from 1 to 100 does, for `diffs` to 50.',
  first: ': a whole number from 1 to 100 does.',
  minCommits: ': a whole number does.',
  repo: ': the name of a repository has no blank and no comma.',
  repos: ': names of repositories go with commas between them, without blanks.',
  revision: ': a branch, a tag or a commit does, as one word.',
  base: ': a branch, a tag or a commit does, as one word.',
  head: ': a branch, a tag or a commit does, as one word.',
};

function code(raw: string): string {
  return clipMrkdwn(oneLine(raw).replaceAll('`', '\u02cb'), SHOWN.title);
}
