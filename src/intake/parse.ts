import { z } from 'zod';
import type { Ask, Parsed } from '../model/intent.js';
import { addressesSomebody, mentions, readable, withoutMention } from '../slack/text.js';
import { digest } from './digest.js';
import { parseErrand } from './errand.js';
import { answerBy, id, ignored, type Seal, ts } from './shapes.js';

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

const Envelope = z.object({
  team_id: id.optional(),
  context_team_id: id.nullish(),
  authorizations: z.array(z.object({ team_id: id.nullish() })).optional(),
  is_ext_shared_channel: z.boolean().optional(),
  event: MessageEvent,
});
type Envelope = z.infer<typeof Envelope>;

/** A reply in a thread is only ours where the thread is: `replyTo` is what has to be looked up. */
export type ParsedEvent =
  | Parsed
  | { readonly kind: 'reply'; readonly ask: Ask; readonly toUs: boolean };

const SAID = new Set([undefined, 'thread_broadcast', 'file_share']);

export function parseEvent(body: unknown, botUser: string): ParsedEvent {
  const parsed = Envelope.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const { event } = parsed.data;
  if (event.bot_id !== undefined || event.user === botUser) return ignored('a bot said it');
  if (event.edited !== undefined) return ignored('an edit');
  if (!SAID.has(event.subtype)) return ignored(`subtype ${event.subtype}`);
  if (event.user === undefined) return ignored('nobody said it');
  const workspace = workspaceOf(parsed.data);
  if (workspace === undefined) return ignored('no workspace');
  return parseMessage(parsed.data, { workspace, asker: event.user, botUser });
}

function parseMessage(envelope: Envelope, facts: Facts): ParsedEvent {
  const { event } = envelope;
  const direct = event.channel_type === 'im';
  const mentioned = event.type === 'app_mention' || mentions(event.text, facts.botUser);
  const via = direct ? 'direct' : mentioned ? 'mention' : 'reply';
  if (via === 'reply' && event.thread_ts === undefined) return ignored('not for us');
  if (via === 'reply' && addressesSomebody(event.text)) return ignored('said to somebody else');
  const text = readable(withoutMention(event.text, facts.botUser)).trim();
  const id = `${facts.workspace}-${event.channel}-${event.ts}`;
  const place = placeOf(event, facts.workspace, direct);
  if (text === '' && via === 'reply') return ignored('no text');
  if (text === '' || (via !== 'reply' && /^help$/i.test(text))) {
    return { kind: 'help', id, place, messageTs: event.ts, by: facts.asker };
  }
  if (event.thread_ts !== undefined && via !== 'reply' && /^cancel$/i.test(text)) {
    const errand = { do: 'cancel', here: true } as const;
    const at = Math.round(Number(event.ts) * 1000);
    return { kind: 'visit', id, place, by: facts.asker, at, errand, clicked: false };
  }
  const ask: Ask = {
    kind: 'ask',
    id,
    via,
    place,
    messageTs: event.ts,
    asker: facts.asker,
    text,
    shared: envelope.is_ext_shared_channel === true,
    at: Math.round(Number(event.ts) * 1000),
  };
  return via === 'reply'
    ? { kind: 'reply', ask, toUs: event.parent_user_id === facts.botUser }
    : ask;
}

interface Facts {
  readonly workspace: string;
  readonly asker: string;
  readonly botUser: string;
}

function placeOf(event: MessageEvent, workspace: string, direct: boolean): Ask['place'] {
  return { workspace, channel: event.channel, direct, threadTs: event.thread_ts ?? event.ts };
}

/** In a channel shared with others `team_id` may be theirs: ours stands in `authorizations`. */
function workspaceOf(envelope: Envelope): string | undefined {
  const [ours] = envelope.authorizations ?? [];
  return ours?.team_id ?? envelope.context_team_id ?? envelope.team_id;
}

export function workspaceOfEvent(body: unknown): string | undefined {
  const parsed = Envelope.omit({ event: true }).safeParse(body);
  return parsed.success ? workspaceOf({ ...parsed.data, event: NO_EVENT }) : undefined;
}

const NO_EVENT: MessageEvent = { type: 'message', text: '', ts: '0.0', channel: 'C0' };

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
  const { team_id: workspace, channel_id: channel, user_id: asker, trigger_id } = parsed.data;
  const said = readable(parsed.data.text).trim();
  const id = `${workspace}-${channel}-c${digest(trigger_id)}`;
  const place = { workspace, channel, direct: false };
  const answerTo = answerBy(parsed.data, seal);
  if (said === '' || /^(help|ask)$/i.test(said)) return { kind: 'help', id, place, by: asker };
  if (/^doctor$/i.test(said)) return { kind: 'checkup', id, place, by: asker, ...answerTo };
  const errand = parseErrand(said, seal && ((link) => seal(link, 'pasted_link')));
  if (errand !== undefined) {
    return { kind: 'visit', id, place, by: asker, at, errand, clicked: false, ...answerTo };
  }
  return {
    kind: 'ask',
    id,
    via: 'command',
    place,
    asker,
    text: said.replace(/^ask\s+/i, ''),
    shared: false,
    at,
    ...answerTo,
  };
}
