import type { Modal, PageEvent, PageMessage, PageState, View } from '../../../api/page.js';
import {
  type ChannelMessages,
  EMPTY_CHANNEL,
  findMessage,
  type LoadedMessages,
  mergeLoaded,
  putMessage,
  removeMessage,
} from './messages.js';
import { withAgent, withPrompts, withRun } from './page-state.js';

export type ConnectionStatus = 'connecting' | 'live' | 'lost';

/** Everything that one person's page knows. It is replaced, never changed. */
export interface ChatState {
  readonly page?: PageState;
  readonly channels: Readonly<Record<string, ChannelMessages>>;
  /** `C…` or `C…/ts`: what has been read from the server at least once. */
  readonly loaded: ReadonlySet<string>;
  readonly connection: ConnectionStatus;
  /** Up to which `ts` each channel, and each thread, has been read. */
  readonly read: Readonly<Record<string, string>>;
  /** What is open over the page, the top last. */
  readonly modals: readonly Modal[];
  /** The app's Home tab, once it has published one. */
  readonly home?: View;
  /** Counts changes; see `takeIn`. */
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

/** What the page knows after one more thing happened. Pure. */
export function chatReducer(chat: ChatState, change: ChatAction): ChatState {
  switch (change.type) {
    case 'page':
      return { ...chat, page: change.page };
    case 'live':
      return { ...chat, connection: change.connection };
    case 'read':
      return { ...chat, read: { ...chat.read, [change.key]: change.ts } };
    case 'answered':
      return messagesLoaded(chat, change);
    case 'dismiss':
      return updateChannel(chat, change.channel, (held, seq) =>
        removeMessage(held, change.ts, seq),
      );
    case 'event':
      return applyEvent(chat, change.event);
  }
}

function messagesLoaded(
  chat: ChatState,
  change: Extract<ChatAction, { type: 'answered' }>,
): ChatState {
  const key = change.thread === undefined ? change.channel : `${change.channel}/${change.thread}`;
  const loaded = new Set(chat.loaded).add(key);
  const channels = {
    ...chat.channels,
    [change.channel]: mergeLoaded(channelMessages(chat, change.channel), change),
  };
  return { ...chat, loaded, channels };
}

function applyEvent(chat: ChatState, event: PageEvent): ChatState {
  switch (event.type) {
    case 'message':
    case 'changed':
      return updateChannel(chat, event.message.channel, (held, seq) =>
        putMessage(held, keepReplyCount(event.message, findMessage(held, event.message.ts)), seq),
      );
    case 'deleted':
      return updateChannel(chat, event.channel, (held, seq) => removeMessage(held, event.ts, seq));
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

function updatePage(chat: ChatState, change: (page: PageState) => PageState): ChatState {
  return chat.page ? { ...chat, page: change(chat.page) } : chat;
}

/** An event is told to many; what only the viewer's own answer knew is kept. */
function keepReplyCount(message: PageMessage, before: PageMessage | undefined): PageMessage {
  if (before?.reply_count === undefined || message.reply_count !== undefined) return message;
  return { ...message, reply_count: before.reply_count };
}

function updateChannel(
  chat: ChatState,
  id: string,
  change: (held: ChannelMessages, seq: number) => ChannelMessages,
): ChatState {
  const seq = chat.seq + 1;
  return {
    ...chat,
    seq,
    channels: { ...chat.channels, [id]: change(channelMessages(chat, id), seq) },
  };
}
