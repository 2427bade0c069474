import type { PageMessage } from '../../../api/page.js';

/** A message, and when (by our own count of changes) we learned of this form of it. */
interface StoredMessage {
  readonly message: PageMessage;
  readonly seq: number;
}

/** All that is known of one channel: roots and replies together, by `ts`. */
export interface ChannelMessages {
  readonly messages: Readonly<Record<string, StoredMessage>>;
  /** When messages were deleted, so that an older answer does not bring them back. */
  readonly deletedAt: Readonly<Record<string, number>>;
}

export const EMPTY_CHANNEL: ChannelMessages = { messages: {}, deletedAt: {} };

export const isReply = (message: PageMessage): boolean =>
  message.thread_ts !== undefined && message.thread_ts !== message.ts;

const byTs = (a: PageMessage, b: PageMessage): number => Number(a.ts) - Number(b.ts);

const all = (channel: ChannelMessages): PageMessage[] =>
  Object.values(channel.messages).map(({ message }) => message);

/** What stands in the channel itself, oldest first. */
export function topLevelMessages(channel: ChannelMessages): readonly PageMessage[] {
  return all(channel)
    .filter((message) => !isReply(message))
    .sort(byTs);
}

/** What answers `root`, oldest first; the root itself is not among it. */
export function repliesTo(channel: ChannelMessages, root: string): readonly PageMessage[] {
  return all(channel)
    .filter((message) => isReply(message) && message.thread_ts === root)
    .sort(byTs);
}

export const findMessage = (channel: ChannelMessages, ts: string): PageMessage | undefined =>
  channel.messages[ts]?.message;

export function putMessage(
  channel: ChannelMessages,
  message: PageMessage,
  seq: number,
): ChannelMessages {
  return { ...channel, messages: { ...channel.messages, [message.ts]: { message, seq } } };
}

export function removeMessage(channel: ChannelMessages, ts: string, seq: number): ChannelMessages {
  const { [ts]: _, ...held } = channel.messages;
  return { messages: held, deletedAt: { ...channel.deletedAt, [ts]: seq } };
}

/** What was asked for: the channel's roots, or one thread; `asOf` is the count when it was asked. */
export interface LoadedMessages {
  readonly thread?: string;
  readonly messages: readonly PageMessage[];
  readonly asOf: number;
}

/**
 * Takes in the answer to a question that was asked at `asOf`. What changed since then is newer
 * than the answer and stays; what the answer lacks is gone. Ephemeral messages are only ever told
 * once, so they stay too.
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

/** So many threads of a channel are known from the start: their faces and times are shown. */
const MAX_RECENT_THREADS = 20;

/** The `ts` of the channel's newest roots that have replies. */
export function recentThreads(channel: ChannelMessages): readonly string[] {
  return topLevelMessages(channel)
    .filter(({ reply_count }) => (reply_count ?? 0) > 0)
    .slice(-MAX_RECENT_THREADS)
    .map(({ ts }) => ts);
}

/** Replies as counted by the server, or as we hold them where that is more. */
export function replyCount(channel: ChannelMessages, root: PageMessage): number {
  const seen = repliesTo(channel, root.ts).filter((reply) => !reply.ephemeral).length;
  return Math.max(root.reply_count ?? 0, seen);
}
