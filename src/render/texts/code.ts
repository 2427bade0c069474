/** What people read of the code tools; escaped as in `question.ts`. */
import type { CodeCall } from '../../model/code.js';
import { count, moment, plural } from '../format/amounts.js';
import { clipMrkdwn, escapeMrkdwn, oneLine } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';
import type { LineSpan } from '../markdown/instance-link.js';
import { linkText } from '../markdown/mrkdwn.js';
import { mention } from './question.js';

// Buttons (plain text)

export const previousPageLabel = 'Previous page';
export const nextPageLabel = 'Next page';
export const firstPageLabel = 'First page';
export const previousLinesLabel = 'Previous lines';
export const nextLinesLabel = 'Next lines';
export const widerLabel = 'More lines';
export const narrowerLabel = 'Fewer lines';
export const upLabel = 'Up';
export const referencesLabel = 'References';
export const historyLabel = 'History';
export const nextFilesLabel = 'More files';
export const previousReposLabel = 'Previous repositories';
export const nextReposLabel = 'More repositories';
export const moreLabel = 'Older results';
export const readLabel = 'Read';
export const changeLabel = 'Diff';
export const exploreLabel = 'Explore';
export const shareWithChannelLabel = 'Share with channel';
export const backLabel = '← Back';
export const forwardLabel = 'Forward →';
export const openLabel = 'Open';
export const submitCallLabel = 'Run';
export const flagsLabel = 'Options';
export const sourcesTitle = 'Sources';
export const viewTitle = 'Code';
export const formTitle = (tool: string) => `Code: ${tool}`;
export const typeNameLabel = 'Or the definition of this name';
export const typeNameHint = 'Such as Cart.add';
export const definitionLabel = 'Definition';
export const nameRequired = 'Type a name, or pick one above.';
const PICKS = { def: 'Definition of …', refs: 'References to …', open: 'Open …' } as const;
export const selectLabel = (what: keyof typeof PICKS) => PICKS[what];
export const runLabel = 'Run it';

/** Said whether or not there are any, so that it tells nobody. Plain text. */
export const othersLeftOut =
  'This channel is limited to some repositories. What is in others is left out.';
export const outsideAudience =
  'There is nothing to show here: this channel is limited to some repositories. For everything else, use our direct message.';

// Names

/** Data on one line, at most so long. */
export function inlineText(raw: string, max: number = SHOWN.sourceLabel): string {
  return clipMrkdwn(oneLine(raw).replaceAll('*', ''), max);
}

/** As code within a sentence. */
export function inlineCode(raw: string, max: number = SHOWN.title): string {
  const text = clipMrkdwn(oneLine(raw).replaceAll('`', '\u02cb'), max);
  return text === '' ? '' : `\`${text}\``;
}

export function linkOrText(label: string, url: string | undefined): string {
  return url === undefined ? escapeMrkdwn(label) : linkText(url, label);
}

export function atRevision(revision: string | undefined): string {
  return revision === undefined ? '' : ` @${inlineText(revision, 40)}`;
}

export const lineRange = ({ first, last }: LineSpan) =>
  first === last ? `line ${first}` : `lines ${first}–${last}`;

/** "*a* · b · c", without what is empty. */
export function joinFacts(head: string, ...rest: readonly string[]): string {
  return [`*${head}*`, ...rest].filter((part) => part !== '').join(' · ');
}

export const pageNumber = (at: number, pages: number) =>
  pages > 1 ? `page ${count(at + 1)} of ${count(pages)}` : '';

export function commitTitle(raw: string): string {
  return inlineText(raw, SHOWN.title) || 'Without a message';
}

export const commitLink = (id: string, url: string | undefined) => linkOrText(id.slice(0, 8), url);

/** One value of what was asked for, or several of which any will do. */
export function condition(value: string | number | readonly string[]): string {
  return [value]
    .flat()
    .map((one) => inlineCode(String(one)))
    .join(' or ');
}

export function repositoryFlags(of: {
  readonly private: boolean;
  readonly archived: boolean;
  readonly fork: boolean;
  readonly stars: number;
}): string[] {
  const names = (['private', 'archived', 'fork'] as const).filter((flag) => of[flag]);
  return [...names, ...(of.stars > 0 ? [plural(of.stars, 'star')] : [])];
}

// Results

/** `more`: there are others, which the service left out. */
export const fileCount = (n: number, more = false) => first(plural(n, 'file'), more);
export const entryCount = (n: number, more: boolean) =>
  first(plural(n, 'entry').replace(/entrys$/, 'entries'), more);
export const repositoryCount = (n: number) => plural(n, 'repository').replace(/ys$/, 'ies');
export const commitCount = (n: number, more: boolean) => first(plural(n, 'commit'), more);
export const changeCount = (n: number, more: boolean) => first(plural(n, 'change'), more);

