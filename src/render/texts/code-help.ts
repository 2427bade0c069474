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
  'Filters: `repo:` limits it to repositories, `file:` to files, `rev:` to a revision.';
const REVISION = '`@main` at the end: a branch, a tag or a commit';

const HELP: Readonly<Record<CodeTool, ToolHelp>> = {
  search: {
    summary: 'finds files that contain all words',
    usage: 'search QUERY',
    examples: ['search retry backoff', 'search "failed payment" OR refund repo:shop file:\\.ts$'],
    more: ['`AND`, `OR`, `"exact words"` and regular expressions work.', FILTERS],
  },
  nls: {
    summary: 'finds files by meaning, including other forms of the words',
    usage: 'find QUERY',
    examples: ['find where failed payments are retried', 'find token refresh repo:shop'],
    more: [FILTERS, '`nls` is the same.'],
  },
  read: {
    summary: 'shows a file, or lines of it',
    usage: 'read REPO PATH[:LINES] [@REVISION]',
    examples: ['read acme/shop src/queue.ts', 'read acme/shop src/queue.ts:10-40 @main'],
    more: [
      'Lines: `:10`, `:10-40`, `:10-`, `:-40`; or `--lines 10-40`',
      '`--around 5`: 5 more lines before and after',
      REVISION,
    ],
  },
  ls: {
    summary: 'lists a folder',
    usage: 'ls REPO [PATH] [@REVISION]',
    examples: ['ls acme/shop', 'ls acme/shop src @main'],
    more: [REVISION],
  },
  repos: {
    summary: 'lists the repositories, or those whose names match a pattern',
    usage: 'repos [PATTERN]',
    examples: ['repos shop', 'repos acme/.* --limit 20'],
    more: ['`--limit`: results a page', '`--after`, `--before`: the cursor of a page'],
  },
  def: {
    summary: 'goes to the definition of a name that a file uses',
    usage: 'def REPO PATH NAME [@REVISION]',
    examples: ['def acme/shop src/queue.ts backoff', 'def acme/shop src/queue.ts Cart.add @main'],
    more: [REVISION, '`--limit`: the maximum number of files'],
  },
  refs: {
    summary: 'finds where a name that a file defines is used',
    usage: 'refs REPO PATH NAME [@REVISION]',
    examples: ['refs acme/shop src/queue.ts backoff --limit 50'],
    more: [REVISION, '`--limit`: the maximum number of files'],
  },
  commits: {
    summary: 'finds commits by message, author, files, content and time',
    usage: 'commits REPO[,REPO] [WORDS OF THE MESSAGE]',
    examples: [
      'commits acme/shop --author kim --after "2 weeks ago"',
      'commits acme/shop,acme/lib retry --file src/queue.ts --content backoff',
    ],
    more: [
      '`--author`, `--file`, `--content`: can be repeated to match any of them',
      SPAN_OF_TIME,
      '`--count`: the maximum number, up to 100; `--regex`: the words are regular expressions',
    ],
  },
  diffs: {
    summary: 'finds where code was added or removed',
    usage: 'diffs REPO[,REPO] PATTERN',
    examples: ['diffs acme/shop backoff --added', 'diffs acme/shop "retry(" --author kim'],
    more: [
      '`--added`, `--removed`: only added or removed lines; `--author`: by this author',
      SPAN_OF_TIME,
      '`--count`: the maximum number, up to 50; `--regex`: the pattern is a regular expression',
    ],
  },
  compare: {
    summary: 'compares two revisions',
    usage: 'compare REPO BASE..HEAD',
    examples: ['compare acme/shop main..feature', 'compare acme/shop v1.2 v1.3 --first 10'],
    more: ['`--first`: files a page, up to 100', '`--after`: the cursor of a page'],
  },
  contributors: {
    summary: 'lists the repositories that somebody has commits in',
    usage: 'contributors NAME',
    examples: ['contributors kim@example.com', 'contributors Kim Lee --min-commits 5'],
    more: ['`--limit`: the maximum number; `--min-commits`: the minimum number of commits'],
  },
};

