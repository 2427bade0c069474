import type { LinksDrafted, ThreadCommand, Uninstalled } from '../../model/intent.js';
import { ASK_STEP } from '../../model/workflow.js';
import { digest } from './digest.js';
import { parseHomeOpened } from './home.js';
import { parseMessage, parseMessageChange } from './message.js';
import {
  type AgentSessionStopped,
  type AppUninstalled,
  CHANNEL_EVENTS,
  type ChannelChange,
  EventPayload,
  type LinkDrafted,
  type LinkShared,
  type ReactionAdded,
} from './payloads.js';
import {
  type ChannelsChanged,
  type Ignored,
  type IncomingEvent,
  ignored,
  placeIn,
  type Reaction,
  type Seal,
  timeOf,
  unreadable,
} from './result.js';
import { parseWorkflowStep } from './workflow-step.js';

/** An event with a known shape. */
export interface SlackEvent {
  readonly kind: 'event';
  readonly workspace: string;
  /** Slack reports that the channel is shared with another company. */
  readonly externallyShared: boolean;
  /** The bot's own user id, if the event names it. */
  readonly authorizedBot?: string;
  readonly event: EventPayload['event'];
}

const WITHOUT_BOT_USER = Object.fromEntries(
  CHANNEL_EVENTS.map((type) => [type, { needsBotUser: false }]),
) as Record<(typeof CHANNEL_EVENTS)[number], { readonly needsBotUser: false }>;

/** The handled event types, and whether parsing them needs the bot's user id. */
export const EVENT_TYPES = {
  message: { needsBotUser: true },
  app_mention: { needsBotUser: true },
  link_shared: { needsBotUser: true },
  app_home_opened: { needsBotUser: false },
  reaction_added: { needsBotUser: false },
  agent_session_stopped: { needsBotUser: false },
  function_executed: { needsBotUser: false },
  app_uninstalled: { needsBotUser: false },
  tokens_revoked: { needsBotUser: false },
  ...WITHOUT_BOT_USER,
} as const satisfies Record<SlackEvent['event']['type'], { readonly needsBotUser: boolean }>;

/** Checks an event's shape. */
export function readEvent(body: unknown): SlackEvent | Ignored {
  const parsed = EventPayload.safeParse(body);
  if (!parsed.success) return unreadable(parsed.error);
  const { event, is_ext_shared_channel, workspace, authorizations = [] } = parsed.data;
  const externallyShared = is_ext_shared_channel === true;
  const bot = authorizations.find(({ is_bot }) => is_bot === true)?.user_id;
  return { kind: 'event', workspace, externallyShared, ...(bot && { authorizedBot: bot }), event };
}

export interface EventContext {
  /** The bot's own user id; empty for types that do not need it. */
  readonly botUser: string;
  readonly seal?: Seal;
}

/** What an event means, by its type. Pure. */
export function parseEvent(received: SlackEvent, { botUser, seal }: EventContext): IncomingEvent {
  const { workspace, event } = received;
  if ('channels' in event) return parseChannelChange(event, received);
  switch (event.type) {
    case 'message':
    case 'app_mention':
      return 'previous_message' in event
        ? parseMessageChange(event, { workspace, botUser })
        : parseMessage(event, { ...received, botUser, ...(seal && { seal }) });
    case 'app_home_opened':
      return parseHomeOpened(event, workspace);
    case 'reaction_added':
      return parseReaction(event, workspace);
    case 'agent_session_stopped':
      return parseSessionStopped(event, workspace);
    case 'link_shared':
      return 'unfurl_id' in event
        ? parseDraft(event, workspace, seal)
        : parseLinks(event, { ...received, botUser, ...(seal && { seal }) });
    case 'function_executed':
      return event.function.callback_id === ASK_STEP.callbackId
        ? parseWorkflowStep(event, workspace)
        : ignored('unknown workflow step');
    case 'app_uninstalled':
    case 'tokens_revoked':
      return parseUninstalled(event, workspace);
  }
}

