/** What people read when they browse their conversations; by the same rules as `texts.ts`. */
import { clipMrkdwn, oneLine } from '../escape.js';
import { SHOWN } from '../limits.js';
import { moment, plural } from '../texts.js';

type Which = 'mine' | 'starred' | 'all';

export const serviceTrouble = () =>
  'The service is not answering right now. Try again in a moment.';

// The list

const LISTS: Readonly<Record<Which, string>> = {
  mine: 'Your conversations',
  starred: 'Starred conversations',
  all: 'Your conversations and those in public threads',
};

export function listHead(which: Which, by: 'created' | 'updated', page: number): string {
  const order = by === 'created' ? 'newest first' : 'last asked in first';
  const place = page === 0 ? '' : ` · page ${page + 1}`;
  return `*${LISTS[which]}* · ${order}${place}`;
}

export function listEmpty(which: Which, page: number): string {
  if (page > 0) return 'There is nothing further back.';
  if (which === 'mine') {
    return 'You have not asked anything yet. Ask a question, and its conversation is listed here.';
  }
  if (which === 'all') return 'Nothing has been asked yet that you could read.';
  return 'Nothing is starred yet. `star` and the number of a conversation stars it.';
}

/** "*Title* ⭐", and below it number, time and thread. `link`: of the thread in Slack. */
export function row(talk: {
  readonly id: number;
  readonly title: string;
  readonly at: number;
  readonly starred: boolean;
  readonly link?: string;
}): string {
  const star = talk.starred ? ':star: ' : '';
  const parts = [`#${talk.id}`, moment(talk.at), thread(talk.link)];
  return `${star}*${title(talk.title)}*\n${parts.filter((part) => part !== '').join(' · ')}`;
}

export function title(raw: string): string {
  const text = clipMrkdwn(oneLine(raw).replaceAll('*', ''), SHOWN.sourceLabel).trim();
  return text === '' ? 'Without a title' : text;
}

export function thread(link: string | undefined): string {
  if (link === undefined || !/^https?:\/\/[^\s<>|]+$/.test(link)) return '';
  return `<${link.replaceAll('&', '&amp;')}|thread>`;
}

export const starsMissing = () =>
  "The service's own stars are missing here: it is not answering right now.";

// One conversation

/** The same for what is not there and for what somebody may not reach. */
export function notThere(byShareLink: boolean): string {
  if (!byShareLink) {
    return 'There is no such conversation, or none that you can reach. `list` shows those that you can.';
  }
  return 'No conversation opens with that link. Sharing seems to be off on the service, or the link is incomplete, or what it led to was deleted.';
}

export const nothingAsked = () => 'Nothing was asked in this conversation.';
export const stillWorking = () => 'The service is still working on this.';
export const sharedHead = () => 'A conversation that somebody shared by its link.';
export const sharedMore = (left: number) =>
  `${plural(left, 'more part')} left out here: open the link on the service to read on.`;

/** "#12 · today at 10:11 · thread · part 2 of 3" */
export function facts(talk: {
  readonly id: number;
  readonly at: number;
  readonly link?: string;
  readonly page: number;
  readonly pages: number;
  readonly starred: boolean;
}): string {
  const part = talk.pages > 1 ? `part ${talk.page + 1} of ${talk.pages}` : '';
  const star = talk.starred ? ':star:' : '';
  const all = [star, `#${talk.id}`, moment(talk.at), thread(talk.link), part];
  return all.filter((fact) => fact !== '').join(' · ');
}

// Buttons (plain text)

export const showLabel = () => 'Show';
export const backLabel = () => 'List';

export const nextLabel = () => 'Next page';
export const previousLabel = () => 'Previous page';
export const listLabel = (which: Which) =>
  ({ mine: 'Yours', starred: 'Starred', all: 'All' })[which];