export function toolList(tools: readonly CodeTool[]): string {
  return [
    'The code tools (only you see the results):',
    ...tools.map((tool) => `• \`code ${HELP[tool].usage}\` ${HELP[tool].summary}`),
    'Put text with spaces in quotation marks. `code help read` shows all options of `read`, and so on.',
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

export const menuHead = 'Choose a tool. You can also type: see `/deepsearch code help`.';

/** What is typed for a tool: `find` for `nls`. */
export function typedName(tool: CodeTool): string {
  return HELP[tool].usage.split(' ', 1).join('');
}

export function menuRow(tool: CodeTool): string {
  return `*${typedName(tool)}* ${HELP[tool].summary}`;
}

interface Field {
  readonly label: string;
  readonly hint?: string;
}

const DATE = 'A date, or words such as: 2 weeks ago';
const LINES = 'One per line, to match any of them';

const FIELDS: Readonly<Record<string, Field>> = {
  query: { label: 'Query', hint: 'May contain repo:, file: and rev: filters' },
  repo: { label: 'Repository' },
  repos: { label: 'Repositories', hint: 'Separated by commas' },
  path: { label: 'Path', hint: 'Such as src/queue.ts' },
  lines: { label: 'Lines', hint: 'Such as 10-40' },
  around: { label: 'Lines around', hint: 'How many more lines before and after' },
  revision: { label: 'Revision', hint: 'A branch, tag or commit; default: the newest' },
  symbol: { label: 'Name', hint: 'Such as backoff or Cart.add' },
  pattern: { label: 'Pattern in changed lines' },
  messageTerms: { label: 'Words in the message', hint: 'Matches any of them' },
  authors: { label: 'Authors', hint: LINES },
  contentTerms: { label: 'Words in changed lines', hint: LINES },
  files: { label: 'Files', hint: LINES },
  author: { label: 'Author', hint: 'Part of the name or the email address' },
  base: { label: 'From', hint: 'The older branch, tag or commit' },
  head: { label: 'To', hint: 'The newer branch, tag or commit' },
  after: { label: 'After', hint: DATE },
  before: { label: 'Before', hint: DATE },
  limit: { label: 'Max results', hint: '1 to 100' },
  count: { label: 'Max results', hint: 'Up to 100, for changes 50' },
  first: { label: 'Files a page', hint: '1 to 100' },
  minCommits: { label: 'Min commits' },
  added: { label: 'Only added lines' },
  removed: { label: 'Only removed lines' },
  useRegex: { label: 'Use regular expressions' },
};

export function fieldOf(param: string): Field {
  return FIELDS[param] ?? { label: param };
}

export const invalidLines = 'Enter lines like 10, 10-40, 10- or -40.';

export function invalidField(param: string): string {
  return (
    EXPECTED[param]?.slice(2).replace(/^./, (first) => first.toUpperCase()) ??
    'This value is not valid.'
  );
}

// What is wrong

/** What is wrong, what was probably meant, and how it is called. */
export function invalidCommand({ tool, mistake, corrected }: InvalidCodeCommand): string {
  const suggestion = corrected === undefined ? [] : [`Did you mean \`code ${code(corrected)}\`?`];
  const how = tool === undefined ? toolsAndAsk : howTo(tool);
  return [mistakeText(mistake), ...suggestion, how].join('\n');
}

const toolsAndAsk =
  '`code help` lists the tools. To ask a question that begins with `code`, put `ask` before it.';

function howTo(tool: CodeTool): string {
  const { usage, examples } = HELP[tool];
  return `Usage: \`code ${usage}\`, for example \`code ${examples[0]}\`. See \`code help ${tool}\`.`;
}

function mistakeText(mistake: CodeMistake): string {
  switch (mistake.kind) {
    case 'unknown-tool':
      return `There is no code tool \`${code(mistake.typed)}\`.`;
    case 'unknown-option':
      return `It has no option \`--${code(mistake.typed)}\`.`;
    case 'missing-value':
      return `\`--${code(mistake.option)}\` needs a value.`;
    case 'invalid-value':
      return `\`${code(mistake.typed)}\` is not a valid \`${code(mistake.option)}\`${EXPECTED[mistake.option] ?? '.'}`;
    case 'line-range':
      return `\`${code(mistake.typed)}\` is not a range of lines, such as \`10\`, \`10-40\`, \`10-\` or \`-40\`.`;
    case 'extra-word':
      return `\`${code(mistake.typed)}\` is one word too many. Put a name with a space in quotation marks.`;
    case 'unclosed-quote':
      return 'A quotation mark is missing.';
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  limit: ': use a whole number from 1 to 100.',
  count: ': use a whole number from 1 to 100, for `diffs` up to 50.',
  first: ': use a whole number from 1 to 100.',
  minCommits: ': use a whole number.',
  around: ': use a whole number.',
  repo: ': the name of a repository has no spaces or commas.',
  repos: ': separate repositories by commas, without spaces.',
  revision: ': use a branch, tag or commit, as one word.',
  base: ': use a branch, tag or commit, as one word.',
  head: ': use a branch, tag or commit, as one word.',
};

function code(raw: string): string {
  return clipMrkdwn(oneLine(raw).replaceAll('`', '\u02cb'), SHOWN.title);
}