/** Where the bot itself was invited, the change is also that. https://docs.slack.dev/reference/events/member_joined_channel */
function parseChannelChange(
  { type, channels, user, inviter, event_ts }: ChannelChange,
  { workspace, authorizedBot: bot, externallyShared }: SlackEvent,
): ChannelsChanged {
  const changed = { kind: 'channels-changed', channels } as const;
  const [channel] = channels;
  if (type !== 'member_joined_channel' || bot === undefined || user !== bot) return changed;
  if (channel === undefined || inviter === undefined || event_ts === undefined) return changed;
  const id = `joined-${digest([workspace, channel, event_ts].join(' '))}`;
  const about = { id, place: placeIn(workspace, channel), user: inviter, at: timeOf(event_ts) };
  return { ...changed, joined: { kind: 'joined-channel', ...about, bot, externallyShared } };
}

function parseUninstalled({ type, event_ts }: AppUninstalled, workspace: string): Uninstalled {
  const id = `uninstalled-${digest([workspace, type, event_ts].join(' '))}`;
  return { kind: 'uninstalled', id, workspace };
}

/** Slack's names of ❌ and 🛑. */
const STOP_REACTIONS = new Set(['x', 'octagonal_sign']);

function parseReaction(event: ReactionAdded, workspace: string): Ignored | Reaction {
  const { user, reaction, item, event_ts } = event;
  if (!STOP_REACTIONS.has(reaction)) return ignored('unrelated reaction');
  const { channel, ts: messageTs } = item;
  const place = placeIn(workspace, channel);
  const id = `stop-${digest([workspace, channel, messageTs, user, event_ts].join(' '))}`;
  const action = { kind: 'stop', id, place, messageTs, user, at: timeOf(event_ts) } as const;
  return { kind: 'reaction', messageTs, action };
}

/** The same as the reply `stop`, without a message. */
function parseSessionStopped(event: AgentSessionStopped, workspace: string): ThreadCommand {
  const { channel, user, thread_ts: threadTs, event_ts } = event;
  return {
    kind: 'thread-command',
    id: `stopped-${digest([workspace, channel, threadTs, user, event_ts].join(' '))}`,
    command: 'stop',
    place: placeIn(workspace, channel, threadTs),
    user,
    at: timeOf(event_ts),
  };
}

/** The most previews below one message. */
const MAX_LINKS = 5;
const MAX_LINK_LENGTH = 2_000;

interface LinkContext {
  readonly workspace: string;
  readonly externallyShared: boolean;
  readonly botUser: string;
  readonly seal?: Seal;
}

/** Links are only previewed in channels that the bot is a member of. */
function parseLinks(event: LinkShared, context: LinkContext): IncomingEvent {
  const { workspace, externallyShared, botUser, seal } = context;
  if (event.is_bot_user_member !== true) return ignored('bot is not a member');
  if (event.user === botUser) return ignored('sent by a bot');
  if (seal === undefined) return ignored('links cannot be sealed');
  const urls = urlsOf(event);
  const { channel, message_ts: messageTs, thread_ts: threadTs, user } = event;
  return {
    kind: 'links-shared',
    id: `links-${digest([workspace, channel, messageTs, ...urls].join(' '))}`,
    place: placeIn(workspace, channel, threadTs),
    messageTs,
    user,
    externallyShared,
    sealedLinks: urls.map((url) => seal(url, 'pasted_link')),
  };
}

function parseDraft(
  event: LinkDrafted,
  workspace: string,
  seal: Seal | undefined,
): LinksDrafted | Ignored {
  if (seal === undefined) return ignored('links cannot be sealed');
  const urls = urlsOf(event);
  const { user, unfurl_id: unfurlId } = event;
  return {
    kind: 'links-drafted',
    id: `draft-${digest([workspace, unfurlId, ...urls].join(' '))}`,
    workspace,
    user,
    unfurlId,
    sealedLinks: urls.map((url) => seal(url, 'pasted_link')),
  };
}

/** The URLs that are previewed. */
function urlsOf({ links }: Pick<LinkShared, 'links'>): string[] {
  const urls = links.map(({ url }) => url).filter(({ length }) => length <= MAX_LINK_LENGTH);
  return urls.slice(0, MAX_LINKS);
}
