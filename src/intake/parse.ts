import { z } from 'zod';
import type { ConversationRequest } from '../model/conversation-request.js';
import type { Ask, Parsed, ThreadCommand } from '../model/intent.js';
import { mentions, mrkdwnToText, startsWithMention, withoutMention } from '../slack/mrkdwn.js';
import { parseCode } from './code.js';
import { digest } from './digest.js';
import { Envelope, timeOf, workspaceOf } from './envelope.js';
import { errandIn, parseErrand } from './errand.js';
import { answerBy, id, ignored, type Seal, ts } from './shapes.js';
import { askedAfresh, wordIn } from './words.js';

/** A Slack payload → what is wanted of us. Pure; past this nobody sees Slack's shape. */

const MessageEvent = z.object({
  type: z.enum(['message', 'app_mention']),
  subtype: z.string().optional(),
  user: id.optional(),
  bot_id: z.string().optional(),
  text: z.string().default(''),
  ts,
  thread_ts: ts.optional(),
  parent_user_id: z.string().optional(),
  channel: id,
  channel_type: z.string().optional(),
  edited: z.unknown().optional(),
});
type MessageEvent = z.infer<typeof MessageEvent>;

const Said = Envelope.extend({ event: MessageEvent });
type Said = z.infer<typeof Said>;

/** A reply in a thread is only ours where the thread is: `replyTo` is what has to be looked up. */
export type ParsedEvent =
  | Parsed
  | {
      readonly kind: 'reply';
      readonly said: Ask | ThreadCommand | ConversationRequest;
      readonly toUs: boolean;
    }
  /** Said to somebody else in a thread. */
  | { readonly kind: 'aside'; readonly place: Ask['place']; readonly messageTs: string };

const SUBTYPES = new Set([undefined, 'thread_broadcast', 'file_share']);

export function parseEvent(body: unknown, botUser: string): ParsedEvent {
  const parsed = Said.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const { event } = parsed.data;
  if (event.bot_id !== undefined || event.user === botUser) return ignored('a bot said it');
  if (event.edited !== undefined) return ignored('an edit');
  if (!SUBTYPES.has(event.subtype)) return ignored(`subtype ${event.subtype}`);
  if (event.user === undefined) return ignored('nobody said it');
  const workspace = workspaceOf(parsed.data);
  if (workspace === undefined) return ignored('no workspace');
  return parseMessage(parsed.data, { workspace, user: event.user, botUser });
}

function parseMessage(envelope: Said, facts: Facts): ParsedEvent {
  const { event } = envelope;
  const direct = event.channel_type === 'im';
  const mentioned = event.type === 'app_mention' || mentions(event.text, facts.botUser);
  const via = direct ? 'direct' : mentioned ? 'mention' : 'reply';
  if (via === 'reply' && event.thread_ts === undefined) return ignored('not for us');
  const text = mrkdwnToText(withoutMention(event.text, facts.botUser)).trim();
  const id = `${facts.workspace}-${event.channel}-${event.ts}`;
  const place = placeOf(event, facts.workspace, direct);
  if (via === 'reply' && startsWithMention(event.text)) {
    return { kind: 'aside', place, messageTs: event.ts };
  }
  if (text === '' && via === 'reply') return ignored('no text');
  if (text === '' || (via !== 'reply' && /^help$/i.test(text))) {
    return { kind: 'help', id, place, messageTs: event.ts, user: facts.user };
  }
  const toUs = via !== 'reply' || event.parent_user_id === facts.botUser;
  const inThread = event.thread_ts !== undefined;
  const errand = inThread ? errandIn(text) : undefined;
  if (errand !== undefined) {
    const about = {
      place,
      user: facts.user,
      at: timeOf(event.ts),
      command: errand,
      clicked: false,
    };
    return { kind: 'reply', said: { kind: 'conversation-request', id, ...about }, toUs };
  }
  const word = inThread ? wordIn(text) : undefined;
  if (word !== undefined) {
    const { ts: messageTs } = event;
    const by = facts.user;
    const said: ThreadCommand = {
      kind: 'thread-command',
      id,
      command: word,
      place,
      messageTs,
      user: by,
      at: timeOf(messageTs),
    };
    return { kind: 'reply', said, toUs };
  }
  const ask = askOf(envelope, { id, origin: via, place, user: facts.user, text });
  return inThread && !mentioned ? { kind: 'reply', said: ask, toUs } : ask;
}

function askOf(envelope: Said, { id, origin, place, user, text }: Asked): Ask {
  const { ts: messageTs, thread_ts } = envelope.event;
  const afresh = thread_ts === undefined ? undefined : askedAfresh(text);
  return {
    kind: 'ask',
    id,
    origin,
    place,
    messageTs,
    user,
    text: afresh ?? text,
    ...(afresh === undefined ? {} : { newConversation: true }),
    externallyShared: envelope.is_ext_shared_channel === true,
    at: timeOf(messageTs),
  };
}

type Asked = Pick<Ask, 'id' | 'origin' | 'place' | 'user' | 'text'>;

interface Facts {
  readonly workspace: string;
  readonly user: string;
  readonly botUser: string;
}

function placeOf(event: MessageEvent, workspace: string, direct: boolean): Ask['place'] {
  return { workspace, channel: event.channel, direct, threadTs: event.thread_ts ?? event.ts };
}

const Command = z.object({
  team_id: id,
  channel_id: id,
  user_id: id,
  text: z.string().default(''),
  trigger_id: z.string().regex(/./),
  response_url: z.string().optional().catch(undefined),
});

/** `at`: now, ms. A subcommand counts only where the whole text is it. */
export function parseCommand(body: unknown, at: number, seal?: Seal): Parsed {
  const parsed = Command.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const { team_id: workspace, channel_id: channel, user_id: user, trigger_id } = parsed.data;
  const said = mrkdwnToText(parsed.data.text).trim();
  const id = `${workspace}-${channel}-c${digest(trigger_id)}`;
  const place = { workspace, channel, direct: false };
  const answerTo = answerBy(parsed.data, seal);
  if (said === '' || /^(help|ask)$/i.test(said)) return { kind: 'help', id, place, user };
  if (/^doctor$/i.test(said)) return { kind: 'doctor', id, place, user, ...answerTo };
  const wish = parseCode(said);
  if (wish !== undefined && wish.what !== 'form') {
    return { kind: 'code', id, place, user, at, command: wish, clicked: false, ...answerTo };
  }
  const errand = parseErrand(said, seal && ((link) => seal(link, 'pasted_link')));
  if (errand !== undefined) {
    return {
      kind: 'conversation-request',
      id,
      place,
      user,
      at,
      command: errand,
      clicked: false,
      ...answerTo,
    };
  }
  return {
    kind: 'ask',
    id,
    origin: 'command',
    place,
    user,
    text: said.replace(/^ask\s+/i, ''),
    externallyShared: false,
    at,
    ...answerTo,
  };
}
