import type { Block, Message } from '../api/workspace.js';
import { isTs } from './clock.js';
import type { ChannelRecord, StoredMessage } from './records.js';
import type { WorkspaceState } from './workspace-state.js';

/** Beyond this a channel drops its oldest messages. */
const MAX_MESSAGES = 20_000;

export type MessageDraft = Omit<StoredMessage, 'type' | 'ts' | 'channel'>;

/** Stores a message. `emitted` resolves once the first delivery attempts are done. */
export function addMessage(
  state: WorkspaceState,
  channel: ChannelRecord,
  draft: MessageDraft,
): { message: StoredMessage; emitted: Promise<void> } {
  const message: StoredMessage = {
    type: 'message',
    ts: state.clock.nextTs(),
    channel: channel.id,
    ...draft,
  };
  channel.messages.set(message.ts, message);
  if (message.thread_ts !== undefined) addReply(channel, message.thread_ts, message.ts);
  dropOldest(channel);
  return { message, emitted: state.emit({ kind: 'message-posted', channel, message }) };
}

function addReply(channel: ChannelRecord, parent: string, ts: string): void {
  const replies = channel.threads.get(parent);
  if (replies) replies.push(ts);
  else channel.threads.set(parent, [ts]);
}

function dropOldest(channel: ChannelRecord): void {
  if (channel.messages.size <= MAX_MESSAGES) return;
  const oldest = channel.messages.keys().next().value;
  if (oldest === undefined) return;
  channel.messages.delete(oldest);
  channel.threads.delete(oldest);
}

export function replaceMessage(
  state: WorkspaceState,
  channel: ChannelRecord,
  message: StoredMessage,
): Promise<void> {
  const previous = channel.messages.get(message.ts);
  if (!previous) return Promise.resolve();
  channel.messages.set(message.ts, message);
  return state.emit({ kind: 'message-changed', channel, message, previous });
}

/**
 * As in Slack, a message with replies leaves a tombstone, which goes with the last of them:
 * https://github.com/slack-edge/slack-edge/pull/10
 */
export function removeMessage(
  state: WorkspaceState,
  channel: ChannelRecord,
  message: StoredMessage,
): Promise<void> {
  if (hasReplies(channel, message.ts)) return replaceMessage(state, channel, tombstone(message));
  channel.messages.delete(message.ts);
  channel.threads.delete(message.ts);
  const { thread_ts } = message;
  const siblings = thread_ts === undefined ? undefined : channel.threads.get(thread_ts);
  siblings?.splice(siblings.indexOf(message.ts), 1);
  const emitted = state.emit({ kind: 'message-deleted', channel, previous: message });
  const parent = thread_ts === undefined ? undefined : channel.messages.get(thread_ts);
  if (parent?.subtype !== 'tombstone' || hasReplies(channel, parent.ts)) return emitted;
  return Promise.all([emitted, removeMessage(state, channel, parent)]).then(() => undefined);
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

/** The parent message of a thread, given its `ts` or that of a reply. */
export function parentOf(channel: ChannelRecord, threadTs: string): StoredMessage | undefined {
  const message = isTs(threadTs) ? channel.messages.get(threadTs) : undefined;
  if (message?.thread_ts === undefined) return message;
  return channel.messages.get(message.thread_ts);
}

export function repliesTo(channel: ChannelRecord, parent: string): StoredMessage[] {
  const replies = channel.threads.get(parent) ?? [];
  return replies.flatMap((ts) => channel.messages.get(ts) ?? []);
}

/** As in `conversations.history`: messages and broadcast replies, oldest first. */
export function channelHistory(channel: ChannelRecord): StoredMessage[] {
  return [...channel.messages.values()].filter((m) => m.thread_ts === undefined || m.broadcast);
}

/** The message object that Slack returns: with thread fields, and with metadata only on request. */
export function messageObject(
  channel: ChannelRecord,
  stored: StoredMessage,
  options: { readonly metadata?: boolean } = {},
): Message & { blocks?: readonly Block[] } {
  const { broadcast: _broadcast, hidden: _hidden, metadata, ...message } = stored;
  return {
    ...message,
    ...(options.metadata && metadata ? { metadata } : {}),
    ...threadFields(channel, stored),
  };
}

function threadFields(channel: ChannelRecord, message: StoredMessage): Partial<Message> {
  if (message.thread_ts !== undefined) {
    const parent = channel.messages.get(message.thread_ts)?.user;
    return parent === undefined ? {} : { parent_user_id: parent };
  }
  const replies = repliesTo(channel, message.ts);
  const latest = replies.at(-1);
  if (!latest) return {};
  const users = [...new Set(replies.map((reply) => reply.user))];
  const fields = {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users_count: users.length,
    latest_reply: latest.ts,
    reply_users: users.slice(0, 5),
    is_locked: false,
    subscribedEvents: false,
  };
  return fields;
}
