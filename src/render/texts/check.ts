/** What people read where the files of an answer are looked up in their history. */

import { count, moment, plural } from '../format/amounts.js';
import { clipMrkdwn, oneLine } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';
import { linkText } from '../markdown/mrkdwn.js';
import { conversationTitle, threadLink } from './conversations.js';

/** Data on one line, without mentions. */
function name(raw: string, max: number = SHOWN.sourceLabel): string {
  return clipMrkdwn(oneLine(raw).replaceAll('*', ''), max);
}

/** "*Title* (#12)" */
export function conversationName(conversation: {
  readonly id?: number;
  readonly title: string;
}): string {
  return conversation.id === undefined
    ? '*This conversation*'
    : `*${conversationTitle(conversation.title)}* (#${conversation.id})`;
}

/** "Your newest conversation in this channel: “Where do we retry?” · thread. …" `link`: of its thread. */
export function assumedConversation(of: {
  readonly asked?: string;
  readonly link?: string;
}): string {
  const asked = of.asked === undefined ? '' : `“${name(of.asked)}”`;
  const what = [asked, threadLink(of.link)].filter((part) => part !== '').join(' · ');
  const which = `Your newest conversation in this channel${what === '' ? '' : `: ${what}`}.`;
  return `${which} For another one, add its number, or use this in its thread.`;
}

export const noConversation =
  'No answer to you was found here. Name a conversation: `check` with its number, its link or a link to its thread. `list` shows them.';
export const noFiles =
  'The answers in this conversation name no files, so there is no history to check.';

/** `said`: the tool's own message, raw. */
export function historyRefused(said: string): string {
  const words = clipMrkdwn(oneLine(said), SHOWN.detail) || 'No reason was given.';
  return `The service refused to read the history of its files with \`code commits\`:\n> ${words}\nTheir repository may have a new name, or the app can no longer read it. Ask the question again to get an answer about the code as it is now.`;
}

export function checkHead(of: { readonly changed: number; readonly looked: number }): string {
  if (of.looked === 0) return 'could not be checked';
  if (of.changed === 0) return `up to date: ${plural(of.looked, 'file')} unchanged`;
  return `${count(of.changed)} of ${plural(of.looked, 'file')} ${of.changed === 1 ? 'has' : 'have'} changed since`;
}

export function fileLink(label: string, url: string | undefined): string {
  return url === undefined ? name(label) : linkText(url, label.slice(0, SHOWN.sourceLabel));
}

/** "3 commits since today at 10:11 · last: Title, by Ann" */
export function fileChanges(of: {
  readonly commits: number;
  readonly since: number;
  readonly title: string;
  readonly author: string;
}): string {
  const by = of.author === '' ? '' : `, by ${name(of.author, 60)}`;
  const last = name(of.title, 100) || 'without a message';
  return `${plural(of.commits, 'commit')} since ${moment(of.since)} · last: ${last}${by}`;
}

export const unchangedFiles = (files: readonly string[]) => `Unchanged: ${files.join(', ')}`;
export const uncheckedFiles = (files: readonly string[]) => `Not checked: ${files.join(', ')}`;
export const andMoreFiles = (n: number) => `and ${count(n)} more`;

export const ownersHead = (files: number) =>
  `people who know ${files === 1 ? 'its file' : `its ${count(files)} files`}`;
export const noOwners = 'No author was found in the history of its files.';
export const nobodyNotified = 'They are not notified.';

/** "*Ann* · 12 commits to 3 files · last today at 10:11" */
export function ownerLine(of: {
  readonly name: string;
  readonly commits: number;
  readonly files: number;
  readonly lastAt: number;
}): string {
  const share = `${plural(of.commits, 'commit')} to ${plural(of.files, 'file')}`;
  return `*${name(of.name, 60)}* · ${share} · last ${moment(of.lastAt)}`;
}

export function askedAnew(inOwnThread: boolean): string {
  return inOwnThread
    ? 'Asked again. The answer comes in this thread.'
    : 'Asked again. The answer comes in our direct messages.';
}

// Buttons (plain text)

export const checkLabel = 'Check files';
export const ownersLabel = 'Who knows';
export const askAnewLabel = 'Ask again';
