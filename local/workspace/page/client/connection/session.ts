import { type ChatAction, type ChatState, chatReducer, initialChat } from '../state/chat-state.js';
import { recentThreads } from '../state/messages.js';
import { newestTs, threadKey } from '../state/unread.js';
import { type ApiClient, createApiClient, RequestError } from './api-client.js';
import { subscribeToEvents } from './event-stream.js';
import { readMarks } from './read-marks.js';

/** The page's connection and state as one person, kept up to date until `stop`. */
export interface Session {
  readonly as: string;
  readonly api: ApiClient;
  /** Unsent text, by channel or thread. */
  readonly drafts: Map<string, string>;
  chat(): ChatState;
  subscribe(listener: () => void): () => void;
  loadThread(channel: string, thread: string): Promise<void>;
  dismiss(channel: string, ts: string): void;
  /** Marks the channel, or one thread of it, as read up to its newest message. */
  markRead(channel: string, thread?: string): void;
  stop(): void;
}

/** `onUnknownPerson`: the workspace has no such person; it may have been restarted. */
export function startSession(as: string, onUnknownPerson: () => void): Session {
  const api = createApiClient(as);
  const store = createChatStore(as);
  const { chat, dispatch, markRead } = store;
  const load = async (channel: string, thread?: string): Promise<void> => {
    const asOf = chat().seq;
    const messages = await api.messages(channel, thread).catch(() => undefined);
    if (!messages) return;
    dispatch({ type: 'answered', channel, asOf, messages, ...(thread ? { thread } : {}) });
  };
  /** Loads everything again: events are lost while disconnected. */
  const refresh = async (): Promise<void> => {
    const page = await api.state().catch(() => undefined);
    if (!page) return;
    dispatch({ type: 'page', page });
    await Promise.all(page.channels.map(({ id }) => load(id)));
    for (const { id } of page.channels) if (chat().read[id] === undefined) markRead(id);
    await Promise.all(threadsToLoad(chat()).map(([channel, thread]) => load(channel, thread)));
  };
  const stop = subscribeToEvents(as, {
    onOpen: () => {
      dispatch({ type: 'live', connection: 'live' });
      void refresh();
    },
    onDisconnect: () => {
      dispatch({ type: 'live', connection: 'lost' });
      api.state().catch((error: unknown) => {
        if (error instanceof RequestError && error.status === 404) onUnknownPerson();
      });
    },
    onEvent: (event) => {
      dispatch({ type: 'event', event });
      if (event.type === 'channels') void refresh();
    },
  });
  const dismiss = (channel: string, ts: string) => dispatch({ type: 'dismiss', channel, ts });
  return { ...store, as, api, drafts: new Map(), loadThread: load, dismiss, stop };
}

interface ChatStore extends Pick<Session, 'chat' | 'subscribe' | 'markRead'> {
  dispatch(change: ChatAction): void;
}

/** Holds the state and notifies subscribers of changes. */
function createChatStore(as: string): ChatStore {
  const marks = readMarks(as);
  const listeners = new Set<() => void>();
  let chat = initialChat(marks.load());
  const dispatch = (change: ChatAction): void => {
    chat = chatReducer(chat, change);
    for (const listener of listeners) listener();
  };
  return {
    chat: () => chat,
    dispatch,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    markRead: (channel, thread) => {
      const key = thread === undefined ? channel : threadKey(channel, thread);
      const ts = newestTs(chat, channel, thread);
      if (Number(ts) <= Number(chat.read[key] ?? '-1')) return;
      dispatch({ type: 'read', key, ts });
      marks.save(chat.read);
    },
  };
}

/** Threads to load: recent ones, and those opened before. */
function threadsToLoad(chat: ChatState): readonly (readonly [channel: string, thread: string])[] {
  const inSight = Object.entries(chat.channels).flatMap(([channel, held]) =>
    recentThreads(held).map((thread) => threadKey(channel, thread)),
  );
  const lookedAt = [...chat.loaded].filter((key) => key.includes('/'));
  return [...new Set([...inSight, ...lookedAt])].map((key) => {
    const [channel = '', thread = ''] = key.split('/');
    return [channel, thread] as const;
  });
}
