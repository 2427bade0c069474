import type { PageChannel, PageMessage } from '../../../api/page.js';
import { find, isReply, repliesTo } from './messages.js';
import { type Chat, channelOf } from './store.js';

export interface Unread {
  /** Anything new at all: the name turns bold. */
  readonly some: boolean;
  /** What is meant for the reader: the number in the badge. */
  readonly forMe: number;
}

/** What has come into a channel since it was last read. Ephemeral notes and one's own don't count. */
export function unreadIn(chat: Chat, channel: PageChannel): Unread {
  const me = chat.page?.me;
  const from = Number(chat.read[channel.id] ?? Number.POSITIVE_INFINITY);
  const fresh = Object.values(channelOf(chat, channel.id).held)
    .map(({ message }) => message)
    .filter((message) => Number(message.ts) > from && message.user !== me && !message.ephemeral);
  const forMe = fresh.filter(
    (message) => channel.kind === 'direct' || message.mentions_me || inMyThread(chat, message),
  );
  const some = forMe.length > 0 || fresh.some((message) => !isReply(message));
  return { some, forMe: forMe.length };
}

/** Whether a thread that one takes part in holds something newer than one has seen of it. */
export function unseenThread(chat: Chat, root: PageMessage): boolean {
  const last = repliesTo(channelOf(chat, root.channel), root.ts).at(-1);
  if (!last || last.user === chat.page?.me) return false;
  const seen = Number(chat.read[threadKey(root.channel, root.ts)] ?? 0);
  return Number(last.ts) > seen && inMyThread(chat, last);
}

/** What a thread is called among the read marks, and among what was loaded. */
export const threadKey = (channel: string, thread: string): string => `${channel}/${thread}`;

function inMyThread(chat: Chat, message: PageMessage): boolean {
  if (!isReply(message) || !message.thread_ts) return false;
  const channel = channelOf(chat, message.channel);
  const me = chat.page?.me ?? '';
  const mine = (one: PageMessage | undefined): boolean =>
    one?.user === me || one?.text.includes(`<@${me}>`) === true;
  return mine(find(channel, message.thread_ts)) || repliesTo(channel, message.thread_ts).some(mine);
}

/** The newest `ts` in a channel, or in one of its threads; "0" where there is none. */
export function newest(chat: Chat, channel: string, thread?: string): string {
  const held = channelOf(chat, channel);
  return last(
    thread === undefined ? Object.keys(held.held) : repliesTo(held, thread).map(({ ts }) => ts),
  );
}

/** The newest `ts` by some people, in a channel or anywhere; notes count too. */
export function newestOf(chat: Chat, whose: (user: string) => boolean, channel?: string): string {
  const channels =
    channel === undefined ? Object.values(chat.channels) : [channelOf(chat, channel)];
  const messages = channels.flatMap(({ held }) => Object.values(held));
  return last(messages.flatMap(({ message }) => (whose(message.user) ? [message.ts] : [])));
}

const last = (all: readonly string[]): string =>
  all.reduce((late, ts) => (Number(ts) > Number(late) ? ts : late), '0');
