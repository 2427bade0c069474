import type { PageMessage } from '../../../api/page.js';

/** A message, and the change count when it was last updated. */
interface StoredMessage {
  readonly message: PageMessage;
  readonly seq: number;
}

/** All loaded messages of a channel: history and replies together, by `ts`. */
export interface ChannelMessages {
  readonly messages: Readonly<Record<string, StoredMessage>>;
  /** The change count of each deletion, so that an older response does not bring the message back. */
  readonly deletedAt: Readonly<Record<string, number>>;
}

export const EMPTY_CHANNEL: ChannelMessages = { messages: {}, deletedAt: {} };

export const isReply = (message: PageMessage): boolean =>
  message.thread_ts !== undefined && message.thread_ts !== message.ts;

const byTs = (a: PageMessage, b: PageMessage): number => Number(a.ts) - Number(b.ts);

const all = (channel: ChannelMessages): PageMessage[] =>
  Object.values(channel.messages).map(({ message }) => message);

/** The messages of the channel itself (no replies), oldest first. */
export function topLevelMessages(channel: ChannelMessages): readonly PageMessage[] {
  return all(channel)
    .filter((message) => !isReply(message))
    .sort(byTs);
}

/** The replies to `root`, oldest first, without `root` itself. */
export function loadedReplies(channel: ChannelMessages, root: string): readonly PageMessage[] {
  return all(channel)
    .filter((message) => isReply(message) && message.thread_ts === root)
    .sort(byTs);
}

export const findMessage = (channel: ChannelMessages, ts: string): PageMessage | undefined =>
  channel.messages[ts]?.message;

export function withMessage(
  channel: ChannelMessages,
  message: PageMessage,
  seq: number,
): ChannelMessages {
  return { ...channel, messages: { ...channel.messages, [message.ts]: { message, seq } } };
}

export function withoutMessage(channel: ChannelMessages, ts: string, seq: number): ChannelMessages {
  const { [ts]: _, ...held } = channel.messages;
  return { messages: held, deletedAt: { ...channel.deletedAt, [ts]: seq } };
}

/** A response: the channel's history or one thread. `asOf` is the change count at the time of the request. */
export interface LoadedMessages {
  readonly thread?: string;
  readonly messages: readonly PageMessage[];
  readonly asOf: number;
}

/**
 * Merges a response that was requested at `asOf`. Messages that changed since then are newer and
 * stay; messages missing from the response are removed. Ephemeral messages are never in a response,
 * so they stay too.
 */
export function mergeLoaded(channel: ChannelMessages, answered: LoadedMessages): ChannelMessages {
  const told = new Set(answered.messages.map(({ ts }) => ts));
  const held = { ...channel.messages };
  for (const [ts, one] of Object.entries(channel.messages)) {
    const covered =
      one.seq <= answered.asOf && !one.message.ephemeral && covers(answered, one.message);
    if (covered && !told.has(ts)) delete held[ts];
  }
  for (const message of answered.messages) {
    const newer = Math.max(
      channel.messages[message.ts]?.seq ?? 0,
      channel.deletedAt[message.ts] ?? 0,
    );
    if (newer <= answered.asOf) held[message.ts] = { message, seq: answered.asOf };
  }
  return { ...channel, messages: held };
}

function covers({ thread }: LoadedMessages, message: PageMessage): boolean {
  return thread === undefined
    ? !isReply(message)
    : message.ts === thread || message.thread_ts === thread;
}

/** How many threads of a channel are loaded up front, to show avatars and times. */
const MAX_RECENT_THREADS = 20;

/** The `ts` of the newest messages that have replies. */
export function recentThreads(channel: ChannelMessages): readonly string[] {
  return topLevelMessages(channel)
    .filter(({ reply_count }) => (reply_count ?? 0) > 0)
    .slice(-MAX_RECENT_THREADS)
    .map(({ ts }) => ts);
}

/** The server's reply count, or the number of loaded replies if higher. */
export function replyCount(channel: ChannelMessages, root: PageMessage): number {
  const seen = loadedReplies(channel, root.ts).filter((reply) => !reply.ephemeral).length;
  return Math.max(root.reply_count ?? 0, seen);
}
