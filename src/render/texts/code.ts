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
export const widerLabel = 'Wider';
export const narrowerLabel = 'Narrower';
export const upLabel = 'Up';
export const referencesLabel = 'References';
export const historyLabel = 'History';
export const nextFilesLabel = 'More files';
export const previousReposLabel = 'Repositories before';
export const nextReposLabel = 'More repositories';
export const moreLabel = 'Look further back';
export const readLabel = 'Read';
export const changeLabel = 'Change';
export const exploreLabel = 'Explore';
export const shareWithChannelLabel = 'Share with channel';
export const backLabel = '← Back';
export const forwardLabel = 'Forth →';
export const openLabel = 'Open';
export const submitCallLabel = 'Look';
export const flagsLabel = 'Also';
export const sourcesTitle = 'Sources';
export const viewTitle = 'Code';
export const formTitle = (tool: string) => `Code: ${tool}`;
export const typeNameLabel = 'Or the definition of this name';
export const typeNameHint = 'Such as Cart.add';
export const definitionLabel = 'Definition';
export const nameRequired = 'Type a name, or pick one above.';
const PICKS = { def: 'Definition of …', refs: 'References of …', open: 'Open …' } as const;
export const selectLabel = (what: keyof typeof PICKS) => PICKS[what];
export const runLabel = 'Run it';

// Names

/** Data on one line, at most so long. */
export function inlineText(raw: string, max: number = SHOWN.sourceLabel): string {
  return clipMrkdwn(oneLine(raw).replaceAll('*', ''), max);
}

/** As code within a sentence. */
export function inlineCode(raw: string): string {
  const text = clipMrkdwn(oneLine(raw).replaceAll('`', '\u02cb'), SHOWN.title);
  return text === '' ? '' : `\`${text}\``;
}

export function linkOrText(label: string, url: string | undefined): string {
  return url === undefined ? escapeMrkdwn(label) : linkText(url, label);
}

export function atRevision(revision: string | undefined): string {
  return revision === undefined ? '' : ` @${inlineText(revision, 40)}`;
}

export const lineRange = ({ first, last }: LineSpan) =>
  first === last ? `line ${count(first)}` : `lines ${count(first)}–${count(last)}`;

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

export const searchHead = (natural: boolean) => (natural ? 'Search in words' : 'Search');
export const reposHead = 'Repositories';
export const definitionHead = (symbol: string) => `Definition of ${inlineText(symbol)}`;
export const referencesHead = (symbol: string) => `References of ${inlineText(symbol)}`;
export const commitsHead = 'Commits';
export const changesHead = 'Changes';
export const changeHead = (commit: string, url: string | undefined) =>
  `Change of ${linkOrText(commit, url)}`;
export const contributorHead = (author: string) =>
  `*Repositories with commits of ${inlineText(author)}*`;
export const lastCommitOn = (date: string) => `last ${dateText(date)}`;
export const pathMatch = 'Its path fits.';
export const noTextChanges = 'No lines to show: a binary file, or only its name changed.';
export const sourcesViewHead = (n: number) =>
  `*${plural(n, 'source')}* · each opens its lines; from there on to definitions, references and history.`;
export const sourcesLeftOut = (n: number) => `${plural(n, 'more source')} left out here.`;
export const currentRevisionNote =
  'Where no revision is named you see the file as it is now; the answer may have seen it as it was before.';
export const unknownResultForm =
  'The service answered in a form that I do not know; these are its own words.';
export const emptyResult = 'It said nothing.';
export const linesLeftOut = (n: number) => `${plural(n, 'more line')} of it left out here.`;
export const emptyFile = 'There are no lines here: the file is empty.';

export const notice = (raw: string) => inlineText(raw, SHOWN.detail);
/** `by`: a user id. */
export const resultSharedBy = (by: string) => `${mention(by)} shared this from the code tools`;

/** Nothing was found: what to try. */
export function nothingFound(call: CodeCall): string {
  switch (call.tool) {
    case 'search':
      return 'No file has all of this. Take a word away, put `OR` between words, or try `nls`, which also finds other forms of a word.';
    case 'nls':
      return 'Nothing fits these words. Try others, or fewer filters.';
    case 'repos':
      return 'No repository has a name like this, or none that this bot may see.';
    case 'ls':
      return 'This folder is empty.';
    case 'read':
      return emptyFile;
    case 'def':
      return 'No definition was found. Is it spelled so, letter case included, and used in this file?';
    case 'refs':
      return 'No reference was found. Is it spelled so, letter case included, and defined in this file?';
    case 'commits':
      return 'No commit fits all of this. Take a condition away, or a wider time.';
    case 'diffs':
      return 'No change of this was found. Take a condition away, or a wider time.';
    case 'compare':
      return 'Nothing differs between the two.';
    case 'contributors':
      return 'No repository has commits of somebody by this name or address.';
  }
}

// Why there is nothing

export const toolsOff =
  'The code tools are not there: they are turned off on the instance, or it is older than version 6.8. Whoever runs it can turn them on; questions work without them.';
export const toolsForbidden =
  'The instance does not let this bot use its code tools. Whoever runs the instance can allow it for the account that the bot asks with.';
export const toolsToken =
  "The instance did not accept this bot's access token. Ask whoever runs this bot to renew it; then try again.";
export const toolMissing =
  'This instance does not have this one of the code tools. `code help` lists them all; the others may be there.';
export const toolsBusy = 'The instance is very busy and asked us to wait. Try again in a minute.';
export const toolsUnavailable =
  'The code tools are not answering right now. Try again in a moment; a narrower call is quicker.';
export const tooLarge =
  'The instance gave more than can be read at once. Narrow it: fewer repositories, a file filter, fewer lines.';

/** The tool's own words; `typed`: what was called, to be mended. */
export function toolMessage(said: string, typed: string): string {
  const words = clipMrkdwn(oneLine(said), SHOWN.detail) || 'It gave no reason.';
  return `The service says:\n> ${words}\nThat was \`code ${escapeMrkdwn(typed.replaceAll('`', '\u02cb'))}\`. If it was meant as a question, begin it with \`ask\`.`;
}

/** The commit before it was asked for, and refused. */
export const firstCommitHint =
  'The first commit of a repository has nothing before it; what it holds is in its files at that commit.';

export const pageExpired =
  'This is too long ago: what the button led to is no longer kept. Call it again.';
export const sharedInChannel = 'It stands in the channel now.';
export const notInChannel =
  'I am not in this channel, so I cannot post there. Invite me, and share it again.';
