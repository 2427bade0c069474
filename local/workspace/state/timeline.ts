import type { Block, Message } from '../workspace-api.js';
import { isTs } from './clock.js';
import type { ChannelRecord, StoredMessage } from './records.js';
import type { World } from './world.js';

/** Beyond this a channel forgets its oldest messages. */
const KEPT_MESSAGES = 20_000;

export type Draft = Omit<StoredMessage, 'type' | 'ts' | 'channel'>;

/** Stores a message and says so. `announced` resolves once the app was told (or could not be). */
export function post(
  world: World,
  channel: ChannelRecord,
  draft: Draft,
): { message: StoredMessage; announced: Promise<void> } {
  const message: StoredMessage = {
    type: 'message',
    ts: world.clock.nextTs(),
    channel: channel.id,
    ...draft,
  };
  channel.messages.set(message.ts, message);
  if (message.thread_ts !== undefined) addReply(channel, message.thread_ts, message.ts);
  forgetOldest(channel);
  return { message, announced: world.announce({ kind: 'posted', channel, message }) };
}

function addReply(channel: ChannelRecord, root: string, ts: string): void {
  const replies = channel.threads.get(root);
  if (replies) replies.push(ts);
  else channel.threads.set(root, [ts]);
}

function forgetOldest(channel: ChannelRecord): void {
  if (channel.messages.size <= KEPT_MESSAGES) return;
  const oldest = channel.messages.keys().next().value;
  if (oldest === undefined) return;
  channel.messages.delete(oldest);
  channel.threads.delete(oldest);
}

export function replace(
  world: World,
  channel: ChannelRecord,
  message: StoredMessage,
): Promise<void> {
  const previous = channel.messages.get(message.ts);
  if (!previous) return Promise.resolve();
  channel.messages.set(message.ts, message);
  return world.announce({ kind: 'changed', channel, message, previous });
}

/** A root that has replies leaves a tombstone behind, as in Slack; everything else is gone. */
export function erase(world: World, channel: ChannelRecord, message: StoredMessage): Promise<void> {
  if (hasReplies(channel, message.ts)) return replace(world, channel, tombstone(message));
  channel.messages.delete(message.ts);
  channel.threads.delete(message.ts);
  const { thread_ts } = message;
  const siblings = thread_ts === undefined ? undefined : channel.threads.get(thread_ts);
  siblings?.splice(siblings.indexOf(message.ts), 1);
  return world.announce({ kind: 'deleted', channel, previous: message });
}

function tombstone(message: StoredMessage): StoredMessage {
  return {
    type: 'message',
    subtype: 'tombstone',
    text: 'This message was deleted.',
    user: 'USLACKBOT',
    team: message.team,
    channel: message.channel,
    ts: message.ts,
    hidden: true,
  };
}

function hasReplies(channel: ChannelRecord, ts: string): boolean {
  return (channel.threads.get(ts)?.length ?? 0) > 0;
}

/** The root that a `thread_ts` stands for: itself, or the root of the reply that it names. */
export function rootOf(channel: ChannelRecord, threadTs: string): StoredMessage | undefined {
  const message = isTs(threadTs) ? channel.messages.get(threadTs) : undefined;
  if (message?.thread_ts === undefined) return message;
  return channel.messages.get(message.thread_ts);
}

export function repliesOf(channel: ChannelRecord, root: string): StoredMessage[] {
  const replies = channel.threads.get(root) ?? [];
  return replies.flatMap((ts) => channel.messages.get(ts) ?? []);
}

/** Roots and replies that were sent to the channel as well, oldest first. */
export function rootsOf(channel: ChannelRecord): StoredMessage[] {
  return [...channel.messages.values()].filter((m) => m.thread_ts === undefined || m.broadcast);
}

/** A message as Slack returns it: with its thread's figures, and metadata only where asked for. */
export function view(
  channel: ChannelRecord,
  stored: StoredMessage,
  options: { readonly metadata?: boolean } = {},
): Message & { blocks?: readonly Block[] } {
  const { broadcast: _broadcast, hidden: _hidden, metadata, ...message } = stored;
  return {
    ...message,
    ...(options.metadata && metadata ? { metadata } : {}),
    ...threadFigures(channel, stored),
  };
}

function threadFigures(channel: ChannelRecord, message: StoredMessage): Partial<Message> {
  if (message.thread_ts !== undefined) {
    const parent = channel.messages.get(message.thread_ts)?.user;
    return parent === undefined ? {} : { parent_user_id: parent };
  }
  const replies = repliesOf(channel, message.ts);
  const latest = replies.at(-1);
  if (!latest) return {};
  const users = [...new Set(replies.map((reply) => reply.user))];
  const figures = {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users_count: users.length,
    latest_reply: latest.ts,
    reply_users: users.slice(0, 5),
    is_locked: false,
    subscribed: false,
  };
  return figures;
}
