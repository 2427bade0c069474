import type { Modal, PageEvent, PageMessage, PageState, View } from '../../../api/page.js';
import { withAgent, withPrompts } from './agents.js';
import {
  type Answered,
  type ChannelMessages,
  find,
  NOTHING,
  put,
  remove,
  takeIn,
} from './messages.js';
import { withRun } from './runs.js';

export type Live = 'connecting' | 'live' | 'lost';

/** Everything that one person's page knows. It is replaced, never changed. */
export interface Chat {
  readonly page?: PageState;
  readonly channels: Readonly<Record<string, ChannelMessages>>;
  /** `C…` or `C…/ts`: what has been read from the server at least once. */
  readonly loaded: ReadonlySet<string>;
  readonly live: Live;
  /** Up to which `ts` each channel, and each thread, has been read. */
  readonly read: Readonly<Record<string, string>>;
  /** What is open over the page, the top last. */
  readonly modals: readonly Modal[];
  /** The app's Home tab, once it has published one. */
  readonly home?: View;
  /** Counts changes; see `takeIn`. */
  readonly seq: number;
}

export type Change =
  | { readonly type: 'page'; readonly page: PageState }
  | ({ readonly type: 'answered'; readonly channel: string } & Answered)
  | { readonly type: 'event'; readonly event: PageEvent }
  | { readonly type: 'live'; readonly live: Live }
  /** `key` is a channel's id, or a thread's `C…/ts`. */
  | { readonly type: 'read'; readonly key: string; readonly ts: string }
  | { readonly type: 'dismiss'; readonly channel: string; readonly ts: string };

export const emptyChat = (read: Chat['read']): Chat => ({
  channels: {},
  loaded: new Set(),
  live: 'connecting',
  modals: [],
  read,
  seq: 0,
});

export const channelOf = (chat: Chat, id: string): ChannelMessages => chat.channels[id] ?? NOTHING;

/** What the page knows after one more thing happened. Pure. */
export function changed(chat: Chat, change: Change): Chat {
  switch (change.type) {
    case 'page':
      return { ...chat, page: change.page };
    case 'live':
      return { ...chat, live: change.live };
    case 'read':
      return { ...chat, read: { ...chat.read, [change.key]: change.ts } };
    case 'answered':
      return answered(chat, change);
    case 'dismiss':
      return withChannel(chat, change.channel, (held, seq) => remove(held, change.ts, seq));
    case 'event':
      return happened(chat, change.event);
  }
}

function answered(chat: Chat, change: Extract<Change, { type: 'answered' }>): Chat {
  const key = change.thread === undefined ? change.channel : `${change.channel}/${change.thread}`;
  const loaded = new Set(chat.loaded).add(key);
  const channels = {
    ...chat.channels,
    [change.channel]: takeIn(channelOf(chat, change.channel), change),
  };
  return { ...chat, loaded, channels };
}

function happened(chat: Chat, event: PageEvent): Chat {
  switch (event.type) {
    case 'message':
    case 'changed':
      return withChannel(chat, event.message.channel, (held, seq) =>
        put(held, keepMine(event.message, find(held, event.message.ts)), seq),
      );
    case 'deleted':
      return withChannel(chat, event.channel, (held, seq) => remove(held, event.ts, seq));
    case 'modals':
      return { ...chat, modals: event.modals };
    case 'home':
      return { ...chat, home: event.home };
    case 'agent':
      return withPage(chat, (page) => withAgent(page, event.agent));
    case 'prompts':
      return withPage(chat, (page) => withPrompts(page, event.prompts));
    case 'run':
      return withPage(chat, (page) => withRun(page, event.run));
    default:
      return chat;
  }
}

function withPage(chat: Chat, change: (page: PageState) => PageState): Chat {
  return chat.page ? { ...chat, page: change(chat.page) } : chat;
}

/** An event is told to many; what only the viewer's own answer knew is kept. */
function keepMine(message: PageMessage, before: PageMessage | undefined): PageMessage {
  if (before?.reply_count === undefined || message.reply_count !== undefined) return message;
  return { ...message, reply_count: before.reply_count };
}

function withChannel(
  chat: Chat,
  id: string,
  change: (held: ChannelMessages, seq: number) => ChannelMessages,
): Chat {
  const seq = chat.seq + 1;
  return { ...chat, seq, channels: { ...chat.channels, [id]: change(channelOf(chat, id), seq) } };
}
