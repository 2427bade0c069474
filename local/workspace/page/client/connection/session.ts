import { type ChatAction, type ChatState, chatReducer, initialChat } from '../state/chat-state.js';
import { recentThreads } from '../state/messages.js';
import { newestTs, threadKey } from '../state/unread.js';
import { type ApiClient, createApiClient, RequestError } from './api-client.js';
import { subscribeToEvents } from './event-stream.js';
import { readMarks } from './read-marks.js';

/** One person's stay on the page: what they know, kept up to date until `stop`. */
export interface Session {
  readonly as: string;
  readonly api: ApiClient;
  /** Unsent text, by channel or thread. */
  readonly drafts: Map<string, string>;
  chat(): ChatState;
  subscribe(listener: () => void): () => void;
  loadThread(channel: string, thread: string): Promise<void>;
  dismiss(channel: string, ts: string): void;
  /** The channel, or one thread of it, has been seen up to its newest message. */
  markRead(channel: string, thread?: string): void;
  stop(): void;
}

/** `onGone`: the workspace knows no such person (any more); it may have been started anew. */
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
  /** Everything once more: nothing tells us what we missed while the line was down. */
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

/** Holds what is known, and tells who wants to hear that it changed. */
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

/** The threads whose replies are worth knowing: those in sight, and those that were looked at. */
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
