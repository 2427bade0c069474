import { z } from 'zod';
import { ACTIONS } from '../model/actions.js';
import type {
  AskEdited,
  MessageChanged,
  MessageDeleted,
  Parsed,
  QuestionAction,
} from '../model/intent.js';
import { mrkdwnToText, withoutMention } from '../slack/mrkdwn.js';
import { digest } from './digest.js';
import { Envelope, timeOf, workspaceOf } from './envelope.js';
import { answerBy, id, ignored, type Seal, ts } from './shapes.js';
import { askedAfresh } from './words.js';

/** What people do to messages that stand already. Pure. */

/** Only of use where the message belongs to an open question: that has to be looked up. */
export interface Reaction {
  readonly kind: 'reaction';
  readonly messageTs: string;
  readonly press: Omit<QuestionAction, 'questionId'>;
}

const ReactionAdded = Envelope.extend({
  event: z.object({
    type: z.literal('reaction_added'),
    user: id,
    reaction: z.string(),
    item: z.object({ type: z.literal('message'), channel: id, ts }),
    event_ts: ts,
  }),
});

/** ❌ and 🛑, by the names that Slack gives them. */
const STOPS = new Set(['x', 'octagonal_sign']);

export function parseReaction(body: unknown): Parsed | Reaction {
  const parsed = ReactionAdded.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const { user, reaction, item, event_ts } = parsed.data.event;
  if (!STOPS.has(reaction)) return ignored('another reaction');
  const workspace = workspaceOf(parsed.data);
  if (workspace === undefined) return ignored('no workspace');
  const { channel, ts: messageTs } = item;
  const place = { workspace, channel, direct: channel.startsWith('D') };
  const name = `stop-${digest([workspace, channel, messageTs, user, event_ts].join(' '))}`;
  const press = { kind: 'stop', id: name, place, messageTs, user, at: timeOf(event_ts) } as const;
  return { kind: 'reaction', messageTs, press };
}

/** Only for us where its thread is ours, as with a reply. */
export interface Change {
  readonly kind: 'reply';
  readonly said: MessageChanged | MessageDeleted;
  readonly toUs: false;
}

const Message = z.object({
  user: id.optional(),
  bot_id: z.string().optional(),
  subtype: z.string().optional(),
  text: z.string().default(''),
  ts,
  thread_ts: ts.optional(),
  edited: z.object({ ts }).optional(),
});
type Message = z.infer<typeof Message>;

const MessageChange = Envelope.extend({
  event: z.object({
    type: z.literal('message'),
    subtype: z.enum(['message_changed', 'message_deleted']),
    channel: id,
    message: Message.optional(),
    previous_message: Message,
    event_ts: ts,
  }),
});

/** Undefined where nothing was changed: something was said. */
export function parseChange(body: unknown, botUser: string): Parsed | Change | undefined {
  const parsed = MessageChange.safeParse(body);
  if (!parsed.success) return undefined;
  const { message, previous_message: before, channel, event_ts } = parsed.data.event;
  const workspace = workspaceOf(parsed.data);
  if (workspace === undefined) return ignored('no workspace');
  const { user, ts: messageTs } = before;
  if (user === undefined || user === botUser || before.bot_id !== undefined) {
    return ignored('a bot said it');
  }
  const direct = channel.startsWith('D');
  const place = { workspace, channel, direct, threadTs: before.thread_ts ?? messageTs };
  const about = { place, messageTs, user, at: timeOf(event_ts) };
  const name = [workspace, channel, messageTs].join(' ');
  // Where there are replies, what is left of a root is a tombstone.
  if (message === undefined || message.subtype === 'tombstone') {
    const removal = { ...about, kind: 'message-deleted', id: `gone-${digest(name)}` } as const;
    return { kind: 'reply', said: removal, toUs: false };
  }
  const text = newText(before, message, botUser);
  if (text === undefined) return ignored('no new text');
  const rewritten = `edit-${digest(`${name} ${message.edited?.ts}`)}`;
  return {
    kind: 'reply',
    said: { ...about, kind: 'message-changed', id: rewritten, text },
    toUs: false,
  };
}

/** A link preview, or a reply below it, changes a message as well, but not what it says. */
function newText(before: Message, now: Message, botUser: string): string | undefined {
  if (now.edited === undefined || now.text === before.text) return undefined;
  const text = mrkdwnToText(withoutMention(now.text, botUser)).trim();
  const inThread = now.thread_ts !== undefined && now.thread_ts !== now.ts;
  return ((inThread ? askedAfresh(text) : undefined) ?? text) || undefined;
}

/** It stands in a private note, which Slack does not send along. */
const AskAgainClick = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id }),
  user: z.object({ id }),
  channel: z.object({ id }),
  actions: z.tuple([
    z.object({
      action_id: z.literal(ACTIONS.askNewText),
      value: z.string().regex(/^[\w.-]{3,200} \S[\s\S]{0,3000}$/),
    }),
  ]),
  response_url: z.string().optional().catch(undefined),
});

/** `at`: now, ms. Undefined where it is another click. */
export function parseAskAgain(body: unknown, at: number, seal?: Seal): AskEdited | undefined {
  const parsed = AskAgainClick.safeParse(body);
  if (!parsed.success) return undefined;
  const { team, user, channel, actions } = parsed.data;
  const [{ value }] = actions;
  const [questionId = ''] = value.split(' ', 1);
  const place = { workspace: team.id, channel: channel.id, direct: channel.id.startsWith('D') };
  const text = value.slice(questionId.length + 1);
  const by = user.id;
  return {
    kind: 'ask-edited',
    id: `again-${digest(`${value} ${by}`)}`,
    questionId,
    text,
    place,
    user: by,
    at,
    ...answerBy(parsed.data, seal),
  };
}
