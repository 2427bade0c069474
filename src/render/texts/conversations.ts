/** What people read when they browse their conversations; escaped as in `question.ts`. */
import type { QuestionState } from '../../model/conversation-record.js';
import type { ConversationFilter } from '../../model/conversation-request.js';
import { count, moment, plural } from '../format/amounts.js';
import { clipMrkdwn, oneLineInBold } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';
import { mention } from './question.js';

export const serviceUnavailable = 'The service is not answering right now. Try again in a moment.';

// The list

const LISTS: Readonly<Record<ConversationFilter, string>> = {
  mine: 'Your conversations',
  starred: 'Starred conversations',
  all: 'Your conversations and those in public threads',
};

export function listHead(
  filter: ConversationFilter,
  sortBy: 'created' | 'updated',
  page: number,
): string {
  const order = sortBy === 'created' ? 'newest first' : 'most recent question first';
  const place = page === 0 ? '' : ` · page ${page + 1}`;
  return `*${LISTS[filter]}* · ${order}${place}`;
}

export function listEmpty(filter: ConversationFilter, page: number): string {
  if (page > 0) return 'There are no more.';
  if (filter === 'mine') {
    return 'You have not asked anything yet. Your conversations will be listed here.';
  }
  if (filter === 'all') return 'There are no conversations that you can read.';
  return 'Nothing is starred yet. Use `star` with the number of a conversation.';
}

/** `by`: a user id, absent if it is the reader's own. `channel`: absent in a direct message. */
export interface LastQuestion {
  readonly by?: string;
  readonly channel?: string;
  readonly state?: QuestionState;
}

export interface ConversationRow {
  readonly id: number;
  readonly title: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly starred: boolean;
  /** Of its thread in Slack. */
  readonly link?: string;
  /** Its newest question of which the reader may know. */
  readonly last?: LastQuestion;
}

/** "*Title* ⭐", and below it number, state, place, asker, time and thread. */
export function conversationRow(conversation: ConversationRow): string {
  const star = conversation.starred ? ':star: ' : '';
  const parts = [
    `#${conversation.id}`,
    ...(conversation.last === undefined ? [] : lastQuestion(conversation.last)),
    moment(conversation.at),
    threadLink(conversation.link),
  ];
  return `${star}*${conversationTitle(conversation.title)}*\n${parts.filter((part) => part !== '').join(' · ')}`;
}

const STATES: Readonly<Record<QuestionState, string>> = {
  running: 'running',
  answered: 'answered',
  stopped: 'stopped',
  unanswered: 'no answer',
};

function lastQuestion({ by, channel, state }: LastQuestion): string[] {
  return [
    state === undefined ? '' : STATES[state],
    channel === undefined ? 'direct message' : `<#${channel.replace(/[^A-Z0-9]/g, '')}>`,
    by === undefined ? 'you' : mention(by),
  ];
}

export function conversationTitle(raw: string): string {
  const text = clipMrkdwn(oneLineInBold(raw), SHOWN.sourceLabel);
  return text === '' ? 'Untitled' : text;
}

export function threadLink(link: string | undefined): string {
  if (link === undefined || !/^https?:\/\/[^\s<>|]+$/.test(link)) return '';
  return `<${link.replaceAll('&', '&amp;')}|thread>`;
}

export const starsMissing =
  'Stars that were set on the service are missing: it is not answering right now.';

// One conversation

/** The same for what is not there and for what somebody may not reach. */
/** `outside-audience`: it is about what the channel may not see, in which it was to be shown. */
export type NotShownReason = 'no-access' | 'no-share' | 'outside-audience';

export function notFound(why: NotShownReason): string {
  switch (why) {
    case 'no-access':
      return 'There is no such conversation, or you cannot access it. `list` shows yours.';
    case 'no-share':
      return 'That link opens no conversation: sharing may be off on the service, the link may be incomplete, or the conversation was deleted.';
    case 'outside-audience':
      return "This channel is limited to some repositories, and this conversation isn't only about those. Open it in our direct message.";
  }
}

/** Where its title may not be shown, and its first question is not stored. */
export const untitled = (id: number) => `Conversation ${id}`;

export const nothingAsked = 'Nothing was asked in this conversation.';
export const stillWorking = 'The service is still working on this.';
export const sharedHead = 'A conversation shared by link.';
export const sharedMore = (left: number) =>
  `${plural(left, 'more part')} left out. Open the link on the service to read on.`;

export const starred = (name: string) =>
  `:star: *${conversationTitle(name)}* is starred: see \`list starred\`.`;
export const unstarred = (name: string) => `*${conversationTitle(name)}* is no longer starred.`;
export const deletedBefore =
  'The conversation was deleted from Deep Search. The Slack messages stay.';
export const deleted = (name: string) =>
  `*${conversationTitle(name)}* was deleted from Deep Search. The Slack messages stay.`;
