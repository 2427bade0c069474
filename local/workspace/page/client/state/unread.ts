import type { PageChannel, PageMessage } from '../../../api/page.js';
import { type ChatState, channelMessages } from './chat-state.js';
import { findMessage, isReply, loadedReplies } from './messages.js';

export interface UnreadState {
  /** Any new message: the name is bold. */
  readonly hasNew: boolean;
  /** New messages for the viewer: the number in the badge. */
  readonly mentionCount: number;
}

/** What is new in a channel. Ephemeral and one's own messages don't count. */
export function unreadState(chat: ChatState, channel: PageChannel): UnreadState {
  const me = chat.page?.me;
  const from = Number(chat.read[channel.id] ?? Number.POSITIVE_INFINITY);
  const fresh = Object.values(channelMessages(chat, channel.id).messages)
    .map(({ message }) => message)
    .filter((message) => Number(message.ts) > from && message.user !== me && !message.ephemeral);
  const mentionCount = fresh.filter(
    (message) => channel.kind === 'direct' || message.mentions_me || isInOwnThread(chat, message),
  );
  const hasNew = mentionCount.length > 0 || fresh.some((message) => !isReply(message));
  return { hasNew, mentionCount: mentionCount.length };
}

/** Whether a thread that the viewer takes part in has unread replies. */
export function hasUnreadReplies(chat: ChatState, root: PageMessage): boolean {
  const last = loadedReplies(channelMessages(chat, root.channel), root.ts).at(-1);
  if (!last || last.user === chat.page?.me) return false;
  const seen = Number(chat.read[threadKey(root.channel, root.ts)] ?? 0);
  return Number(last.ts) > seen && isInOwnThread(chat, last);
}

/** A thread's key in `read` and `loaded`. */
export const threadKey = (channel: string, thread: string): string => `${channel}/${thread}`;

function isInOwnThread(chat: ChatState, message: PageMessage): boolean {
  if (!isReply(message) || !message.thread_ts) return false;
  const channel = channelMessages(chat, message.channel);
  const me = chat.page?.me ?? '';
  const mine = (one: PageMessage | undefined): boolean =>
    one?.user === me || one?.text.includes(`<@${me}>`) === true;
  return (
    mine(findMessage(channel, message.thread_ts)) ||
    loadedReplies(channel, message.thread_ts).some(mine)
  );
}

/** The newest `ts` of a channel or thread; "0" if it is empty. */
export function newestTs(chat: ChatState, channel: string, thread?: string): string {
  const held = channelMessages(chat, channel);
  return last(
    thread === undefined
      ? Object.keys(held.messages)
      : loadedReplies(held, thread).map(({ ts }) => ts),
  );
}

/** The newest `ts` by certain users, in one channel or all. Ephemeral messages count. */
export function newestTsBy(
  chat: ChatState,
  whose: (user: string) => boolean,
  channel?: string,
): string {
  const channels =
    channel === undefined ? Object.values(chat.channels) : [channelMessages(chat, channel)];
  const messages = channels.flatMap(({ messages: held }) => Object.values(held));
  return last(messages.flatMap(({ message }) => (whose(message.user) ? [message.ts] : [])));
}

const last = (all: readonly string[]): string =>
  all.reduce((late, ts) => (Number(ts) > Number(late) ? ts : late), '0');
