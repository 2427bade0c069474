import type { Modal, PageEvent, PageMessage, PageState, View } from '../../../api/page.js';
import {
  type ChannelMessages,
  EMPTY_CHANNEL,
  findMessage,
  type LoadedMessages,
  mergeLoaded,
  withMessage,
  withoutMessage,
} from './messages.js';
import { withAgent, withPrompts, withRun } from './page-state.js';

export type ConnectionStatus = 'connecting' | 'live' | 'lost';

/** The page's state. Immutable. */
export interface ChatState {
  readonly page?: PageState;
  readonly channels: Readonly<Record<string, ChannelMessages>>;
  /** Channels (`C…`) and threads (`C…/ts`) that were loaded at least once. */
  readonly loaded: ReadonlySet<string>;
  readonly connection: ConnectionStatus;
  /** The `ts` up to which each channel and thread has been read. */
  readonly read: Readonly<Record<string, string>>;
  /** Open modals, the top one last. */
  readonly modals: readonly Modal[];
  /** The app's Home tab, once published. */
  readonly home?: View;
  /** Counts changes of messages; see `mergeLoaded`. */
  readonly seq: number;
}

export type ChatAction =
  | { readonly type: 'page'; readonly page: PageState }
  | ({ readonly type: 'answered'; readonly channel: string } & LoadedMessages)
  | { readonly type: 'event'; readonly event: PageEvent }
  | { readonly type: 'live'; readonly connection: ConnectionStatus }
  /** `key` is a channel's id, or a thread's `C…/ts`. */
  | { readonly type: 'read'; readonly key: string; readonly ts: string }
  | { readonly type: 'dismiss'; readonly channel: string; readonly ts: string };

export const initialChat = (read: ChatState['read']): ChatState => ({
  channels: {},
  loaded: new Set(),
  connection: 'connecting',
  modals: [],
  read,
  seq: 0,
});

export const channelMessages = (chat: ChatState, id: string): ChannelMessages =>
  chat.channels[id] ?? EMPTY_CHANNEL;

/** The state after an action. Pure. */
export function chatReducer(chat: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'page':
      return { ...chat, page: action.page };
    case 'live':
      return { ...chat, connection: action.connection };
    case 'read':
      return { ...chat, read: { ...chat.read, [action.key]: action.ts } };
    case 'answered':
      return messagesLoaded(chat, action);
    case 'dismiss':
      return updateChannel(chat, action.channel, (held, seq) =>
        withoutMessage(held, action.ts, seq),
      );
    case 'event':
      return applyEvent(chat, action.event);
  }
}

function messagesLoaded(
  chat: ChatState,
  action: Extract<ChatAction, { type: 'answered' }>,
): ChatState {
  const key = action.thread === undefined ? action.channel : `${action.channel}/${action.thread}`;
  const loaded = new Set(chat.loaded).add(key);
  const channels = {
    ...chat.channels,
    [action.channel]: mergeLoaded(channelMessages(chat, action.channel), action),
  };
  return { ...chat, loaded, channels };
}

function applyEvent(chat: ChatState, event: PageEvent): ChatState {
  switch (event.type) {
    case 'message':
    case 'changed':
      return updateChannel(chat, event.message.channel, (held, seq) =>
        withMessage(held, keepReplyCount(event.message, findMessage(held, event.message.ts)), seq),
      );
    case 'deleted':
      return updateChannel(chat, event.channel, (held, seq) => withoutMessage(held, event.ts, seq));
    case 'modals':
      return { ...chat, modals: event.modals };
    case 'home':
      return { ...chat, home: event.home };
    case 'agent':
      return updatePage(chat, (page) => withAgent(page, event.agent));
    case 'prompts':
      return updatePage(chat, (page) => withPrompts(page, event.prompts));
    case 'run':
      return updatePage(chat, (page) => withRun(page, event.run));
    default:
      return chat;
  }
}

function updatePage(chat: ChatState, action: (page: PageState) => PageState): ChatState {
  return chat.page ? { ...chat, page: action(chat.page) } : chat;
}

/** Events do not always carry the reply count; keep the known one. */
function keepReplyCount(message: PageMessage, before: PageMessage | undefined): PageMessage {
  if (before?.reply_count === undefined || message.reply_count !== undefined) return message;
  return { ...message, reply_count: before.reply_count };
}

function updateChannel(
  chat: ChatState,
  id: string,
  action: (held: ChannelMessages, seq: number) => ChannelMessages,
): ChatState {
  const seq = chat.seq + 1;
  return {
    ...chat,
    seq,
    channels: { ...chat.channels, [id]: action(channelMessages(chat, id), seq) },
  };
}
