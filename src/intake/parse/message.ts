import type { AskRequest, MessageDeleted } from '../../model/intent.js';
import type { Place } from '../../model/place.js';
import { mentions, mrkdwnToText, startsWithMention, withoutMention } from '../../slack/mrkdwn.js';
import { newConversationText, replyCommand } from '../command/thread-command.js';
import { digest } from './digest.js';
import { messageCommand, withoutAsk } from './message-command.js';
import type { ChangedMessage, MessageChange, MessageEvent } from './payloads.js';
import {
  type Ignored,
  type IncomingEvent,
  ignored,
  placeIn,
  type Seal,
  type SideMessage,
  type ThreadReply,
  timeOf,
} from './result.js';

/** Messages, mentions, edits and deletions. Pure. */

interface MessageContext {
  readonly workspace: string;
  readonly botUser: string;
  readonly externallyShared: boolean;
  /** Encrypts a link that a command names. */
  readonly seal?: Seal;
}

interface QuestionContext extends MessageContext {
  readonly mentioned: boolean;
}

/** What a message's fields say. */
interface ParsedMessage {
  readonly id: string;
  readonly origin: 'direct' | 'mention' | 'reply';
  readonly place: Place;
  readonly user: string;
  /** As people read it, without the mention of the bot. */
  readonly text: string;
}

/** Slack sends no other event for it. https://github.com/slack-edge/slack-edge/pull/42 */
const CONVERSIONS = new Set(['channel_convert_to_private', 'channel_convert_to_public']);

const SUBTYPES = new Set([undefined, 'thread_broadcast', 'file_share']);

export function parseMessage(event: MessageEvent, context: MessageContext): IncomingEvent {
  const { botUser, workspace } = context;
  if (CONVERSIONS.has(event.subtype ?? '')) {
    return { kind: 'channels-changed', channels: [event.channel] };
  }
  if (event.bot_id !== undefined || event.user === botUser) return ignored('sent by a bot');
  if (event.edited !== undefined) return ignored('an edit');
  if (!SUBTYPES.has(event.subtype)) return ignored(`subtype ${event.subtype}`);
  if (event.user === undefined) return ignored('no user');
  const direct = event.channel_type === 'im';
  const mentioned = event.type === 'app_mention' || mentions(event.text, botUser);
  const parsed: ParsedMessage = {
    id: `${workspace}-${event.channel}-${event.ts}`,
    origin: direct ? 'direct' : mentioned ? 'mention' : 'reply',
    place: { workspace, channel: event.channel, direct, threadTs: event.thread_ts ?? event.ts },
    user: event.user,
    text: mrkdwnToText(withoutMention(event.text, botUser)).trim(),
  };
  return (
    withoutQuestion(event, parsed) ?? questionOrReply(event, parsed, { ...context, mentioned })
  );
}

/** Messages that are not for the bot, are addressed to another user, or say nothing. */
function withoutQuestion(event: MessageEvent, parsed: ParsedMessage): IncomingEvent | undefined {
  const { id, origin, place, user, text } = parsed;
  const messageTs = event.ts;
  if (origin !== 'reply') {
    const at = timeOf(messageTs);
    return text === '' ? { kind: 'help', id, place, messageTs, user, at } : undefined;
  }
  if (event.thread_ts === undefined) return ignored('not for the bot');
  if (startsWithMention(event.text))
    return { kind: 'side-message', place, messageTs } satisfies SideMessage;
  return text === '' ? ignored('no text') : undefined;
}

function questionOrReply(
  event: MessageEvent,
  parsed: ParsedMessage,
  { botUser, externallyShared, mentioned, seal }: QuestionContext,
): IncomingEvent {
  const { id, origin, place, user, text } = parsed;
  const messageTs = event.ts;
  const at = timeOf(messageTs);
  const inThread = event.thread_ts !== undefined;
  const toBot = origin !== 'reply' || event.parent_user_id === botUser;
  const command = inThread ? replyCommand(text) : undefined;
  if (command?.kind === 'thread') {
    const about = { id, place, messageTs, user, at, command: command.command };
    return { kind: 'reply', intent: { kind: 'thread-command', ...about }, toBot };
  }
  const isReply = inThread && !mentioned;
  const other = messageCommand(text, { id, place, messageTs, user, at, inThread, isReply, seal });
  if (other?.kind === 'ignored') return other;
  if (other !== undefined) return isReply ? { kind: 'reply', intent: other, toBot } : other;
  const separate = inThread ? newConversationText(text) : undefined;
  const ask: AskRequest = {
    kind: 'ask',
    id,
    origin,
    place,
    messageTs,
    user,
    text: separate ?? withoutAsk(text),
    ...(separate === undefined ? {} : { newConversation: true }),
    externallyShared,
    at,
  };
  return isReply ? { kind: 'reply', intent: ask, toBot } : ask;
}

/** A message was edited or deleted: for the bot only if its thread is. */
export function parseMessageChange(
  event: MessageChange,
  { workspace, botUser }: Pick<MessageContext, 'workspace' | 'botUser'>,
): Ignored | ThreadReply {
  const { message, previous_message: before, channel, event_ts } = event;
  const { user, ts: messageTs } = before;
  if (user === undefined || user === botUser || before.bot_id !== undefined) {
    return ignored('sent by a bot');
  }
  // Slack removes it with the last reply: https://github.com/slack-edge/slack-edge/pull/10
  if (before.subtype === 'tombstone') return ignored('the rest of a deleted message');
  const place = placeIn(workspace, channel, before.thread_ts ?? messageTs);
  const about = { place, messageTs, user, at: timeOf(event_ts) };
  const name = [workspace, channel, messageTs].join(' ');
  // Slack leaves a tombstone if the deleted message has replies.
  if (message === undefined || message.subtype === 'tombstone') {
    const id = `deleted-${digest(name)}`;
    const deleted: MessageDeleted = { ...about, kind: 'message-deleted', id };
    return { kind: 'reply', intent: deleted, toBot: false };
  }
  const text = newText(before, message, botUser);
  if (text === undefined) return ignored('no new text');
  const id = `edit-${digest(`${name} ${message.edited?.ts}`)}`;
  return { kind: 'reply', intent: { ...about, kind: 'message-changed', id, text }, toBot: false };
}

/** Link previews and replies change a message as well, but not its text. */
function newText(before: ChangedMessage, now: ChangedMessage, botUser: string): string | undefined {
  if (now.edited === undefined || now.text === before.text) return undefined;
  const text = mrkdwnToText(withoutMention(now.text, botUser)).trim();
  const inThread = now.thread_ts !== undefined && now.thread_ts !== now.ts;
  return ((inThread ? newConversationText(text) : undefined) ?? text) || undefined;
}