const first = (counted: string, more: boolean) =>
  more ? `the first ${counted.replace(/^1 /, '')}` : counted;

export function lineChanges(added: number, deleted: number): string {
  return `+${count(added)} −${count(deleted)}`;
}

export function dateText(date: string): string {
  const at = Date.parse(date);
  return Number.isNaN(at) ? inlineText(date, 40) : moment(at);
}

export const searchHead = (natural: boolean) => (natural ? 'Search by meaning' : 'Search');
export const reposHead = 'Repositories';
export const definitionHead = (symbol: string) => `Definition of ${inlineText(symbol)}`;
export const referencesHead = (symbol: string) => `References to ${inlineText(symbol)}`;
export const commitsHead = 'Commits';
export const changesHead = 'Changes';
export const changeHead = (commit: string, url: string | undefined) =>
  `Diff of ${linkOrText(commit, url)}`;
export const contributorHead = (author: string) =>
  `*Repositories with commits by ${inlineText(author)}*`;
export const lastCommitOn = (date: string) => `last ${dateText(date)}`;
export const pathMatch = 'Matches by path.';
export const noTextChanges = 'No lines to show: the file is binary or was only renamed.';
/** `readable`: some are files whose lines can be opened. */
export function sourcesViewHead(n: number, readable: boolean): string {
  const hint = readable ? ' · Read one to see its lines, definitions, references and history.' : '';
  return `*${plural(n, 'source')}*${hint}`;
}
export const sourcesLeftOut = (n: number) => `${plural(n, 'more source')} left out.`;
export const currentRevisionNote =
  'Without a revision, you see the current file; the answer may be based on an older one.';
export const unknownResultForm = 'The service returned a result in an unknown format:';
export const emptyResult = 'The result is empty.';
export const linesLeftOut = (n: number) => `${plural(n, 'more line')} left out.`;
const emptyFile = 'The file is empty.';

export const notice = (raw: string) => inlineText(raw, SHOWN.detail);
/** `by`: a user id; `head`: of the result, escaped. */
export const resultSharedBy = (by: string, head: string) => `${mention(by)} shared: ${head}`;

/** Nothing was found: what to try. */
export function nothingFound(call: CodeCall): string {
  switch (call.tool) {
    case 'search':
      return 'No file matches all of this. Remove a word, put `OR` between words, or try `find`, which also finds other forms of a word.';
    case 'nls':
      return 'No matches. Try other words or fewer filters.';
    case 'repos':
      return 'No repository that the app can see matches this name.';
    case 'ls':
      return 'This folder is empty.';
    case 'read':
      return emptyFile;
    case 'def':
      return 'No definition found. Check the spelling and letter case, and that the file uses this name.';
    case 'refs':
      return 'No references found. Check the spelling and letter case, and that the file defines this name.';
    case 'commits':
      return 'No commit matches all of this. Remove a filter or widen the dates.';
    case 'diffs':
      return 'No change matches. Remove a filter or widen the dates.';
    case 'compare':
      return 'The two revisions are identical.';
    case 'contributors':
      return 'No repository has commits by an author with this name or address.';
  }
}

// Why there is nothing

export const toolsOff =
  'The code tools are not available: they are turned off on the instance, or it is older than version 6.8. Its admin can turn them on. Questions work without them.';
export const toolsForbidden =
  "The instance does not allow this app to use its code tools. An admin of the instance can allow it for the app's account.";
export const toolsToken =
  "The instance rejected the app's access token. Ask the people who run this app to renew it, then try again.";
export const toolMissing =
  'This instance does not have this code tool. `code help` lists them all.';
export const toolsBusy = 'The instance is very busy. Try again in a minute.';
export const toolsUnavailable =
  'The code tools are not answering right now. Try again in a moment, perhaps with a narrower search.';
export const tooLarge =
  'The result is too large. Narrow it: fewer repositories, a file filter, fewer lines.';

/** The tool's own message; `typed`: the call, so that the user can correct it. */
export function toolMessage(said: string, typed: string): string {
  const words = clipMrkdwn(oneLine(said), SHOWN.detail) || 'No reason was given.';
  return `The service says:\n> ${words}\nYou ran \`code ${escapeMrkdwn(typed.replaceAll('`', '\u02cb'))}\`. To ask it as a question, start with \`ask\`.`;
}

/** The commit before it was asked for, and refused. */
export const firstCommitHint =
  'The first commit of a repository has no diff. Read the files at that commit instead.';

export const pageExpired = 'This page has expired. Run the command again.';
export const sharedInChannel = 'Shared in the channel.';
export const notInChannel =
  'I am not in this channel, so I cannot post in it. Invite me, then share again.';