export const notOwned =
  'That conversation is somebody else\u2019s, shared by link: you can only `show` it here.';
export const mayNotDelete =
  'Only people who asked in a conversation, and admins of their workspace, can delete it, and only if they can see all of its questions.';
export const mayNotShare =
  'You cannot see all questions of this conversation, so you cannot share its link.';
export const sharesDeleted =
  'The service keeps a deleted question in this conversation, and whoever has its link could read that, so the link is not shared.';
export const noShareLink = 'The service gives no share link for this conversation.';

/** `link`: absolute and inert. */
export function shareLinkNote(name: string, link: string): string {
  const url = link.replaceAll('&', '&amp;');
  return [
    `Share link of *${conversationTitle(name)}*:\n<${url}>`,
    'Anyone who has it can read the whole conversation if sharing is on, including code that they have no access to.',
  ].join('\n');
}

/** `askers`: as mentions. */
export function confirmDelete(conversation: {
  readonly id: number;
  readonly title: string;
  readonly questions: number;
  readonly askers: string;
}): string {
  const what = `${plural(conversation.questions, 'question')} asked by ${conversation.askers}`;
  return `Delete *${conversationTitle(conversation.title)}* (#${conversation.id}, ${what})? This deletes it from Deep Search for everybody; the Slack messages stay.`;
}

export const exported = 'The conversation as Markdown (only you can see this):';
export const exportedToDirect = 'The conversation is in our direct messages, as a Markdown file.';
export const notExported =
  'The file could not be uploaded. Try again in a moment. If this goes on, an admin may have to reinstall the app with the scope `files:write`.';

/** "#12 · today at 10:11 · thread · part 2 of 3" */
export function conversationFacts(conversation: {
  readonly id: number;
  readonly at: number;
  readonly link?: string;
  readonly page: number;
  readonly pages: number;
  readonly starred: boolean;
}): string {
  const part =
    conversation.pages > 1 ? `part ${conversation.page + 1} of ${conversation.pages}` : '';
  const star = conversation.starred ? ':star:' : '';
  const all = [
    star,
    `#${conversation.id}`,
    moment(conversation.at),
    threadLink(conversation.link),
    part,
  ];
  return all.filter((fact) => fact !== '').join(' · ');
}

// What runs

export const nothingRunning = 'You have nothing running.';

export function runningHead(all: number, shown: number): string {
  const cut = shown < all ? `, the first ${shown} of them` : '';
  return `*${plural(all, 'question')} running*${cut}`;
}

export const runningQuestion = (question: { readonly text: string; readonly askedAt: number }) =>
  `*${conversationTitle(question.text)}*\n${moment(question.askedAt)}`;

/** `texts`: raw. */
export function stoppingQuestions(asked: readonly string[]): string {
  const names = asked.map((text) => `• ${conversationTitle(text)}`);
  const where =
    asked.length > 1 ? 'Each outcome comes in its own thread' : 'The outcome comes in its thread';
  return [`Stopping. ${where}:`, ...names].join('\n');
}

// The quota

/** `resetAt`: ms since the epoch; without a `limit` there is none. */
export function quotaUsage(
  quota: { readonly used: number; readonly limit?: number; readonly resetAt?: number } | undefined,
): string {
  if (quota === undefined) {
    return 'No quota is known yet. The service reports it with the first answer.';
  }
  const { used, limit, resetAt } = quota;
  if (limit === undefined) return `${unlimited(used, resetAt)}\n${ofAccount}`;
  const reset = resetAt === undefined ? '' : ` It resets ${moment(resetAt)}.`;
  const share = `${count(used)} of ${count(limit)}`;
  const head =
    used >= limit ? `*The quota is used up*: ${share}.` : `*${share}* of the quota used.`;
  return `${head}${reset}\n${ofAccount}`;
}

/** The service also counts where there is no limit, from zero after each reset. */
function unlimited(used: number, resetAt: number | undefined): string {
  const reset = resetAt === undefined ? '' : ` The count resets ${moment(resetAt)}.`;
  return `*${count(used)} used of the quota; no limit.*${reset}`;
}

const ofAccount = 'It counts all questions of the account that you ask with.';

// Buttons (plain text)

export const stopLabel = 'Stop';
export const runningLabel = 'Running questions';

export const showConversationLabel = 'Show';
export const starLabel = (starred: boolean) => (starred ? 'Unstar' : 'Star');
export const exportLabel = 'Export';
export const shareLinkLabel = 'Share link';
export const deleteLabel = 'Delete';
export const keepLabel = 'Keep it';
export const showListLabel = 'List';
export const backToConversationLabel = 'Back';

export const nextLabel = 'Next page';
export const previousLabel = 'Previous page';
export const listLabel = (filter: ConversationFilter) =>
  ({ mine: 'Yours', starred: 'Starred', all: 'All' })[filter];
